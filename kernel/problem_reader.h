/* A problem of the solver as it comes from Python: shared by the files that ask the kernel about one. Include Python.h before. */
#ifndef SEVENOUT_PROBLEM_READER_H
#define SEVENOUT_PROBLEM_READER_H

#include "optimum.h"

typedef struct {
    Py_buffer each[12];
    int many;
} Buffers;

/* Numbers that are read one after the other, and never beyond the last. */
typedef struct {
    const i64 *next, *end;
    const double *loss, *last_loss;
    int short_of;
} Reader;

void *take(Buffers *held, PyObject *given, i64 least, int writable);
void let_go(Buffers *held);
i64 number(Reader *from);
const i64 *numbers(Reader *from, i64 many);
const double *losses(Reader *from, i64 many);
int read_problem(Buffers *held, PyObject *numbers_given, PyObject *losses_given, Problem *problem);
void drop_problem(Problem *problem);

#endif
