/// Checks the invariants of loops after lowering and parsing.
#include "codegen/ir/loops.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>

namespace chemora::ir {

namespace {

constexpr int max_halo = 1 << 20; ///< the sum of two halos does not overflow

class LoopsVerifier {
public:
  LoopsVerifier(Loops const& loops, std::string const& stage) : loops_(loops), stage_(stage) {}

  void run() {
    check(loops_.dimension >= 1 && loops_.dimension <= 3,
          fmt::format("the number of dimensions is {}; expected 1 to 3", loops_.dimension));
    check(is_real(loops_.real), "the element type must be real32 or real64");
    for (auto const& [array, type] : loops_.element_types)
      check(is_real(type) && (base::contains(loops_.inputs, array) || base::contains(loops_.outputs, array)),
            fmt::format("`{}` with elements of type {} is not an argument", array, to_text(type)));
    check_nest();
    for (Statement const& statement : loops_.before) check_statement(statement, true);
    for (Loop const& loop : loops_.nest) {
      check(!loop.over_tiles || loop.body.empty(), "a loop over tiles must not have statements");
      open_axes_[loop.axis] = !loop.over_tiles;
      check_buffers(loop);
      for (Statement const& statement : loop.body) check_statement(statement, false);
    }
  }

private:
  void check(bool holds, std::string const& otherwise) const {
    if (!holds)
      throw base::InternalError(
          fmt::format("Loops `{}` violate a rule after stage `{}`: {}.", loops_.kernel, stage_, otherwise));
  }

  void check_nest() const {
    int n_points[3] = {0, 0, 0}, n_tiles[3] = {0, 0, 0};
    bool threads_may_follow = true;
    for (std::size_t n = 0; n < loops_.nest.size(); ++n) {
      Loop const& loop = loops_.nest[n];
      check(loop.axis >= 0 && loop.axis < 3, fmt::format("the axis of a loop is {}; expected 0 to 2", loop.axis));
      check(loop.step >= 1 && loop.lanes >= 1, "the step and the number of lanes of a loop must be at least 1");
      check(loop.unroll >= 1 && (loop.unroll == 1 || !loop.over_tiles), "a loop over tiles must not be unrolled");
      check(loop.prefetch.distance >= 0 && (loop.prefetch == Prefetch{} || loop.mapping == Mapping::vector),
            "only a vector loop may prefetch");
      check(loop.prefetch.distance > 0 || loop.prefetch == Prefetch{},
            "a loop that prefetches needs a prefetch distance of at least 1");
      check(!loop.over_tiles || n == 0 || loops_.nest[n - 1].over_tiles,
            "a loop over tiles must not be inside a loop over points");
      ++(loop.over_tiles ? n_tiles : n_points)[loop.axis];
      bool const has_threads = loop.mapping == Mapping::threads;
      check(!has_threads || (threads_may_follow && loop.over_tiles),
            "loops on threads must be the outermost loops over tiles");
      threads_may_follow = has_threads;
      check(loop.mapping != Mapping::vector || (n + 1 == loops_.nest.size() && loop.axis == 0 && !loop.over_tiles),
            "the vector loop must be the innermost loop, over points along x");
      check_blocks(loop);
    }
    for (int axis = 0; axis < 3; ++axis)
      check(n_points[axis] == 1 && n_tiles[axis] <= 1,
            fmt::format("axis {} needs exactly one point loop and at most one tile loop", "xyz"[axis]));
  }

  void check_blocks(Loop const& loop) const {
    bool const has_blocks = !loops_.nest.empty() && loops_.nest.front().mapping == Mapping::blocks;
    check(loop.over_tiles ? (loop.mapping == Mapping::blocks) == has_blocks : loop.mapping != Mapping::blocks,
          "either all loops over tiles are on blocks or none, and no loop over points");
    check(loop.mapping != Mapping::block || (has_blocks && !loop.over_tiles),
          "only a loop over points in a nest on blocks may be on the threads of a block");
    check(loop.mapping != Mapping::vector || !has_blocks, "a nest on blocks must not have a vector loop");
  }

  /// Checks the buffers of a loop and the statements that fill them.
  void check_buffers(Loop const& loop) {
    if (loop.buffers.empty()) return;
    auto const n = static_cast<std::size_t>(&loop - loops_.nest.data());
    has_blocks(loops_) ? check_loop_on_blocks(n) : check_loop_on_host(n);
    auto const outside = types_;
    auto const open = open_axes_;
    open_axes_ = {true, true, true};
    Buffer const* previous = nullptr;
    for (Buffer const& buffer : loop.buffers) {
      check_storage(buffer, loop);
      check(!buffer.is_fused || (!has_blocks(loops_) && previous && previous->halo == buffer.halo),
            fmt::format("buffer `{}` is fused, but does not follow a buffer on the host with the same halo",
                        buffer.name));
      if (!buffer.is_fused) {
        types_ = outside;
        end_loop_of_buffers();
      }
      check_body(buffer);
      in_loop_.push_back(&buffer);
      previous = &buffer;
    }
    end_loop_of_buffers();
    types_ = outside;
    open_axes_ = open;
    for (Buffer const& buffer : loop.buffers)
      check(buffer.scope == Scope::registers || !base::contains(unready_, buffer.name),
            fmt::format("buffer `{}` needs a barrier after it", buffer.name));
  }

