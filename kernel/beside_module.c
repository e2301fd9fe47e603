/* What the solver asks of the kernel about another wager beside the line. A problem comes as the arrays of
   `optimum_module.c` and one more of each: see sevenout.analysis.solver.aims.beside. */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>
#include <stdlib.h>

#include "beside.h"
#include "optimum_module.h"
#include "problem_reader.h"

typedef struct {
    Buffers held;
    Problem problem;
    Beside beside;
    BesideBet *bets;
} Asked;

static int read_menu(Reader *from, BesideMenu *menu, BesideBet **next, i64 *left, i64 groups)
{
    menu->many = number(from);
    if (from->short_of || menu->many < 0 || menu->many > *left) return 0;
    menu->bet = *next, *next += menu->many, *left -= menu->many;
    const double *lost = losses(from, menu->many);
    for (i64 b = 0; b < menu->many; b++) {
        BesideBet *bet = &menu->bet[b];
        bet->cost = number(from), bet->own = number(from), bet->entries = number(from);
        bet->entry = numbers(from, 3 * bet->entries);
        if (from->short_of || bet->cost < 0 || bet->own < 0) return 0;
        bet->loss = lost[b];
        for (const i64 *entry = bet->entry; entry < bet->entry + 3 * bet->entries; entry += 3)
            if (entry[0] < 0 || entry[0] >= groups || entry[1] < 0 || entry[2] < -bet->cost) return 0;
    }
    return 1;
}

static int read_menus(Asked *asked, PyObject *numbers_given, PyObject *losses_given)
{
    const i64 wagers = asked->problem.wagers;
    Beside *beside = &asked->beside;
    Reader from = {0};
    if (!(from.next = take(&asked->held, numbers_given, 2 + wagers, 0)) || !(from.loss = take(&asked->held, losses_given, 1, 0)))
        return 0;
    from.end = from.next + asked->held.each[asked->held.many - 2].len / 8;
    from.last_loss = from.loss + asked->held.each[asked->held.many - 1].len / 8;
    i64 left = from.last_loss - from.loss - 1;
    beside->problem = &asked->problem;
    beside->rolls = number(&from), beside->limit = *losses(&from, 1), beside->flats = numbers(&from, wagers);
    BesideBet *next = asked->bets = calloc((size_t)left + 1, sizeof(BesideBet));
    beside->come_out = calloc((size_t)wagers, sizeof(BesideMenu));
    beside->point = calloc((size_t)wagers * MOST_POINTS, sizeof(BesideMenu));
    if (!next || !beside->come_out || !beside->point) return PyErr_NoMemory(), 0;
    int good = beside->rolls > 0 && read_menu(&from, &beside->alone, &next, &left, 1);
    for (i64 n = 0; good && n < wagers; n++) {
        const LineWager *wager = &asked->problem.wager[n];
        good = beside->flats[n] > 0 && beside->flats[n] <= wager->stakes_many
            && read_menu(&from, &beside->come_out[n], &next, &left, 1 + wager->ends + wager->points);
        for (i64 k = 0; good && k < wager->points; k++)
            good = read_menu(&from, &beside->point[n * MOST_POINTS + k], &next, &left, DECISIONS)
                && beside->point[n * MOST_POINTS + k].many > 0;
    }
    if (!good) PyErr_SetString(PyExc_ValueError, "there is no such problem");
    return good;
}

static int read_asked(Asked *asked, PyObject *given)
{
    PyObject *numbers_given, *losses_given, *menus_given, *menu_losses_given;
    if (!PyArg_ParseTuple(given, "OOOO", &numbers_given, &losses_given, &menus_given, &menu_losses_given)) return 0;
    return read_problem(&asked->held, numbers_given, losses_given, &asked->problem)
        && read_menus(asked, menus_given, menu_losses_given);
}

static int read_states(Asked *asked, PyObject *value_given, PyObject *held_given, void **value, void **held, int writable)
{
    return (*value = take(&asked->held, value_given, asked->problem.goal + 1, writable))
        && (*held = take(&asked->held, held_given, beside_size(&asked->beside), writable));
}

