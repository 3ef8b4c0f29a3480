// From the Butcher tableau of an explicit Runge-Kutta method to its substeps.
#pragma once

#include "method.hpp"
#include "ratio.hpp"

namespace mol {

// u_i = u_0 + dt sum over j < i of a_ij f_j,   f_i = f(t + c_i dt, u_i),   u = u_0 + dt sum of b_i f_i.
struct Tableau {
  std::vector<Ratio> c;
  std::vector<std::vector<Ratio>> a; // rows below the first, up to the diagonal
  std::vector<Ratio> b;
  std::vector<Ratio> b_lower = {}; // the embedded method, if any
};

// dt * f_i is kept in scratch value i. The step seen by a right-hand side is that to the next stage.
Method<Ratio> from_tableau(std::string name, int order, Tableau const& tableau);

// The assignments after stage number `stage`: dt * f is kept, and u_0 + sum of row[k] times scratch k becomes current.
std::vector<Assignment<Ratio>> stage_update(std::size_t stage, std::vector<Ratio> const& row);

} // namespace mol
