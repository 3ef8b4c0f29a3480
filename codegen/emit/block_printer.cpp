// The nest as one thread of a block sees it.
#include "codegen/emit/block_printer.hpp"

#include "codegen/emit/c_printer.hpp"
#include "codegen/emit/kernel_arguments.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace chemora::emit {

namespace {

using ir::Loop;
using ir::Mapping;
using ir::Statement;

class BlockPrinter final : public CPrinter {
public:
  BlockPrinter(ir::Loops const& loops, BlockDialect const& dialect) : CPrinter(loops, dialect), blocks_(dialect) {}

private:
  void print_nest() override {
    declare_tiles();
    bool is_before_points = true;
    for (std::size_t n = 0; n < loops_.nest.size(); ++n) {
      Loop const& loop = loops_.nest[n];
      if (loop.over_tiles) {
        line(fmt::format("int const tile_{0} = lower_{0} + {1}*{2};", "xyz"[loop.axis], blocks_.block_index(loop.axis),
                         loop.step));
        continue;
      }
      if (is_before_points) print_before_points(n);
      is_before_points = false;
      open_points(loop);
      for (ir::Buffer const& buffer : loop.buffers) print_fill(*buffers().find(buffer.name));
      if (n + 1 == loops_.nest.size()) print_indices(loop.body);
      for (Statement const& statement : loop.body) print_statement(statement);
    }
  }

  BufferElements const& buffers() const { return expressions_.buffers(); }

  /// OpenCL wants them where the kernel begins.
  void declare_tiles() {
    for (BufferPlace const& place : buffers().all())
      if (place.is_in_tile())
        line(fmt::format("{} {} {}[{}];", blocks_.shared_memory(), c_type(place.buffer->type), place.identifier,
                         place.n_elements()));
  }

  /// The tile's ends; what is filled once for all of it; the elements along a thread's way before its first point.
  void print_before_points(std::size_t n) {
    print_tile_head();
    if (!buffers().all().empty())
      line(fmt::format("int const thread = {} + {}*({} + {}*{});", blocks_.thread_index(0), threads(0),
                       blocks_.thread_index(1), threads(1), blocks_.thread_index(2)));
    if (n > 0)
      for (ir::Buffer const& buffer : loops_.nest[n - 1].buffers) print_fill(*buffers().find(buffer.name));
    bool is_placed = false;
    for (BufferPlace const& place : buffers().all()) {
      if (place.is_in_tile()) continue;
      if (!is_placed) print_own_place(place.walk);
      is_placed = true;
      print_first_elements(place);
    }
  }

  int threads(int axis) const { return threads_along(loops_, axis); }

  /// Where the thread is across the axis along which it walks, and whether there is a point.
  void print_own_place(int walk) {
    std::string condition;
    for (int axis = 0; axis < 3; ++axis) {
      if (axis == walk) continue;
      line(fmt::format("int const {} = {} + {};", "xyz"[axis], begin_of(axis), blocks_.thread_index(axis)));
      condition += fmt::format("{}{} < {}", condition.empty() ? "" : " && ", "xyz"[axis], end_of(axis));
    }
    line(fmt::format("bool const has_points = {};", condition));
  }

  /// Declares the registers; those of the planes before the last of the first point's are filled, one place further
  /// than the first point finds them, as each step moves them on.
  void print_first_elements(BufferPlace const& place) {
    int const n = place.extent[place.walk], first = place.buffer->halo.from[place.walk];
    std::string names;
    for (int i = 0; i < n; ++i) names += fmt::format("{}{}_{} = 0", i == 0 ? "" : ", ", place.identifier, i);
    line(fmt::format("{} {};", c_type(place.buffer->type), names));
    for (int i = 0; i + 1 < n; ++i) {
      open("if (has_points)");
      line(fmt::format("int const {} = {}{};", "xyz"[place.walk], begin_of(place.walk), step_text(first + i)));
      print_element(place, fmt::format("{}_{}", place.identifier, i + 1));
      close();
    }
  }

  void print_fill(BufferPlace const& place) {
    if (place.is_in_tile())
      fill_tile(place);
    else
      fill_registers(place);
    if (place.buffer->is_followed_by_barrier) line(blocks_.barrier());
  }

