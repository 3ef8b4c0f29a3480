// Runge-Kutta methods with an embedded method of one order less, whose difference estimates the error of a step.
#pragma once

#include "method.hpp"
#include "ratio.hpp"

namespace mol {

// Every dt * f is kept, in scratch values 0, 1, ...; the solution of higher order is the one that goes on.
Method<Ratio> fehlberg_45();  // "RK45":   E. Fehlberg, NASA TR R-315 (1969), Table III; 6 stages
Method<Ratio> cash_karp_45(); // "RK45CK": Cash and Karp, ACM Trans. Math. Softw. 16, 201 (1990); 6 stages
// "RK65": Prince and Dormand, J. Comput. Appl. Math. 7, 67 (1981), RK6(5)8M; 8 stages
Method<Ratio> prince_dormand_65();
// "RK87": the same paper, RK8(7)13M; 13 stages. Its fractions are approximations, good to about 18 digits.
Method<Ratio> prince_dormand_87();

} // namespace mol
