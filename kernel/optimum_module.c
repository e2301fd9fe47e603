/* What the solver asks of the kernel from Python: `improve`, `evaluate`, `find_excess`, `largest_means`, `add_roll`. A problem comes as one array of
   whole numbers and one of losses: see sevenout.analysis.solver.action_tables. */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>
#include <stdlib.h>

#include "optimum.h"
#include "optimum_module.h"
#include "problem_reader.h"

void *take(Buffers *held, PyObject *given, i64 least, int writable)
{
    if (PyObject_GetBuffer(given, &held->each[held->many], writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0) return NULL;
    Py_buffer *one = &held->each[held->many++];
    if (one->len / 8 < least)
        return PyErr_Format(PyExc_ValueError, "a buffer has %zd numbers, and %lld are needed", one->len / 8, (long long)least);
    return one->buf;
}

void let_go(Buffers *held)
{
    for (int i = 0; i < held->many; i++) PyBuffer_Release(&held->each[i]);
}

i64 number(Reader *from)
{
    if (from->next >= from->end) return from->short_of = 1, 0;
    return *from->next++;
}

const i64 *numbers(Reader *from, i64 many)
{
    const i64 *start = from->next;
    if (many < 0 || many > from->end - from->next) return from->short_of = 1, NULL;
    from->next += many;
    return start;
}

const double *losses(Reader *from, i64 many)
{
    const double *start = from->loss;
    if (many < 0 || many > from->last_loss - from->loss) return from->short_of = 1, NULL;
    from->loss += many;
    return start;
}

static int rising_from(const i64 *each, i64 many, i64 least)
{
    for (i64 i = 0; i < many; least = each[i++])
        if (each[i] < least) return 0;
    return 1;
}

static int read_point(Reader *from, const LineWager *wager, Point *point)
{
    const i64 many = wager->stakes_many;
    point->ways = number(from), point->win = number(from), point->lose = number(from), point->push = number(from);
    point->odds = number(from), point->period = number(from);
    point->gain_step = number(from), point->risk_step = number(from), point->passes = number(from);
    point->flat_gain = numbers(from, many), point->cap = numbers(from, many);
    point->gain = numbers(from, point->odds), point->risk = numbers(from, point->odds);
    point->loss = losses(from, many);
    if (from->short_of || point->ways < 0 || point->win < 0 || point->lose < 0 || point->push < 0) return 0;
    if (point->win + point->lose < 1 || point->period < 1 || point->gain_step < 1 || point->risk_step < 1) return 0;
    if (point->passes < 0 || point->passes > 3) return 0;
    for (i64 i = 0; i < many; i++)
        if (point->flat_gain[i] < 0 || point->cap[i] < 0 || point->cap[i] > point->odds) return 0;
    return rising_from(point->gain, point->odds, 0) && rising_from(point->risk, point->odds, 1);
}

static int read_wager(Reader *from, LineWager *wager)
{
    wager->total = number(from), wager->push = number(from), wager->stakes_many = number(from);
    wager->ends = number(from), wager->points = number(from), wager->may_rise = number(from), wager->may_fall = number(from);
    const i64 many = wager->stakes_many;
    if (wager->points < 0 || wager->points > MOST_POINTS || wager->ends < 0 || wager->ends > 4096 || many > 1 << 24) return 0;
    wager->stakes = numbers(from, many), wager->cost = numbers(from, many);
    wager->weight = numbers(from, wager->ends), wager->net = numbers(from, wager->ends * many);
    wager->loss = losses(from, many);
    if (from->short_of || wager->total < 1 || wager->push < 0 || wager->push >= wager->total) return 0;
    if (!rising_from(wager->stakes, many, 1) || !rising_from(wager->cost, many, 1)) return 0;
    for (i64 i = 0; i < wager->ends * many; i++)
        if (wager->net[i] < -wager->cost[i % many]) return 0;
    for (i64 i = 0; i < many; i++)
        if (wager->cost[i] < wager->stakes[i]) return 0;
    for (i64 k = 0; k < wager->points; k++)
        if (!read_point(from, wager, &wager->point[k])) return 0;
    return 1;
}

int read_problem(Buffers *held, PyObject *numbers_given, PyObject *losses_given, Problem *problem)
{
    *problem = (Problem){0};
    Reader from = {0};
    if (!(from.next = take(held, numbers_given, 3, 0)) || !(from.loss = take(held, losses_given, 0, 0))) return 0;
    from.end = from.next + held->each[held->many - 2].len / 8;
    from.last_loss = from.loss + held->each[held->many - 1].len / 8;
    problem->goal = number(&from), problem->wagers = number(&from), problem->subfair = number(&from);
    problem->from = 1, problem->to = problem->goal;
    if (problem->goal < 2 || problem->goal > 1 << 24 || problem->wagers < 1 || problem->wagers > MOST_WAGERS) goto wrong;
    i64 wagers = problem->wagers;
    problem->wagers = 0;
    if (!(problem->wager = calloc((size_t)wagers, sizeof(LineWager)))) return PyErr_NoMemory(), 0;
    for (i64 n = 0; n < wagers; n++)
        if (!read_wager(&from, &problem->wager[n])) goto wrong;
    problem->wagers = wagers;
    if (!prepare(problem)) return PyErr_NoMemory(), 0;
    return 1;
wrong:
    PyErr_SetString(PyExc_ValueError, "there is no such problem");
    return 0;
}

/* What each wager is worth beside the money; whoever gives it takes it off the losses too, or says that they refute nothing. */
static int read_bonus(Buffers *held, PyObject *given, Problem *problem)
{
    const double *bonus = take(held, given, problem->wagers, 0);
    if (!bonus) return 0;
    for (i64 n = 0; n < problem->wagers; n++) problem->wager[n].bonus = bonus[n];
    return 1;
}

/* What the next shooter is worth, by cash; None: the dice never pass. */
static int read_after(Buffers *held, PyObject *given, Problem *problem)
{
    if (!given || given == Py_None) return 1;
    return (problem->after = take(held, given, problem->goal + 1, 0)) != NULL;
}

void drop_problem(Problem *problem)
{
    if (!problem->wager) return;
    release(problem);
    free(problem->wager);
}

static int read_policy(Buffers *held, PyObject *given, const Problem *problem, Policy *policy)
{
    PyObject *wager, *stake, *raised, *odds;
    const i64 many = problem->goal + 1;
    if (!PyArg_ParseTuple(given, "OOOO", &wager, &stake, &raised, &odds)) return 0;
    if (!(policy->wager = take(held, wager, many, 1)) || !(policy->stake = take(held, stake, many, 1))
        || !(policy->raised = take(held, raised, many * MOST_POINTS, 1))
        || !(policy->odds = take(held, odds, many * MOST_POINTS, 1)))
        return 0;
    for (i64 cash = 0; cash < many; cash++) {
        const i64 n = policy->wager[cash];
        if (n < 0) continue;
        int good = n < problem->wagers && policy->stake[cash] >= 0 && policy->stake[cash] < problem->wager[n].stakes_many
            && problem->wager[n].cost[policy->stake[cash]] <= cash;
        for (i64 k = 0; good && k < problem->wager[n].points; k++) {
            const i64 held_there = policy->raised[cash * MOST_POINTS + k], behind = policy->odds[cash * MOST_POINTS + k];
            const Point *point = &problem->wager[n].point[k];
            good = held_there < problem->wager[n].stakes_many && behind >= 0 && behind <= point->odds;
            if (good && held_there >= 0)
                good = problem->wager[n].stakes[held_there] + (behind ? point->risk[behind - 1] : 0) <= cash;
        }
        if (!good) return PyErr_SetString(PyExc_ValueError, "there is no such policy"), 0;
    }
    return 1;
}

PyObject *py_improve(PyObject *module, PyObject *args)
{
    PyObject *numbers_given, *losses_given, *bonus_given, *value_given, *better_given, *policy_given;
    PyObject *after_given = NULL, *answer = NULL;
    long long from, to;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOLLOOO|O", &numbers_given, &losses_given, &bonus_given, &from, &to, &value_given, &better_given,
                          &policy_given, &after_given))
        return NULL;
    Buffers held = {.many = 0};
    Problem problem;
    Policy policy;
    double *value, *better;
    if (read_problem(&held, numbers_given, losses_given, &problem) && read_bonus(&held, bonus_given, &problem)
        && (value = take(&held, value_given, problem.goal + 1, 1)) && (better = take(&held, better_given, problem.goal + 1, 1))
        && read_policy(&held, policy_given, &problem, &policy) && read_after(&held, after_given, &problem)) {
        problem.from = from < 1 ? 1 : from, problem.to = to > problem.goal ? problem.goal : to;
        double gain;
        i64 looked = 0;
        Py_BEGIN_ALLOW_THREADS
        gain = improve(&problem, value, better, &policy, &looked);
        Py_END_ALLOW_THREADS
        answer = gain < 0 ? PyErr_NoMemory() : Py_BuildValue("dL", gain, (long long)looked);
    }
    drop_problem(&problem);
    let_go(&held);
    return answer;
}

