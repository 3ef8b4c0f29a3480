// The nest as one thread of a block sees it.
#include "codegen/emit/block_printer.hpp"

#include "codegen/emit/c_printer.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::emit {

namespace {

using ir::Loop;
using ir::Mapping;

class BlockPrinter final : public CPrinter {
public:
  BlockPrinter(ir::Loops const& loops, BlockDialect const& dialect) : CPrinter(loops, dialect), blocks_(dialect) {}

private:
  void print_nest() override {
    bool is_before_points = true;
    for (std::size_t n = 0; n < loops_.nest.size(); ++n) {
      Loop const& loop = loops_.nest[n];
      if (loop.over_tiles) {
        line(fmt::format("int const tile_{0} = lower_{0} + {1}*{2};", "xyz"[loop.axis], blocks_.block_index(loop.axis),
                         loop.step));
        continue;
      }
      if (is_before_points) print_tile_head();
      is_before_points = false;
      open_points(loop);
      if (n + 1 == loops_.nest.size()) line("long const i = x + y*dj + z*dk;");
      for (ir::Statement const& statement : loop.body) print_statement(statement);
    }
  }

  /// Where there is a thread for each point of the tile, no loop is needed.
  void open_points(Loop const& loop) {
    char const axis = "xyz"[loop.axis];
    std::string const begin = begin_of(loop.axis), end = end_of(loop.axis);
    bool const is_spread = loop.mapping == Mapping::block;
    std::string const first = is_spread ? begin + " + " + blocks_.thread_index(loop.axis) : begin;
    if (is_spread && has_thread_per_point(loop)) {
      line(fmt::format("int const {} = {};", axis, first));
      open(fmt::format("if ({} < {})", axis, end));
      return;
    }
    if (loop.unroll > 1) line(fmt::format("#pragma unroll {}", loop.unroll));
    open(fmt::format("for (int {0} = {1}; {0} < {2}; {0} += {3})", axis, first, end, is_spread ? loop.lanes : 1));
  }

  bool has_thread_per_point(Loop const& loop) const {
    return std::any_of(loops_.nest.begin(), loops_.nest.end(), [&](Loop const& other) {
      return other.over_tiles && other.axis == loop.axis && other.step == loop.lanes;
    });
  }

  BlockDialect const& blocks_;
};

} // namespace

std::string print_block_kernel(ir::Loops const& loops, BlockDialect const& dialect) {
  if (loops.nest.empty() || loops.nest.front().mapping != Mapping::blocks)
    throw base::InternalError(
        fmt::format("Loops `{}` are not mapped to blocks of threads: their plan is for the host.", loops.kernel));
  if (loops.allocated == ir::told_at_launch)
    throw base::InternalError(
        fmt::format("Loops `{}` are for arrays of any extents, which only kernels of the host are.", loops.kernel));
  return BlockPrinter(loops, dialect).print();
}

} // namespace chemora::emit
