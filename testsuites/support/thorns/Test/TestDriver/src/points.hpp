// Every point of a variable on this process, and the value it must have.
#pragma once

#include "cctk.h"

#include <array>
#include <functional>

namespace test_driver {

// A part of a group on this process.
struct Box {
  int dimension = 0;
  bool is_grid_function = false;
  std::array<int, 3> gsh = {1, 1, 1}, lsh = {1, 1, 1}, ash = {1, 1, 1}, lbnd = {}, ghosts = {}, begin = {},
                     end = {1, 1, 1};
};
Box box_of(cGH const* gh, int group);

// The point that owns the value at a global index. In periodic directions, an image has another owner.
std::array<int, 3> owner_of(Box const& box, std::array<int, 3> global);
bool is_owned(Box const& box, std::array<int, 3> local);

using Visit = std::function<void(std::array<int, 3> local, std::array<int, 3> global, long offset)>;
void for_each_point(Box const& box, Visit const& visit);

// A number that encodes variable, point and iteration, and is exact in every type in use.
double value_at(int variable, std::array<int, 3> owner, int iteration);

// Reads and writes a point of any type in use; complex numbers as value + 2 value i.
void write_point(void* data, int type, long offset, double value);
bool holds(void const* data, int type, long offset, double value);

// `fill` sets the points that this process owns and assigns wrong values to all others. `check` ends the run with an
// error if any point is wrong.
void fill(cGH const* gh, int group, int iteration);
void check(cGH const* gh, int group, int time_level, int iteration);

} // namespace test_driver