PyObject *py_evaluate(PyObject *module, PyObject *args)
{
    PyObject *numbers_given, *losses_given, *bonus_given, *value_given, *policy_given, *after_given = NULL, *answer = NULL;
    long long most;
    double least;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOOdL|O", &numbers_given, &losses_given, &bonus_given, &value_given, &policy_given, &least, &most,
                          &after_given))
        return NULL;
    Buffers held = {.many = 0};
    Problem problem;
    Policy policy;
    double *value;
    if (read_problem(&held, numbers_given, losses_given, &problem) && read_bonus(&held, bonus_given, &problem)
        && (value = take(&held, value_given, problem.goal + 1, 1)) && read_policy(&held, policy_given, &problem, &policy)
        && read_after(&held, after_given, &problem)) {
        i64 sweeps;
        Py_BEGIN_ALLOW_THREADS
        sweeps = evaluate(&problem, value, &policy, least, most);
        Py_END_ALLOW_THREADS
        answer = sweeps < 0 ? PyErr_NoMemory() : PyLong_FromLongLong(sweeps);
    }
    drop_problem(&problem);
    let_go(&held);
    return answer;
}

PyObject *py_find_excess(PyObject *module, PyObject *args)
{
    PyObject *numbers_given, *losses_given, *bonus_given, *upper_given, *answer = NULL;
    long long from, to;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOLLO", &numbers_given, &losses_given, &bonus_given, &from, &to, &upper_given)) return NULL;
    Buffers held = {.many = 0};
    Problem problem;
    i64 *upper;
    const i64 *bonus;
    if (read_problem(&held, numbers_given, losses_given, &problem) && (bonus = take(&held, bonus_given, problem.wagers, 0))
        && (upper = take(&held, upper_given, problem.goal + 1, 1))) {
        for (i64 n = 0; n < problem.wagers; n++) problem.wager[n].whole_bonus = bonus[n];
        problem.from = from < 1 ? 1 : from, problem.to = to > problem.goal ? problem.goal : to;
        i64 cash, wager = 0, stake = 0, looked = 0;
        Py_BEGIN_ALLOW_THREADS
        cash = find_excess(&problem, upper, &wager, &stake, &looked);
        Py_END_ALLOW_THREADS
        answer = cash < 0 ? PyErr_NoMemory()
                          : Py_BuildValue("LLLL", (long long)cash, (long long)wager, (long long)stake, (long long)looked);
    }
    drop_problem(&problem);
    let_go(&held);
    return answer;
}

