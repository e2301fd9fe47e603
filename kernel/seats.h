/* Seats that learn, stepped together: see sevenout.player.learning.vector_env. */
#ifndef SEVENOUT_SEATS_H
#define SEVENOUT_SEATS_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

PyObject *py_step_seats(PyObject *module, PyObject *args);

#endif
