#ifndef SEVENOUT_OPTIMUM_MODULE_H
#define SEVENOUT_OPTIMUM_MODULE_H

PyObject *py_improve(PyObject *module, PyObject *args);
PyObject *py_evaluate(PyObject *module, PyObject *args);
PyObject *py_find_excess(PyObject *module, PyObject *args);
PyObject *py_largest_means(PyObject *module, PyObject *args);
PyObject *py_add_roll(PyObject *module, PyObject *args);
PyObject *py_improve_beside(PyObject *module, PyObject *args);
PyObject *py_evaluate_beside(PyObject *module, PyObject *args);
PyObject *py_find_excess_beside(PyObject *module, PyObject *args);
PyObject *py_find_fall_beside(PyObject *module, PyObject *args);

#endif