  /// All move on by one, and the last is made.
  void fill_registers(BufferPlace const& place) {
    int const n = place.extent[place.walk], last = place.buffer->halo.to[place.walk];
    for (int i = 0; i + 1 < n; ++i) line(fmt::format("{0}_{1} = {0}_{2};", place.identifier, i, i + 1));
    line(fmt::format("int const last_{} = {}{};", place.identifier, "xyz"[place.walk], step_text(last)));
    open("if (has_points)");
    line(fmt::format("int const {} = last_{};", "xyz"[place.walk], place.identifier));
    print_element(place, fmt::format("{}_{}", place.identifier, n - 1));
    close();
  }

  /// The threads take elements in turn, whatever their points. At the box's edges, those that no point needs are left
  /// out.
  void fill_tile(BufferPlace const& place) {
    if (place.walk >= 0) {
      auto const walk = static_cast<std::size_t>(place.walk);
      std::string const first = step_text(place.buffer->halo.from[walk]), last = step_text(place.buffer->halo.to[walk]);
      open(fmt::format("for (int plane = {0} == {1} ? {0}{2} : {0}{3}; plane <= {0}{3}; ++plane)", "xyz"[place.walk],
                       begin_of(place.walk), first, last));
    }
    open(fmt::format("for (int n = thread; n < {}; n += {})", place.elements_of_plane(),
                     threads(0) * threads(1) * threads(2)));
    std::string condition;
    int distance = 1;
    for (int axis : place.array_axes()) {
      auto const a = static_cast<std::size_t>(axis);
      line(fmt::format("int const {} = {}{} + n / {} % {};", "xyz"[axis], begin_of(axis),
                       step_text(place.buffer->halo.from[a]), distance, place.extent[a]));
      condition += fmt::format("{}{} < {}{}", condition.empty() ? "" : " && ", "xyz"[axis], end_of(axis),
                               step_text(place.buffer->halo.to[a]));
      distance *= place.extent[a];
    }
    if (place.walk >= 0) line(fmt::format("int const {} = plane;", "xyz"[place.walk]));
    open(fmt::format("if ({})", condition));
    std::string const plane = place.walk < 0 ? "" : buffers().plane(place, 0) + " + ";
    print_element(place, fmt::format("{}[{}n]", place.identifier, plane));
    close();
    close();
    if (place.walk >= 0) close();
  }

  /// Sets `target` to the element at the point x, y, z.
  void print_element(BufferPlace const& place, std::string const& target) {
    auto const& body = place.buffer->body;
    print_indices(body);
    for (std::size_t n = 0; n + 1 < body.size(); ++n) print_statement(body[n]);
    line(fmt::format("{} = {};", target, expressions_.name(body.back().operands[0])));
  }

  /// Of the point, in arrays and in the tiles that the statements read.
  void print_indices(std::vector<Statement> const& statements) {
    line("long const i = x + y*dj + z*dk;");
    std::set<BufferPlace const*> read;
    for (Statement const& statement : statements)
      if (!statement.is_store && statement.op == ir::Op::load) read.insert(buffers().find(statement.access.variable));
    for (BufferPlace const& place : buffers().all())
      if (place.is_in_tile() && read.contains(&place))
        line(fmt::format("int const at_{} = {};", place.identifier, buffers().number_at_point(place)));
  }

  /// Where there is a thread for each point of the tile, no loop is needed.
  void open_points(Loop const& loop) {
    char const axis = "xyz"[loop.axis];
    std::string const begin = begin_of(loop.axis), end = end_of(loop.axis);
    bool const is_spread = loop.mapping == Mapping::block;
    std::string const first = is_spread ? begin + " + " + blocks_.thread_index(loop.axis) : begin;
    if (is_spread && ir::tile_points(loops_, loop.axis) == loop.lanes) {
      line(fmt::format("int const {} = {};", axis, first));
      open(fmt::format("if ({} < {})", axis, end));
      return;
    }
    if (loop.unroll > 1) line(fmt::format("#pragma unroll {}", loop.unroll));
    open(fmt::format("for (int {0} = {1}; {0} < {2}; {0} += {3})", axis, first, end, is_spread ? loop.lanes : 1));
  }

  BlockDialect const& blocks_;
};

} // namespace

std::string print_block_kernel(ir::Loops const& loops, BlockDialect const& dialect) {
  if (loops.nest.empty() || loops.nest.front().mapping != Mapping::blocks)
    throw base::InternalError(
        fmt::format("Loops `{}` are not mapped to blocks of threads: their plan is for the host.", loops.kernel));
  return BlockPrinter(loops, dialect).print();
}

} // namespace chemora::emit
