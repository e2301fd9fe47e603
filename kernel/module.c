/* `sevenout.analysis.kernel._kernel`: what the kernel offers to Python. Arrays come as buffers, of array.array or NumPy alike;
   nothing is copied, and the interpreter's lock is let go while sessions are walked. */
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include "cells.h"
#include "joint.h"
#include "optimum_module.h"
#include "seats.h"
#include "pairs.h"
#include "walk.h"
#include "watch.h"

enum { MOST_BUFFERS = 9 * (MOST_PARTS + 2), MOST_CELLS = 1 << LEAST_AT };

/* The buffers that a call holds, let go together. */
typedef struct {
    Py_buffer each[MOST_BUFFERS];
    int many;
} Held;

static void let_go(Held *held)
{
    for (int i = 0; i < held->many; i++) PyBuffer_Release(&held->each[i]);
    held->many = 0;
}

/* A buffer of `least` numbers or more, `size` bytes each; NULL and an exception if it is shorter, or no buffer. */
static void *buffer(Held *held, PyObject *given, size_t size, i64 least, int writable, const char *name)
{
    Py_buffer *one = &held->each[held->many];
    if (PyObject_GetBuffer(given, one, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0) return NULL;
    held->many++;
    if (least < 0 || one->len / (i64)size < least)
        return PyErr_Format(PyExc_ValueError, "%s has %zd numbers, and %lld are needed", name, one->len / (Py_ssize_t)size,
                            (long long)least);
    return one->buf;
}

#define READ(to, given, least) ((to) = buffer(held, given, sizeof *(to), least, 0, #given))
#define WRITE(to, given, least) ((to) = buffer(held, given, sizeof *(to), least, 1, #given))

/* What the dice are drawn by: a seed, or a seed and the table of dice that are not fair as bytes (`O&`). */
typedef struct {
    u64 seed;
    const Loaded *loaded;
} Source;

static int source_from(PyObject *given, void *to)
{
    Source *source = to;
    PyObject *seed = given, *table = NULL;
    if (PyTuple_Check(given) && !PyArg_ParseTuple(given, "OS", &seed, &table)) return 0;
    source->loaded = NULL;
    if (table) {
        char *bytes;
        Py_ssize_t length;
        if (PyBytes_AsStringAndSize(table, &bytes, &length) < 0) return 0;
        if (length != (Py_ssize_t)sizeof(Loaded)) {
            PyErr_Format(PyExc_ValueError, "a table of dice has %zu bytes, not %zd", sizeof(Loaded), length);
            return 0;
        }
        source->loaded = (const Loaded *)(const void *)bytes;
        for (int i = 0; i < LOADED_COLUMNS; i++)
            if (source->loaded->below[i] >= KINDS || source->loaded->above[i] >= KINDS) {
                PyErr_SetString(PyExc_ValueError, "a table of dice has rolls from 0 to 35");
                return 0;
            }
    }
    source->seed = PyLong_AsUnsignedLongLong(seed);
    return !PyErr_Occurred();
}

static int rows_from(Held *held, PyObject *given, Rows *rows)
{
    PyObject *table, *origins, *lows, *highs, *layouts, *pieces, *singles, *closings, *column;
    long long many, columns, poor, first_row, first_rack, n_singles;
    int has_room;
    if (!PyArg_ParseTuple(given, "OOOOOOOOOLLLLpLL", &table, &origins, &lows, &highs, &layouts, &pieces, &singles, &closings,
                          &column, &many, &columns, &poor, &n_singles, &has_room, &first_row, &first_rack))
        return 0;
    if (many < 1 || many > MOST_CELLS || columns < 1 || columns > KINDS || first_row < 0 || first_row >= many * columns) {
        PyErr_SetString(PyExc_ValueError, "there are no such rows");
        return 0;
    }
    *rows = (Rows){.rows = many, .columns = columns, .poor = poor, .n_singles = n_singles, .has_room = has_room,
                   .first_row = first_row, .first_rack = first_rack};
    return READ(rows->table, table, many * columns) && READ(rows->origins, origins, 2 * many * columns)
        && READ(rows->lows, lows, many) && READ(rows->highs, highs, many) && READ(rows->layouts, layouts, many)
        && READ(rows->pieces, pieces, FIELDS) && READ(rows->singles, singles, n_singles)
        && (closings == Py_None || READ(rows->closings, closings, 2 * many))
        && READ(rows->column, column, KINDS);
}

/* Room for what comes of sessions that have rolls. */
static int outcomes_from(Held *held, PyObject *given, const Dice *dice, Outcomes *to)
{
    PyObject *worth, *played, *ending;
    const i64 count = dice->count;
    if (dice->rolls < 1) {
        PyErr_SetString(PyExc_ValueError, "a session has one roll or more");
        return 0;
    }
    return PyArg_ParseTuple(given, "OOO", &worth, &played, &ending) && WRITE(to->worth, worth, count)
        && WRITE(to->played, played, count) && WRITE(to->ending, ending, count);
}

static const Walker *walker_of(int vectors)
{
#ifdef SEVENOUT_VECTORS
    if (vectors) return &vector_walker;
#endif
    (void)vectors;
    return &plain_walker;
}

static PyObject *told(i64 what, const Met *met, i64 missed)
{
    return Py_BuildValue("LLLLLL", (long long)what, (long long)met->row, (long long)met->column, (long long)met->piece,
                         (long long)met->rack, (long long)missed);
}

PyDoc_STRVAR(walk_doc, "walk(rows, seed, first, count, rolls, numbers, lanes, outcomes, missed, vectors)\n"
    "Walks sessions, a roll a step. What nobody has found out ends the call, or the session if there is room in `missed`.");
static PyObject *py_walk(PyObject *module, PyObject *args)
{
    PyObject *rows_given, *numbers, *lanes_given, *outcomes, *missed_given;
    Source source;
    long long first, count, rolls;
    int vectors;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO&LLLOOOOp", &rows_given, source_from, &source, &first, &count, &rolls, &numbers,
                          &lanes_given, &outcomes, &missed_given, &vectors))
        return NULL;
    Held holding = {.many = 0}, *held = &holding;
    Rows rows;
    Outcomes to;
    Dice dice = {source.seed, first, count, rolls, NULL, source.loaded};
    Lanes *lanes;
    Missed missed = {NULL, 0};
    Met met = {0};
    PyObject *answer = NULL;
    if (rows_from(held, rows_given, &rows) && outcomes_from(held, outcomes, &dice, &to) && WRITE(lanes, lanes_given, 1)
        && (numbers == Py_None || READ(dice.numbers, numbers, count))
        && (missed_given == Py_None || WRITE(missed.index, missed_given, count))) {
        i64 what;
        Py_BEGIN_ALLOW_THREADS
        what = walker_of(vectors)->single(&rows, &dice, lanes, &to, missed.index ? &missed : NULL, &met);
        Py_END_ALLOW_THREADS
        answer = what < 0 ? PyErr_NoMemory() : told(what, &met, missed.many);
    }
    let_go(held);
    return answer;
}