PyObject *py_largest_means(PyObject *module, PyObject *args)
{
    PyObject *numbers_given, *losses_given, *value_given, *after_given, *means_given, *answer = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOO", &numbers_given, &losses_given, &value_given, &after_given, &means_given)) return NULL;
    Buffers held = {.many = 0};
    Problem problem;
    i64 *value, *means;
    if (read_problem(&held, numbers_given, losses_given, &problem) && (value = take(&held, value_given, problem.goal + 1, 0))
        && (problem.whole_after = take(&held, after_given, problem.goal + 1, 0))
        && (means = take(&held, means_given, problem.goal + 1, 1))) {
        int done;
        Py_BEGIN_ALLOW_THREADS
        done = largest_means(&problem, value, means);
        Py_END_ALLOW_THREADS
        answer = done ? Py_NewRef(Py_None) : PyErr_NoMemory();
    }
    drop_problem(&problem);
    let_go(&held);
    return answer;
}

PyObject *py_add_roll(PyObject *module, PyObject *args)
{
    PyObject *numbers_given, *losses_given, *value_given, *held_given, *answer = NULL;
    long long start;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOLOO", &numbers_given, &losses_given, &start, &value_given, &held_given)) return NULL;
    Buffers held = {.many = 0};
    Problem problem;
    i64 *value, *there, wager = -1, stake = -1;
    if (read_problem(&held, numbers_given, losses_given, &problem) && (value = take(&held, value_given, problem.goal + 1, 1))
        && (there = take(&held, held_given, held_size(&problem), 1))) {
        problem.from = start;
        int done;
        Py_BEGIN_ALLOW_THREADS
        done = add_roll(&problem, value, there, &wager, &stake);
        Py_END_ALLOW_THREADS
        answer = done ? Py_BuildValue("LL", (long long)wager, (long long)stake) : PyErr_NoMemory();
    }
    drop_problem(&problem);
    let_go(&held);
    return answer;
}
