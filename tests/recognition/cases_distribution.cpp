// Loops that are cut between their statements where a running value is among them, and near misses: circles of
// statements, dependences without a running value (serial, with advice), floats of a tree that decide.
#include <doctest/doctest.h>

#include "suite.h"

namespace {

const qc_test::Suite distribution = {
    "running arrays beside other statements",
    qc_test::signal_inputs,
    qc_test::signal_uses,
    {
        {"for i=1..n-1\n x[i] = x[i-1]+y[i]\n z[i] = x[i]*2\nend\n", "scan i: + x"},
        {"for i=1..n-1\n x[i] = x[i-1]+y[i]\n s += x[i]\nend\n", "scan i: + x; + s"},
        {"for i=1..n-1\n z[i] = x[i-1]*2\n x[i] = x[i-1]+y[i]\nend\n", "scan i: + x"},
        {"for i=1..n-1\n t = y[i]*w[i]\n x[i] = t+1\n s += x[i-1]*t\n z[i] = max(z[i-1], x[i])\nend\n",
         "scan i: + s; max z"},
        {"for i=1..n-2\n x[i] = x[i-1]+w[i]\n y[i] = y[i+1]*2+x[i]\nend\n", "scan i: + x"},
        {"for i=1..n-1\n k[i] = k[i-1]+1\n z[i] = k[i] > 50 ? 1 : 0\nend\n", "scan i: + k"},
        {"#pragma force_parallel\nfor i=1..n-1\n x[i] = x[i-1]+y[i]\n z[i] = x[i]*2\nend\n", "scan i: + x"},
        {"for i=1..n-1\n x[i] = x[i-1]+y[i]\n z[i] = z[i-1]+x[i]\nend\n", "scan i: + x; + z"},
        {"for i=n-2..-1..0\n x[i] = x[i+1]+y[i]\n if w[i] > 0.5\n  z[i] = w[i]\n end\n j0 = i\nend\n", "scan i: + x"},
        {"for i=1..n-1\n x[i] = x[i-1]+y[i]\n z[i] = x[i] > 0 ? 1 : 0\nend\n", "serial R007"},
        {"for i=1..n-1\n x[i] = x[i-1]+z[i-1]\n z[i] = x[i]*2\nend\n", "serial R007"},
        {"for i=1..n-1\n x[i] = x[i-1]*y[i]+w[i]\n z[i] = x[i]*2\nend\n", "serial R007"},
        {"for i=1..n-1\n x[i] = w[i]\n z[i] = x[i-1]*2\nend\n", "serial R007"},
        {"for i=1..n-1\n s += x[i-1]\n x[i] = y[i]\nend\n", "serial R007"},
        {"for i=1..n-1\n x[i] = x[i-1]+y[i]\n if w[i] > 0.7\n  break\n end\nend\n", "serial R013"},
        {"for i=1..n-1\n x[i] = x[i-1]+y[i]\n z[k[i]] = x[i]\nend\n", "serial R007"},
        {"#pragma force_parallel\nfor i=1..n-1\n x[i] = x[i-1]+y[i]\n z[i] = w[i-1]\n w[i] = y[i]\nend\n",
         "error Q0501"},
        {"for i=1..n-1\n x[i] = x[i-1]+s\n s = w[i]*x[i]\nend\n", "serial R020"},
        {"for i=1..n-1\n z[i] = x[i-1]*2\n x[i] = w[i]\nend\n", "serial R007"},
        {"for i=0..n-2\n x[i] = y[i]\n x[i+1] = w[i]*2\nend\n", "serial R009"},
    }};

}  // namespace

QC_SUITE(distribution)