PyDoc_STRVAR(walk_pairs_doc, "walk_pairs(rows, pairs, seed, first, count, rolls, outcomes, missed, vectors)\n"
    "Walks sessions, two rolls a step: how many pairs were played by the pieces, and how many sessions were missed.");
static PyObject *py_walk_pairs(PyObject *module, PyObject *args)
{
    PyObject *rows_given, *table, *lows, *highs, *outcomes, *missed_given;
    Source source;
    long long first, count, rolls;
    int vectors;
    (void)module;
    if (!PyArg_ParseTuple(args, "O(OOO)O&LLLOOp", &rows_given, &table, &lows, &highs, source_from, &source, &first,
                          &count, &rolls, &outcomes, &missed_given, &vectors))
        return NULL;
    Held holding = {.many = 0}, *held = &holding;
    Rows rows;
    Pairs pairs;
    Outcomes to;
    Dice dice = {source.seed, first, count, rolls, NULL, source.loaded};
    Missed missed = {NULL, 0};
    PyObject *answer = NULL;
    if (rows_from(held, rows_given, &rows) && outcomes_from(held, outcomes, &dice, &to)
        && READ(pairs.table, table, all_cells_of_pairs(rows.rows, rows.columns)) && READ(pairs.lows, lows, rows.rows)
        && READ(pairs.highs, highs, rows.rows) && WRITE(missed.index, missed_given, count)) {
        pairs.rows = rows.rows;
        i64 slow;
        Py_BEGIN_ALLOW_THREADS
        slow = walker_of(vectors)->pairs(&rows, &pairs, &dice, &to, &missed);
        Py_END_ALLOW_THREADS
        answer = Py_BuildValue("LL", (long long)slow, (long long)missed.many);
    }
    let_go(held);
    return answer;
}

