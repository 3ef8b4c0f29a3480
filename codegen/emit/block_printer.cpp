/// Prints kernels for devices that run blocks of threads, in OpenCL C and CUDA C++.
#include "codegen/emit/c_printer.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::emit {

namespace {

using ir::Loop;
using ir::Mapping;
using ir::Statement;

/// Prints the nest as one thread of a block of threads executes it.
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
                         blocks_.step(loop)));
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

  /// Declares the arrays in shared memory. OpenCL requires these declarations at the start of the kernel.
  void declare_tiles() {
    for (EmittedBuffer const& buffer : buffers().buffers())
      if (buffer.is_in_tile())
        line(fmt::format("{} {} {}[{}];", blocks_.shared_memory(), c_type(buffer.buffer->type), buffer.identifier,
                         buffer.n_elements()));
  }

  /// Prints the bounds of the tile, the code that fills the buffers of the whole tile, and the code that fills the
  /// registers for the first point of the thread.
  void print_before_points(std::size_t n) {
    print_tile_head();
    if (!buffers().buffers().empty())
      line(fmt::format("int const thread = {} + {}*({} + {}*{});", blocks_.thread_index(0), threads(0),
                       blocks_.thread_index(1), threads(1), blocks_.thread_index(2)));
    if (n > 0)
      for (ir::Buffer const& buffer : loops_.nest[n - 1].buffers) print_fill(*buffers().find(buffer.name));
    bool has_position = false;
    for (EmittedBuffer const& buffer : buffers().buffers()) {
      if (buffer.is_in_tile()) continue;
      if (!has_position) print_thread_position(buffer.stream);
      has_position = true;
      print_first_elements(buffer);
    }
  }

  int threads(int axis) const { return threads_along(loops_, axis); }

  /// Prints the position of the thread along the axes other than `stream`, and whether the box contains a point there.
  void print_thread_position(int stream) {
    std::string condition;
    for (int axis = 0; axis < 3; ++axis) {
      if (axis == stream) continue;
      line(fmt::format("int const {} = {} + {};", "xyz"[axis], begin_of(axis), blocks_.thread_index(axis)));
      condition += fmt::format("{}{} < {}", condition.empty() ? "" : " && ", "xyz"[axis], end_of(axis));
    }
    line(fmt::format("bool const has_points = {};", condition));
  }

  /// Declares the registers of a buffer and fills them for all planes around the first point except the last plane.
  /// Each element is stored one position too far, because each iteration first moves all elements back by one.
  void print_first_elements(EmittedBuffer const& buffer) {
    int const n = buffer.extent[buffer.stream], first = buffer.buffer->halo.from[buffer.stream];
    std::string names;
    for (int i = 0; i < n; ++i) names += fmt::format("{}{}_{} = 0", i == 0 ? "" : ", ", buffer.identifier, i);
    line(fmt::format("{} {};", c_type(buffer.buffer->type), names));
    for (int i = 0; i + 1 < n; ++i) {
      open("if (has_points)");
      line(fmt::format("int const {} = {}{};", "xyz"[buffer.stream], begin_of(buffer.stream), step_text(first + i)));
      print_element(buffer, fmt::format("{}_{}", buffer.identifier, i + 1));
      close();
    }
  }

  void print_fill(EmittedBuffer const& buffer) {
    if (buffer.is_in_tile())
      fill_tile(buffer);
    else
      fill_registers(buffer);
    if (buffer.buffer->is_followed_by_barrier) line(blocks_.barrier());
  }

  /// Moves the elements of all registers by one position and computes the last element.
  void fill_registers(EmittedBuffer const& buffer) {
    int const n = buffer.extent[buffer.stream], last = buffer.buffer->halo.to[buffer.stream];
    for (int i = 0; i + 1 < n; ++i) line(fmt::format("{0}_{1} = {0}_{2};", buffer.identifier, i, i + 1));
    line(fmt::format("int const last_{} = {}{};", buffer.identifier, "xyz"[buffer.stream], step_text(last)));
    open("if (has_points)");
    line(fmt::format("int const {} = last_{};", "xyz"[buffer.stream], buffer.identifier));
    print_element(buffer, fmt::format("{}_{}", buffer.identifier, n - 1));
    close();
  }

  /// Prints the loop in which the threads of a block compute the elements of the tile together. An element is not tied
  /// to the point of a thread. The loop skips elements at the edges of the box that no point needs.
  void fill_tile(EmittedBuffer const& buffer) {
    if (buffer.stream >= 0) {
      int const stream = buffer.stream;
      std::string const first = step_text(buffer.buffer->halo.from[stream]),
                        last = step_text(buffer.buffer->halo.to[stream]);
      open(fmt::format("for (int plane = {0} == {1} ? {0}{2} : {0}{3}; plane <= {0}{3}; ++plane)", "xyz"[buffer.stream],
                       begin_of(buffer.stream), first, last));
    }
    open(fmt::format("for (int n = thread; n < {}; n += {})", buffer.elements_of_plane(),
                     threads(0) * threads(1) * threads(2)));
    std::string condition;
    int distance = 1;
    for (int axis : buffer.array_axes) {
      line(fmt::format("int const {} = {}{} + n / {} % {};", "xyz"[axis], begin_of(axis),
                       step_text(buffer.buffer->halo.from[axis]), distance, buffer.extent[axis]));
      condition += fmt::format("{}{} < {}{}", condition.empty() ? "" : " && ", "xyz"[axis], end_of(axis),
                               step_text(buffer.buffer->halo.to[axis]));
      distance *= buffer.extent[axis];
    }
    if (buffer.stream >= 0) line(fmt::format("int const {} = plane;", "xyz"[buffer.stream]));
    open(fmt::format("if ({})", condition));
    std::string const plane = buffer.stream < 0 ? "" : buffers().plane(buffer, 0);
    print_element(buffer, fmt::format("{}[{}n]", buffer.identifier, plane));
    close();
    close();
    if (buffer.stream >= 0) close();
  }

  /// Computes the element at the point x, y, z and stores it in `target`.
  void print_element(EmittedBuffer const& buffer, std::string const& target) {
    auto const& body = buffer.buffer->body;
    print_indices(body);
    for (std::size_t n = 0; n + 1 < body.size(); ++n) print_statement(body[n]);
    line(fmt::format("{} = {};", target, expressions_.name(body.back().operands[0])));
  }

  /// Opens the loop over points, or an `if` where the block has a thread for each point of the tile.
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