/* A policy of which every number names something that is there and can be paid for. */
static int read_policy(Asked *asked, PyObject *line_given, PyObject *chosen_given, BesidePolicy *policy)
{
    const Problem *problem = &asked->problem;
    const Beside *beside = &asked->beside;
    const i64 goal = problem->goal, row = goal + 1;
    if (!(policy->line = take(&asked->held, line_given, 3 * row, 1))
        || !(policy->held = take(&asked->held, chosen_given, 2 * beside_size(beside), 1)))
        return 0;
    int good = 1;
    for (i64 cash = 0; good && cash < goal; cash++) {
        const i64 *done = policy->line + 3 * cash, n = done[0];
        if (n < 0) continue;
        good = n <= problem->wagers && done[2] >= 0;
        if (good && n == problem->wagers) good = done[2] < beside->alone.many && beside->alone.bet[done[2]].cost <= cash;
        else if (good)
            good = done[1] >= 0 && done[1] < beside->flats[n] && done[2] < beside->come_out[n].many
                && problem->wager[n].cost[done[1]] + beside->come_out[n].bet[done[2]].cost <= cash;
    }
    const i64 *done = policy->held;
    for (i64 n = 0; good && n < problem->wagers; n++)
        for (i64 k = 0; good && k < problem->wager[n].points; k++) {
            const LineWager *wager = &problem->wager[n];
            const BesideMenu *menu = &beside->point[n * MOST_POINTS + k];
            for (i64 at = 0; good && at < beside->flats[n] * row; at++, done += 2) {
                const i64 stake = at / row, rack = at % row;
                if (rack == goal) continue;
                if (done[0] < 0)
                    good = wager->may_fall
                        || (wager->may_rise && stake + 1 < beside->flats[n] && rack >= wager->stakes[stake + 1] - wager->stakes[stake]);
                else
                    good = done[0] < menu->many && done[1] >= 0 && done[1] <= wager->point[k].odds
                        && menu->bet[done[0]].cost + (done[1] ? wager->point[k].risk[done[1] - 1] : 0) <= rack;
            }
        }
    if (!good) PyErr_SetString(PyExc_ValueError, "there is no such policy");
    return good;
}

static PyObject *finish(Asked *asked, PyObject *answer)
{
    free(asked->bets);
    free(asked->beside.come_out);
    free(asked->beside.point);
    drop_problem(&asked->problem);
    let_go(&asked->held);
    return answer;
}

PyObject *py_improve_beside(PyObject *module, PyObject *args)
{
    PyObject *given, *value_given, *held_given, *line_given, *chosen_given, *answer = NULL;
    long long part, most;
    (void)module;
    if (!PyArg_ParseTuple(args, "OLLOOOO", &given, &part, &most, &value_given, &held_given, &line_given, &chosen_given)) return NULL;
    Asked asked = {0};
    BesidePolicy policy;
    void *value, *held;
    if (read_asked(&asked, given) && read_states(&asked, value_given, held_given, &value, &held, 1)
        && read_policy(&asked, line_given, chosen_given, &policy)) {
        double gain;
        i64 looked = 0;
        Py_BEGIN_ALLOW_THREADS
        gain = improve_beside(&asked.beside, part, most, value, held, &policy, &looked);
        Py_END_ALLOW_THREADS
        answer = gain < 0 ? PyErr_NoMemory() : Py_BuildValue("dL", gain, (long long)looked);
    }
    return finish(&asked, answer);
}

PyObject *py_evaluate_beside(PyObject *module, PyObject *args)
{
    PyObject *given, *value_given, *held_given, *line_given, *chosen_given, *answer = NULL;
    double bonus, least;
    long long most;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOOddL", &given, &value_given, &held_given, &line_given, &chosen_given, &bonus, &least, &most))
        return NULL;
    Asked asked = {0};
    BesidePolicy policy;
    void *value, *held;
    if (read_asked(&asked, given) && read_states(&asked, value_given, held_given, &value, &held, 1)
        && read_policy(&asked, line_given, chosen_given, &policy)) {
        i64 sweeps;
        Py_BEGIN_ALLOW_THREADS
        sweeps = evaluate_beside(&asked.beside, value, held, &policy, bonus, least, most);
        Py_END_ALLOW_THREADS
        answer = PyLong_FromLongLong(sweeps);
    }
    return finish(&asked, answer);
}

PyObject *py_find_excess_beside(PyObject *module, PyObject *args)
{
    PyObject *given, *value_given, *held_given, *answer = NULL;
    long long part;
    (void)module;
    if (!PyArg_ParseTuple(args, "OLOO", &given, &part, &value_given, &held_given)) return NULL;
    Asked asked = {0};
    void *value, *held;
    if (read_asked(&asked, given) && read_states(&asked, value_given, held_given, &value, &held, 0)) {
        i64 above, looked = 0;
        Py_BEGIN_ALLOW_THREADS
        above = find_excess_beside(&asked.beside, part, value, held, &looked);
        Py_END_ALLOW_THREADS
        answer = above < 0 ? PyErr_NoMemory() : Py_BuildValue("LL", (long long)above, (long long)looked);
    }
    return finish(&asked, answer);
}

PyObject *py_find_fall_beside(PyObject *module, PyObject *args)
{
    PyObject *given, *value_given, *held_given, *line_given, *chosen_given, *answer = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOO", &given, &value_given, &held_given, &line_given, &chosen_given)) return NULL;
    Asked asked = {0};
    BesidePolicy policy;
    void *value, *held;
    if (read_asked(&asked, given) && read_states(&asked, value_given, held_given, &value, &held, 0)
        && read_policy(&asked, line_given, chosen_given, &policy)) {
        i64 below;
        Py_BEGIN_ALLOW_THREADS
        below = find_fall_beside(&asked.beside, value, held, &policy);
        Py_END_ALLOW_THREADS
        answer = PyLong_FromLongLong(below);
    }
    return finish(&asked, answer);
}