PyDoc_STRVAR(pair_cells_doc, "pair_cells(rows, columns)\nHow many cells so many rows of two rolls have.");
static PyObject *py_pair_cells(PyObject *module, PyObject *args)
{
    long long rows, columns;
    (void)module;
    if (!PyArg_ParseTuple(args, "LL", &rows, &columns)) return NULL;
    return PyLong_FromLongLong(all_cells_of_pairs(rows, columns));
}

PyDoc_STRVAR(pair_doc, "pair(rows, table, lows, highs)\nMakes rows of two rolls from rows of one.");
static PyObject *py_pair(PyObject *module, PyObject *args)
{
    PyObject *rows_given, *table, *lows, *highs;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOO", &rows_given, &table, &lows, &highs)) return NULL;
    Held holding = {.many = 0}, *held = &holding;
    Rows rows;
    u64 *cells;
    i64 *least, *most;
    PyObject *answer = NULL;
    if (rows_from(held, rows_given, &rows) && WRITE(cells, table, all_cells_of_pairs(rows.rows, rows.columns))
        && WRITE(least, lows, rows.rows) && WRITE(most, highs, rows.rows)) {
        pair(&rows, cells, least, most);
        answer = Py_NewRef(Py_None);
    }
    let_go(held);
    return answer;
}

PyDoc_STRVAR(watch_doc,
    "watch(rows, seed, first, count, rolls, bankroll, watching, outcomes, lowest, falls, trail, missed)\n"
    "Plays sessions one after the other and keeps each one's lowest net and largest fall. `trail`: how often each row was\n"
    "rolled from, the nets of each session after every so many rolls, how many rolls that is, and how many nets.");
static PyObject *py_watch(PyObject *module, PyObject *args)
{
    PyObject *rows_given, *watching, *outcomes, *lowest_given, *falls_given, *visits, *paths, *missed_given;
    Source source;
    long long first, count, rolls, bankroll, stride, points;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO&LLLLOOOO(OOLL)O", &rows_given, source_from, &source, &first, &count, &rolls, &bankroll,
                          &watching, &outcomes, &lowest_given, &falls_given, &visits, &paths, &stride, &points,
                          &missed_given))
        return NULL;
    Held holding = {.many = 0}, *held = &holding;
    Rows rows;
    Outcomes to;
    Dice dice = {source.seed, first, count, rolls, NULL, source.loaded};
    Watching *now;
    i64 *lowest, *falls;
    Trail trail = {.stride = stride < 1 ? 1 : stride, .points = points};
    Missed missed = {NULL, 0};
    Met met = {0};
    PyObject *answer = NULL;
    if (rows_from(held, rows_given, &rows) && outcomes_from(held, outcomes, &dice, &to) && WRITE(now, watching, 1)
        && WRITE(lowest, lowest_given, count) && WRITE(falls, falls_given, count) && WRITE(trail.visits, visits, rows.rows)
        && WRITE(trail.paths, paths, count * points)
        && (missed_given == Py_None || WRITE(missed.index, missed_given, count))) {
        i64 what;
        Py_BEGIN_ALLOW_THREADS
        what = watch(&rows, &dice, bankroll, now, &to, lowest, falls, &trail, missed.index ? &missed : NULL, &met);
        Py_END_ALLOW_THREADS
        answer = told(what, &met, missed.many);
    }
    let_go(held);
    return answer;
}

PyDoc_STRVAR(jointly_doc, "jointly(parts, seed, first, count, rolls, start, under_way, outcomes, lowest, falls, missed)\n"
    "Plays sessions of a strategy's parts on one rack. `start`: rows, rack, worth, bankroll and which ending is ruin. The\n"
    "answer ends with the part that has to be asked.");