  void check_body(Buffer const& buffer) {
    filled_ = &buffer;
    for (Statement const& statement : buffer.body) check_statement(statement, false);
    filled_ = nullptr;
    if (has_blocks(loops_)) unready_.push_back(buffer.name);
    if (buffer.is_followed_by_barrier) unready_.clear();
  }

  /// Permits later statements to read the buffers of a loop over points, after its last buffer.
  void end_loop_of_buffers() {
    buffers_.insert(buffers_.end(), in_loop_.begin(), in_loop_.end());
    in_loop_.clear();
  }

  void check_loop_on_blocks(std::size_t n) const {
    Loop const& loop = loops_.nest[n];
    bool const is_last_over_tiles = loop.over_tiles && n + 1 < loops_.nest.size() && !loops_.nest[n + 1].over_tiles;
    bool const is_first_over_points =
        !loop.over_tiles && loop.mapping == Mapping::sequential && n > 0 && loops_.nest[n - 1].over_tiles;
    check(is_last_over_tiles || is_first_over_points,
          "only the last loop over tiles and a sequential first loop over points of a nest on blocks may have buffers");
  }

  void check_loop_on_host(std::size_t n) const {
    check(!loops_.nest[n].over_tiles && n + 1 < loops_.nest.size() && loops_.nest.back().axis == 0,
          "only loops over points outside the innermost loop, which runs along x, may have buffers on the host");
    for (int axis = 0; axis < 3; ++axis)
      check(std::any_of(loops_.nest.begin(), loops_.nest.end(),
                        [&](Loop const& loop) { return loop.over_tiles && loop.axis == axis; }),
            fmt::format("buffers on the host need a loop over tiles along {}", "xyz"[axis]));
    for (std::size_t m = 0; m + 1 < loops_.nest.size(); ++m)
      check(loops_.nest[m].unroll == 1, "only the innermost loop of a nest with buffers on the host may be unrolled");
  }

  /// On the host, an element is at the current position along the axes of loops outside the loop of its buffer.
  void check_halo_outside(Buffer const& buffer, Loop const& loop) const {
    for (Loop const& outer : loops_.nest) {
      if (&outer == &loop) return;
      check(outer.over_tiles || (buffer.halo.from[outer.axis] == 0 && buffer.halo.to[outer.axis] == 0),
            fmt::format("buffer `{0}` must not have a halo along {1}, because the loop along {1} encloses the loop of "
                        "the buffer",
                        buffer.name, "xyz"[outer.axis]));
    }
  }

  void check_storage(Buffer const& buffer, Loop const& loop) const {
    bool const is_taken =
        base::contains(loops_.inputs, buffer.name) || base::contains(loops_.outputs, buffer.name) ||
        find_buffer(buffer.name) != nullptr ||
        std::any_of(in_loop_.begin(), in_loop_.end(), [&](Buffer const* other) { return other->name == buffer.name; });
    if (!has_blocks(loops_)) check_halo_outside(buffer, loop);
    check(!is_taken, fmt::format("the name of buffer `{}` is used twice", buffer.name));
    check(buffer.type == loops_.real, fmt::format("buffer `{}` must have type {}", buffer.name, to_text(loops_.real)));
    for (int axis = 0; axis < 3; ++axis) {
      int const from = buffer.halo.from[axis], to = buffer.halo.to[axis];
      check(from <= to && std::abs(from) < max_halo && std::abs(to) < max_halo,
            fmt::format("buffer `{}` must have a halo with lower <= upper and fewer than 2^20 points", buffer.name));
      bool const is_along_loop = axis == loop.axis;
      check(buffer.scope == Scope::tile || is_along_loop || (from == 0 && to == 0),
            fmt::format("buffer `{}` in registers may have a halo only along the axis of its loop", buffer.name));
    }
    check(
        buffer.scope == Scope::tile || (has_blocks(loops_) && !loop.over_tiles && has_thread_per_point(loop.axis)),
        fmt::format("buffer `{}` in registers needs a loop over points, with a thread for each point in the other axes",
                    buffer.name));
    check(!buffer.body.empty() && buffer.body.back().is_store &&
              buffer.body.back().access == access_at(buffer.name, {}),
          fmt::format("buffer `{}` must be filled by a store to its element at the point", buffer.name));
  }

