// A variable whose boundary points are to be set, and where they are.
#pragma once

#include "cctk.h"
#include "faces/parts.hpp"

namespace boundary {

struct Target {
  cGH const* cctkGH;
  int variable;
  Box box;
  Faces faces;             // those that are outer, non-symmetry boundaries
  std::vector<Zone> zones; // what of them lies in this process' box
  Part part;               // what of the box is to be set: all of it, or some of the parts of a Split
  int asked_faces;         // of which `faces` are left

  template <class Type>
  Type* data(int time_level = 0) const {
    return static_cast<Type*>(raw(time_level));
  }
  void* raw(int time_level) const; // null without storage
};

// The same, to be set in a part of its box only.
Target within(Target target, Part const& part);

// A request: bits of faces, a width (negative: from the table), a table of options (may be no table).
struct Request {
  int variable;
  int faces;
  int width;
  int table;
};

// Boundary widths in the order x lower, x upper, y lower, ...: `width` if not negative, else BOUNDARY_WIDTH of the
// table, else (no table, or no such key) the numbers of ghost zones.
std::array<int, 2 * max_dim> widths_of(cGH const* cctkGH, Request const& request, char const* condition);

// Where the condition is to be applied on this process. Ends the run if it cannot be.
Target make_target(cGH const* cctkGH, int variable, int faces, std::array<int, 2 * max_dim> const& widths,
                   char const* condition);

// The same for another variable, if that comes to the same but for the variable: where the other target was made just
// before.
Target make_target_like(Target const& other, int variable, int faces, std::array<int, 2 * max_dim> const& widths,
                        char const* condition);

// An entry of a table of options (real or integer), or `otherwise` if there is none.
double real_option(int table, char const* key, double otherwise);

} // namespace boundary