static PyObject *py_jointly(PyObject *module, PyObject *args)
{
    PyObject *parts_given, *rows_given, *under_way, *outcomes, *lowest_given, *falls_given, *missed_given;
    Source source;
    long long first, count, rolls, rack, worth, bankroll, ruin;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO&LLL(OLLLL)OOOOO", &parts_given, source_from, &source, &first, &count, &rolls,
                          &rows_given, &rack, &worth, &bankroll, &ruin, &under_way, &outcomes, &lowest_given, &falls_given, &missed_given))
        return NULL;
    const Py_ssize_t many = PyTuple_Check(parts_given) ? PyTuple_Size(parts_given) : 0;
    if (many < 1 || many > MOST_PARTS) return PyErr_Format(PyExc_ValueError, "a strategy has 1 to %d parts", MOST_PARTS);
    Held holding = {.many = 0}, *held = &holding;
    Rows parts[MOST_PARTS];
    Outcomes to;
    Dice dice = {source.seed, first, count, rolls, NULL, source.loaded};
    Start start = {rack, worth, bankroll, ruin, NULL};
    Jointly *now;
    i64 *lowest, *falls, about = 0;
    Missed missed = {NULL, 0};
    Met met = {0};
    PyObject *answer = NULL;
    int ready = 1;
    for (Py_ssize_t i = 0; ready && i < many; i++) ready = rows_from(held, PyTuple_GetItem(parts_given, i), &parts[i]);
    if (ready && outcomes_from(held, outcomes, &dice, &to) && READ(start.row, rows_given, many) && WRITE(now, under_way, 1)
        && WRITE(lowest, lowest_given, count) && WRITE(falls, falls_given, count)
        && (missed_given == Py_None || WRITE(missed.index, missed_given, count))) {
        i64 what;
        Py_BEGIN_ALLOW_THREADS
        what = jointly(parts, many, &dice, &start, now, &to, lowest, falls, missed.index ? &missed : NULL, &met, &about);
        Py_END_ALLOW_THREADS
        answer = Py_BuildValue("LLLLLLL", (long long)what, (long long)met.row, (long long)met.column, (long long)met.piece,
                               (long long)met.rack, (long long)missed.many, (long long)about);
    }
    let_go(held);
    return answer;
}

PyDoc_STRVAR(ends_doc, "ends(amounts, many)\nThe least amount, where it is first, the most, and where that is first.");
static PyObject *py_ends(PyObject *module, PyObject *args)
{
    PyObject *amounts;
    long long many;
    (void)module;
    if (!PyArg_ParseTuple(args, "OL", &amounts, &many)) return NULL;
    Held holding = {.many = 0}, *held = &holding;
    const i64 *each;
    PyObject *answer = NULL;
    if (many < 1) PyErr_SetString(PyExc_ValueError, "there are no amounts");
    else if (READ(each, amounts, many)) {
        Ends ends = ends_of(each, many);
        answer = Py_BuildValue("LLLL", (long long)ends.least, (long long)ends.least_at, (long long)ends.most,
                               (long long)ends.most_at);
    }
    let_go(held);
    return answer;
}

PyDoc_STRVAR(total_doc, "total(played, many)\nThe sum of numbers of 32 bits.");
static PyObject *py_total(PyObject *module, PyObject *args)
{
    PyObject *played;
    long long many, sum = 0;
    (void)module;
    if (!PyArg_ParseTuple(args, "OL", &played, &many)) return NULL;
    Held holding = {.many = 0}, *held = &holding;
    const i32 *each;
    PyObject *answer = NULL;
    if (READ(each, played, many)) {
        for (i64 at = 0; at < many; at++) sum += each[at];
        answer = PyLong_FromLongLong(sum);
    }
    let_go(held);
    return answer;
}

PyDoc_STRVAR(count_doc, "count(amounts, many, least, step, counts)\n"
    "Counts amounts that are whole steps apart: `counts` begins with those that are `least`.");
