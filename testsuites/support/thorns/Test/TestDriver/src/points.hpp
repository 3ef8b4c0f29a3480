// Writes and checks every point of a variable on this process.
#pragma once

#include "cctk.h"

#include <array>
#include <functional>

namespace test_driver {

// The part of a group's index space that this process holds.
struct Box {
  int dimension = 0;
  bool is_grid_function = false;
  std::array<int, 3> gsh = {1, 1, 1}, lsh = {1, 1, 1}, ash = {1, 1, 1}, lbnd = {}, ghosts = {}, begin = {},
                     end = {1, 1, 1};
};
Box box_of(cGH const* gh, int group);

// Returns the global index of the point whose value must be found at `global`. For a periodic image, this is the
// original point, otherwise `global` itself.
std::array<int, 3> owner_of(Box const& box, std::array<int, 3> global);
bool is_owned(Box const& box, std::array<int, 3> local);

using Visit = std::function<void(std::array<int, 3> local, std::array<int, 3> global, long offset)>;
void for_each_point(Box const& box, Visit const& visit);

// Returns a value that encodes variable, point and iteration. The value is exact in every type that the test uses.
double value_at(int variable, std::array<int, 3> owner, int iteration);

// Write and compare one element of an array of any type that the test uses. A complex element is value + 2 value i.
void write_point(void* data, int type, long offset, double value);
bool holds(void const* data, int type, long offset, double value);

// `fill` sets the points that this process owns and assigns wrong values to all others. `check` ends the run with an
// error if any point is wrong.
void fill(cGH const* gh, int group, int iteration);
void check(cGH const* gh, int group, int time_level, int iteration);

} // namespace test_driver