  /// Returns whether there is a thread for every point of a tile along the axes other than `stream`.
  bool has_thread_per_point(int stream) const {
    std::array<int, 3> threads{1, 1, 1}, points{0, 0, 0};
    for (Loop const& loop : loops_.nest) {
      int const axis = loop.axis;
      if (loop.over_tiles) points[axis] = loop.step;
      if (loop.mapping == Mapping::block) threads[axis] = loop.lanes;
    }
    for (int axis = 0; axis < 3; ++axis)
      if (axis != stream && threads[axis] != points[axis]) return false;
    return true;
  }

  Buffer const* find_buffer(std::string const& name) const {
    auto const found =
        std::find_if(buffers_.begin(), buffers_.end(), [&](Buffer const* buffer) { return buffer->name == name; });
    return found == buffers_.end() ? nullptr : *found;
  }

  void check_statement(Statement const& statement, bool is_before) {
    for (RegisterId operand : statement.operands)
      check(types_.contains(operand), fmt::format("%{} is used before it is set", operand));
    if (statement.is_store) {
      check(statement.operands.size() == 1 && types_[statement.operands[0]] == loops_.real,
            fmt::format("the store to `{}` must have exactly one operand, of type {}", statement.access.variable,
                        to_text(loops_.real)));
      if (!filled_) return check_access(statement.access, loops_.outputs, is_before);
      check(&statement == &filled_->body.back(),
            fmt::format("buffer `{}` is stored before its last statement", filled_->name));
      return;
    }
    check(static_cast<int>(statement.operands.size()) == info(statement.op).arity && statement.op != Op::shift,
          fmt::format("%{} has the wrong number of operands", statement.target));
    bool const is_declared =
        std::any_of(loops_.parameters.begin(), loops_.parameters.end(), [&](Parameter const& parameter) {
          return parameter.name == statement.name && parameter.type == statement.type;
        });
    check(!is_narrow(statement.type), fmt::format("%{} has type {}, which only loop kernels and loop trees have",
                                                  statement.target, to_text(statement.type)));
    check(statement.op != Op::parameter || is_declared,
          fmt::format("%{} needs parameter `{}`, which is not declared with this type", statement.target,
                      statement.name));
    if (statement.op == Op::load) {
      if (Buffer const* buffer = find_buffer(statement.access.variable))
        check_element(statement.access, *buffer);
      else
        check_access(statement.access, loops_.inputs, is_before);
    }
    if (statement.op == Op::index || statement.op == Op::coordinate)
      check(open_axes_[statement.axis],
            fmt::format("%{} needs a loop variable that is not defined there", statement.target));
    check(types_.emplace(statement.target, statement.type).second, fmt::format("%{} is set twice", statement.target));
  }

  /// Checks that the element is in the buffer for all points of the tile or of the buffer that is being filled.
  void check_element(Access const& access, Buffer const& buffer) const {
    auto const fail = [&](std::string const& error) {
      check(false, fmt::format("{} of buffer `{}` {}", to_text(access), buffer.name, error));
    };
    if (base::contains(unready_, buffer.name) && buffer.scope == Scope::tile) fail("is read before the barrier");
    if (filled_ && (buffer.scope == Scope::registers || filled_->scope == Scope::registers))
      fail("must not be read while a buffer is filled from or to registers");
    if (open_axes_ != std::array<bool, 3>{true, true, true}) fail("must be read in the innermost loop");
    for (std::size_t axis = 0; axis < 3; ++axis) {
      Affine const& index = access.index[axis];
      Affine at_point{.constant = index.constant};
      at_point.factors[axis] = 1;
      if (index != at_point || std::abs(index.constant) >= max_halo)
        fail("must be a constant displacement from the point");
      int const from = index.constant + (filled_ ? filled_->halo.from[axis] : 0),
                to = index.constant + (filled_ ? filled_->halo.to[axis] : 0);
      if (from < buffer.halo.from[axis] || to > buffer.halo.to[axis]) fail("is outside its halo");
    }
  }

  void check_access(Access const& access, std::vector<std::string> const& arguments, bool is_before) const {
    check(base::contains(arguments, access.variable),
          fmt::format("`{}` is not declared as such an argument", access.variable));
    for (Affine const& affine : access.index)
      for (std::size_t axis = 0; axis < 3; ++axis)
        check(affine.factors[axis] == 0 || (!is_before && open_axes_[axis]),
              fmt::format("`{}` is accessed with {}, which is not defined there", access.variable, "xyz"[axis]));
  }

  Loops const& loops_;
  std::string const& stage_;
  std::map<RegisterId, Type> types_;
  std::vector<Buffer const*> buffers_; ///< buffers that following statements may read
  std::vector<Buffer const*> in_loop_; ///< buffers that the current loop over points fills
  std::vector<std::string> unready_;   ///< names of the buffers that were filled after the last barrier
  Buffer const* filled_ = nullptr;     ///< the buffer that is being filled
  std::array<bool, 3> open_axes_{false, false, false};
};

} // namespace

void verify(Loops const& loops, std::string const& stage) { LoopsVerifier(loops, stage).run(); }

} // namespace chemora::ir
