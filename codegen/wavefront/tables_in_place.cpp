#include "codegen/wavefront/tables_in_place.hpp"

#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::wavefront {

namespace {

/// A function in the order of execution: its pass and its number in the pass.
struct Position {
  std::size_t pass = 0, number = 0;
};

Position position_of(SweepPasses const& passes, std::string const& function) {
  for (std::size_t pass = 0; pass < passes.passes.size(); ++pass) {
    auto const& functions = passes.passes[pass].functions;
    for (std::size_t number = 0; number < functions.size(); ++number)
      if (functions[number] == function) return {pass, number};
  }
  return {passes.passes.size(), 0};
}

/// Whether `reader` reads an element before `writer` overwrites it, or in the same statement.
bool precedes(SweepPasses const& passes, std::string const& reader, base::Index3 const& offset,
              std::string const& writer) {
  Position const reading = position_of(passes, reader), writing = position_of(passes, writer);
  if (reading.pass != writing.pass) return reading.pass < writing.pass;
  bool is_here = true, is_after = true; // points that follow in all directions are overwritten later
  for (int axis = 0; axis < 3; ++axis) {
    is_here = is_here && offset[axis] == 0;
    is_after = is_after && offset[axis] * passes.passes[reading.pass].direction[axis] >= 0 &&
               (offset[axis] == 0 || passes.passes[reading.pass].direction[axis] != 0);
  }
  return is_here ? reading.number <= writing.number : is_after;
}

bool can_replace(SweepPasses const& passes, std::string const& table, std::string const& grid_function,
                 std::string const& stored) {
  if (position_of(passes, table).pass >= position_of(passes, stored).pass) return false;
  for (auto const& [reader, reads] : passes.reads)
    for (SweepRead const& read : reads) {
      bool const is_old_value = !read.is_call && read.name == grid_function && !passes.copied.contains(grid_function);
      if (is_old_value && !precedes(passes, reader, read.offset, table)) return false;
      if (read.is_call && read.name == table && !precedes(passes, reader, read.offset, stored)) return false;
    }
  return true;
}

} // namespace

std::map<std::string, std::string> tables_in_place(recursion::Sweep const& sweep, SweepPasses const& passes) {
  std::map<std::string, std::string> result;
  for (auto const& [grid_function, stored] : sweep.stores)
    for (auto const& [function, array] : passes.arrays) {
      bool const is_table = !base::contains(passes.grid, array) && !result.contains(function);
      if (!is_table || !can_replace(passes, function, grid_function, stored)) continue;
      result[function] = grid_function;
      break;
    }
  return result;
}

} // namespace chemora::wavefront