static PyObject *py_count(PyObject *module, PyObject *args)
{
    PyObject *amounts, *counts;
    long long many, least, step;
    (void)module;
    if (!PyArg_ParseTuple(args, "OLLLO", &amounts, &many, &least, &step, &counts)) return NULL;
    Held holding = {.many = 0}, *held = &holding;
    const i64 *each;
    i64 *often;
    PyObject *answer = NULL;
    if (step < 1) PyErr_SetString(PyExc_ValueError, "a step is above zero");
    else if (READ(each, amounts, many) && WRITE(often, counts, 1)) {
        i64 room = held->each[1].len / (i64)sizeof(i64), outside = 0;
        for (i64 at = 0; at < many; at++) {
            u64 above = (u64)(each[at] - least), place = above / (u64)step;
            if (place < (u64)room && place * (u64)step == above) often[place]++;
            else outside++;
        }
        if (outside) PyErr_SetString(PyExc_ValueError, "some amounts are outside the counts, or between two of them");
        else answer = Py_NewRef(Py_None);
    }
    let_go(held);
    return answer;
}

PyDoc_STRVAR(scale_doc, "scale(amounts, less, times)\nFrom each amount takes `less`, and multiplies what is left.");
static PyObject *py_scale(PyObject *module, PyObject *args)
{
    PyObject *amounts;
    long long less, times_each;
    (void)module;
    if (!PyArg_ParseTuple(args, "OLL", &amounts, &less, &times_each)) return NULL;
    Held holding = {.many = 0}, *held = &holding;
    i64 *each;
    PyObject *answer = NULL;
    if (WRITE(each, amounts, 0)) {
        for (i64 at = 0; at < held->each[0].len / (i64)sizeof(i64); at++) each[at] = (each[at] - less) * times_each;
        answer = Py_NewRef(Py_None);
    }
    let_go(held);
    return answer;
}

PyDoc_STRVAR(thrown_doc, "thrown(seed, sessions, blocks, vectors)\n"
    "A block of rolls for each of eight sessions, one by one and as pairs, as the walks throw them.");
static PyObject *py_thrown(PyObject *module, PyObject *args)
{
    PyObject *sessions, *blocks;
    Source source;
    int vectors;
    (void)module;
    if (!PyArg_ParseTuple(args, "O&OOp", source_from, &source, &sessions, &blocks, &vectors)) return NULL;
    Held holding = {.many = 0}, *held = &holding;
    const u64 *session, *block;
    PyObject *answer = NULL;
    if (READ(session, sessions, GROUP) && READ(block, blocks, GROUP)) {
        u64 rolls[BLOCK * GROUP], pairs[BLOCK / 2 * GROUP];
        const Dice dice = {source.seed, 0, 0, 0, NULL, source.loaded};
        walker_of(vectors)->thrown(&dice, session, block, rolls, pairs);
        /* No '#' format: built with the headers of one Python, it would be refused by an older one. */
        answer = Py_BuildValue("NN", PyBytes_FromStringAndSize((const char *)rolls, sizeof rolls),
                               PyBytes_FromStringAndSize((const char *)pairs, sizeof pairs));
    }
    let_go(held);
    return answer;
}

/* ---- sevenout.analysis.exact.sessions.session_step ---- */

static int edges_from(Held *held, PyObject *given, Edges *edges)
{
    PyObject *first, *target, *least, *most, *added, *over, *ending, *chance;
    if (!PyArg_ParseTuple(given, "OOOOOOOO", &first, &target, &least, &most, &added, &over, &ending, &chance)) return 0;
    if (!READ(edges->first, first, 1)) return 0;
    edges->rows = held->each[held->many - 1].len / (i64)sizeof(i64) - 1;
    i64 many = edges->first[edges->rows];
    return READ(edges->target, target, many) && READ(edges->least, least, many) && READ(edges->most, most, many)
        && READ(edges->added, added, many) && READ(edges->over, over, many) && READ(edges->ending, ending, many)
        && READ(edges->chance, chance, many);
}

static i64 endings_of(const Edges *edges)
{
    i64 most = 0;
    for (i64 edge = 0; edge < edges->first[edges->rows]; edge++)
        if (edges->target[edge] < 0 && edges->ending[edge] >= most) most = edges->ending[edge] + 1;
    return most;
}

