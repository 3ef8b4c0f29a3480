// Multirate methods: slow variables are evaluated less often than fast ones.
#pragma once

#include "method.hpp"
#include "ratio.hpp"

namespace mol {

// Two steps of the fast method in one of the slow one (2:1), after Schlegel, Knoth, Arnold and Wolke, J. Comput. Appl.
// Math. 226, 345 (2009). Every dt * f is kept, in scratch values 0, 1, ...
Method<Ratio> multirate_rk2(); // "RK2-MR-2:1": order 2, 5 substeps, of which 2 evaluate the slow right-hand sides
Method<Ratio> multirate_rk4(); // "RK4-MR-2:1": order 3, 10 substeps, of which 4 do

// "RK4-RK2": the fast variables by the classical Runge-Kutta method, the slow ones by Heun's, whose second evaluation
// is at the end of the step. Fast variables that do not depend on slow ones have order 4, then slow ones order 2; if
// they do, the whole has order 1: the right-hand sides in the middle of the step see slow values of its end.
Method<Ratio> rk4_with_rk2();

} // namespace mol
