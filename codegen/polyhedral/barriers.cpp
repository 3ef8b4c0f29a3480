#include "codegen/polyhedral/schedule_parallel.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::polyhedral {

namespace {

class BarrierInsertion {
public:
  explicit BarrierInsertion(Program const& program) : program_(program), accesses_(program) {
    for (loops::Loop const& loop : program.kernel.loops)
      has_threads_ = has_threads_ || loop.tag == loops::Tag::thread_axis;
  }

  std::vector<ScheduleNode> run(std::vector<ScheduleNode> nodes) {
    insert(nodes, {});
    return nodes;
  }

private:
  /// The statements of a part of the schedule that no barrier divides from what precedes or follows it.
  struct Ends {
    std::vector<std::size_t> head{}, tail{};
    bool has_barrier = false; ///< whether a barrier is always executed inside
  };

  Ends insert(std::vector<ScheduleNode>& nodes, std::vector<std::string> const& open) {
    Ends ends;
    std::vector<ScheduleNode> result;
    auto const add_barrier = [&](ir::Scope scope) {
      result.push_back({.kind = ScheduleNode::Kind::barrier, .barrier = scope});
      ends.tail.clear();
      ends.has_barrier = true;
    };
    for (ScheduleNode& node : nodes) {
      if (node.kind == ScheduleNode::Kind::statement) {
        loops::Instruction const& instruction = *program_.statements[node.statement].instruction;
        if (instruction.barrier) {
          check_barrier(instruction);
          add_barrier(*instruction.barrier);
          continue;
        }
      }
      Ends const inside = node.kind == ScheduleNode::Kind::loop ? insert_in_loop(node, open)
                                                                : Ends{{node.statement}, {node.statement}, false};
      if (conflict(ends.tail, inside.head, open, {})) add_barrier(ir::Scope::tile);
      if (!ends.has_barrier) ends.head.insert(ends.head.end(), inside.head.begin(), inside.head.end());
      if (inside.has_barrier) ends.tail.clear();
      ends.tail.insert(ends.tail.end(), inside.tail.begin(), inside.tail.end());
      ends.has_barrier = ends.has_barrier || inside.has_barrier;
      result.push_back(std::move(node));
    }
    nodes = std::move(result);
    return ends;
  }

  Ends insert_in_loop(ScheduleNode& node, std::vector<std::string> const& open) {
    std::vector<std::string> inner = open;
    inner.push_back(node.loop);
    Ends ends = insert(node.children, inner);
    if (conflict(ends.tail, ends.head, open, node.loop)) {
      node.children.push_back({.kind = ScheduleNode::Kind::barrier, .barrier = ir::Scope::tile});
      ends.tail.clear();
      ends.has_barrier = true;
    }
    if (contains_barrier(node.children) && program_.kernel.loop(node.loop).tag == loops::Tag::unrolled)
      throw base::UserError(
          fmt::format("Loop `{}` cannot be unrolled, because it contains a barrier between threads. Use "
                      "the tag `for`.",
                      node.loop));
    // A loop without iterations executes no barrier, so that what precedes it must be compared with what follows it.
    ends.has_barrier = ends.has_barrier && runs_always(node.loop);
    return ends;
  }

  static bool contains_barrier(std::vector<ScheduleNode> const& nodes) {
    return std::any_of(nodes.begin(), nodes.end(), [](ScheduleNode const& node) {
      return node.kind == ScheduleNode::Kind::barrier || contains_barrier(node.children);
    });
  }

  /// Whether the loop has constant bounds between which there are iterations.
  bool runs_always(std::string const& loop) const {
    std::optional<long> lower, upper;
    for (loops::Constraint const& constraint : program_.kernel.constraints) {
      if (!constraint.expression.uses(loop)) continue;
      if (constraint.expression.factors.size() != 1) return false;
      if (constraint.expression.factor(loop) == 1)
        lower = std::max(lower.value_or(-constraint.expression.constant), -constraint.expression.constant);
      if (constraint.expression.factor(loop) == -1)
        upper = std::min(upper.value_or(constraint.expression.constant), constraint.expression.constant);
    }
    return lower && upper && *lower <= *upper;
  }

  bool conflict(std::vector<std::size_t> const& tail, std::vector<std::size_t> const& head,
                std::vector<std::string> const& equal, std::string const& carrier) const {
    if (!has_threads_) return false;
    for (std::size_t const first : tail)
      for (std::size_t const second : head)
        if (accesses_.threads_conflict(first, second, equal, carrier)) return true;
    return false;
  }

  void check_barrier(loops::Instruction const& instruction) const {
    if (*instruction.barrier != ir::Scope::grid) return;
    for (std::string const& loop : instruction.within)
      if (is_scheduled(program_.kernel, loop))
        throw base::UserError(
            instruction.where,
            fmt::format("The barrier `{}` of scope grid is inside the sequential loop `{}`. A barrier of "
                        "all threads of a kernel must be outside of all sequential loops.",
                        instruction.id, loop));
  }

  Program const& program_;
  ParallelAccesses accesses_;
  bool has_threads_ = false;
};

} // namespace

std::vector<ScheduleNode> with_barriers(Program const& program, std::vector<ScheduleNode> nodes) {
  return BarrierInsertion(program).run(std::move(nodes));
}

} // namespace chemora::polyhedral