PyDoc_STRVAR(reached_doc, "reached(edges, low, high, low_after, high_after)\nThe racks that each row can have after a roll.");
static PyObject *py_reached(PyObject *module, PyObject *args)
{
    PyObject *edges_given, *low_given, *high_given, *low_after_given, *high_after_given;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOO", &edges_given, &low_given, &high_given, &low_after_given, &high_after_given))
        return NULL;
    Held holding = {.many = 0}, *held = &holding;
    Edges edges;
    const i64 *low, *high;
    i64 *low_after, *high_after;
    PyObject *answer = NULL;
    if (edges_from(held, edges_given, &edges) && READ(low, low_given, edges.rows) && READ(high, high_given, edges.rows)
        && WRITE(low_after, low_after_given, edges.rows) && WRITE(high_after, high_after_given, edges.rows)) {
        cells_reached(&edges, low, high, low_after, high_after);
        answer = Py_NewRef(Py_None);
    }
    let_go(held);
    return answer;
}

PyDoc_STRVAR(move_doc, "move(edges, low, high, before, width, low_after, high_after, after, ended, ended_width)\n"
    "Moves each cell's probability to the cells it leads to.");
static PyObject *py_move(PyObject *module, PyObject *args)
{
    PyObject *edges_given, *low_given, *high_given, *before_given, *low_after_given, *high_after_given, *after_given,
        *ended_given;
    long long width, ended_width;
    (void)module;
    if (!PyArg_ParseTuple(args, "OOOOLOOOOL", &edges_given, &low_given, &high_given, &before_given, &width,
                          &low_after_given, &high_after_given, &after_given, &ended_given, &ended_width))
        return NULL;
    Held holding = {.many = 0}, *held = &holding;
    Edges edges;
    const i64 *low, *high, *low_after, *high_after;
    const double *before;
    double *after, *ended;
    PyObject *answer = NULL;
    if (edges_from(held, edges_given, &edges) && READ(low, low_given, edges.rows) && READ(high, high_given, edges.rows)
        && READ(before, before_given, edges.rows * width) && READ(low_after, low_after_given, edges.rows)
        && READ(high_after, high_after_given, edges.rows) && WRITE(after, after_given, edges.rows * width)
        && WRITE(ended, ended_given, endings_of(&edges) * ended_width)) {
        Py_BEGIN_ALLOW_THREADS
        cells_moved(&edges, low, high, before, width, low_after, high_after, after, ended, ended_width);
        Py_END_ALLOW_THREADS
        answer = Py_NewRef(Py_None);
    }
    let_go(held);
    return answer;
}

PyDoc_STRVAR(trim_doc, "trim(cells, rows, width, low, high, negligible)\nLets go of what is too small to matter.");
static PyObject *py_trim(PyObject *module, PyObject *args)
{
    PyObject *cells_given, *low_given, *high_given;
    long long rows, width;
    double negligible;
    (void)module;
    if (!PyArg_ParseTuple(args, "OLLOOd", &cells_given, &rows, &width, &low_given, &high_given, &negligible)) return NULL;
    Held holding = {.many = 0}, *held = &holding;
    const double *cells;
    i64 *low, *high;
    PyObject *answer = NULL;
    if (READ(cells, cells_given, rows * width) && WRITE(low, low_given, rows) && WRITE(high, high_given, rows)) {
        cells_trimmed(cells, rows, width, low, high, negligible);
        answer = Py_NewRef(Py_None);
    }
    let_go(held);
    return answer;
}

PyDoc_STRVAR(masses_doc, "masses(cells, rows, width, low, high, masses)\nThe probability of each row.");
static PyObject *py_masses(PyObject *module, PyObject *args)
{
    PyObject *cells_given, *low_given, *high_given, *masses_given;
    long long rows, width;
    (void)module;
    if (!PyArg_ParseTuple(args, "OLLOOO", &cells_given, &rows, &width, &low_given, &high_given, &masses_given)) return NULL;
    Held holding = {.many = 0}, *held = &holding;
    const double *cells;
    const i64 *low, *high;
    double *masses;
    PyObject *answer = NULL;
    if (READ(cells, cells_given, rows * width) && READ(low, low_given, rows) && READ(high, high_given, rows)
        && WRITE(masses, masses_given, rows)) {
        cells_weighed(cells, rows, width, low, high, masses);
        answer = Py_NewRef(Py_None);
    }
    let_go(held);
    return answer;
}

PyDoc_STRVAR(sums_doc, "sums(cells, rows, width, low, high, layouts)\nProbability times worth, and times worth squared.");
static PyObject *py_sums(PyObject *module, PyObject *args)
{
    PyObject *cells_given, *low_given, *high_given, *layouts_given;
    long long rows, width;
    (void)module;
    if (!PyArg_ParseTuple(args, "OLLOOO", &cells_given, &rows, &width, &low_given, &high_given, &layouts_given)) return NULL;
    Held holding = {.many = 0}, *held = &holding;
    const double *cells;
    const i64 *low, *high, *layouts;
    double first = 0, second = 0;
    PyObject *answer = NULL;
    if (READ(cells, cells_given, rows * width) && READ(low, low_given, rows) && READ(high, high_given, rows)
        && READ(layouts, layouts_given, rows)) {
        cells_summed(cells, rows, width, low, high, layouts, &first, &second);
        answer = Py_BuildValue("dd", first, second);
    }
    let_go(held);
    return answer;
}

static PyMethodDef methods[] = {
    {"walk", py_walk, METH_VARARGS, walk_doc},
    {"walk_pairs", py_walk_pairs, METH_VARARGS, walk_pairs_doc},
    {"pair_cells", py_pair_cells, METH_VARARGS, pair_cells_doc},
    {"pair", py_pair, METH_VARARGS, pair_doc},
    {"watch", py_watch, METH_VARARGS, watch_doc},
    {"jointly", py_jointly, METH_VARARGS, jointly_doc},
    {"ends", py_ends, METH_VARARGS, ends_doc},
    {"total", py_total, METH_VARARGS, total_doc},
    {"count", py_count, METH_VARARGS, count_doc},
    {"scale", py_scale, METH_VARARGS, scale_doc},
    {"thrown", py_thrown, METH_VARARGS, thrown_doc},
    {"reached", py_reached, METH_VARARGS, reached_doc},
    {"move", py_move, METH_VARARGS, move_doc},
    {"trim", py_trim, METH_VARARGS, trim_doc},
    {"masses", py_masses, METH_VARARGS, masses_doc},
    {"sums", py_sums, METH_VARARGS, sums_doc},
    {"improve", py_improve, METH_VARARGS, "Improves a policy once: the largest gain, and how many actions were tried."},
    {"evaluate", py_evaluate, METH_VARARGS, "Works out a policy's own value, in place: how many sweeps it took."},
    {"add_roll", py_add_roll, METH_VARARGS, "Adds a roll to a deadline: the best wager and stake at one cash, -1 if none helps."},
    {"step_seats", py_step_seats, METH_VARARGS, "Steps every seat of a learning environment by one act."},
    {"largest_means", py_largest_means, METH_VARARGS, "Finds the largest mean of any action by cash, in whole numbers rounded down."},
    {"find_excess", py_find_excess, METH_VARARGS, "Finds an action whose mean is above an upper function, in whole numbers."},
    {"improve_beside", py_improve_beside, METH_VARARGS, "Improves a part of a policy with another wager beside the line: the gain, actions tried."},
    {"evaluate_beside", py_evaluate_beside, METH_VARARGS, "Works out such a policy's own value, in place: how many sweeps it took."},
    {"find_excess_beside", py_find_excess_beside, METH_VARARGS, "Counts states of a part with an action above an upper function, in whole numbers."},
    {"find_fall_beside", py_find_fall_beside, METH_VARARGS, "Counts states at which such a policy does not raise a lower function."},
    {NULL, NULL, 0, NULL},
};

static int begin(PyObject *module)
{
    int vectors = 0;
#ifdef SEVENOUT_VECTORS
    __builtin_cpu_init();
    vectors = __builtin_cpu_supports("avx2") != 0;
#endif
    return PyModule_AddIntConstant(module, "VECTORS", vectors) < 0
        || PyModule_AddIntConstant(module, "LANES_BYTES", sizeof(Lanes)) < 0
        || PyModule_AddIntConstant(module, "WATCHING_BYTES", sizeof(Watching)) < 0
        || PyModule_AddIntConstant(module, "JOINTLY_BYTES", sizeof(Jointly)) < 0
        || PyModule_AddIntConstant(module, "MOST_PARTS", MOST_PARTS) < 0 ? -1 : 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)begin}, {0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_kernel", "Sessions walked through the rows of a traced strategy.", 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__kernel(void) { return PyModuleDef_Init(&definition); }
