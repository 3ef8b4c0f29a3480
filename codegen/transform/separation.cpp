#include "codegen/transform/separation.hpp"
#include "codegen/transform/checks.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace chemora::transform {

namespace {

/// The arrays that an instruction reads and writes.
struct Accessed {
  std::set<std::string> reads{}, writes{};
  bool is_update = false;
};

Accessed accessed_arrays(loops::LoopKernel const& kernel, loops::Instruction const& instruction) {
  Accessed accessed{.is_update = loops::only_update_of(kernel, instruction).has_value()};
  for (loops::ArrayAccess const& access : loops::accesses_of(kernel, instruction))
    (access.is_write ? accessed.writes : accessed.reads).insert(access.element->name);
  return accessed;
}

bool intersect(std::set<std::string> const& left, std::set<std::string> const& right,
               std::set<std::string> const& ignored) {
  return std::any_of(left.begin(), left.end(),
                     [&](std::string const& name) { return right.contains(name) && !ignored.contains(name); });
}

enum class Relation { before, after, either };

/// The relation of instances of `left` to instances of `right` in the same iterations of the loops that precede the
/// first difference of their orders.
Relation relation_of(loops::Instruction const& left, loops::Instruction const& right) {
  for (std::size_t n = 0; n < std::max(left.order.size(), right.order.size()); ++n) {
    ir::LinearExpression const a = n < left.order.size() ? left.order[n] : ir::linear(0);
    ir::LinearExpression const b = n < right.order.size() ? right.order[n] : ir::linear(0);
    if (a == b) continue;
    if (!a.is_constant() || !b.is_constant()) return Relation::either;
    return a.constant < b.constant ? Relation::before : Relation::after;
  }
  return Relation::either;
}

/// Which instructions may depend on which others. Dependences between different iterations of a loop count only for
/// the loop `loop`.
class PossibleDependences {
public:
  PossibleDependences(loops::LoopKernel const& kernel, std::string const& loop) : kernel_(kernel), loop_(loop) {
    for (loops::Instruction const& instruction : kernel.instructions)
      accessed_[instruction.id] = accessed_arrays(kernel, instruction);
  }

  /// Returns the instructions that may depend on `sources`, directly or through others.
  std::set<std::string> dependents(std::set<std::string> const& sources) const {
    std::set<std::string> found;
    std::vector<std::string> pending(sources.begin(), sources.end());
    while (!pending.empty()) {
      loops::Instruction const& source = kernel_.instruction(pending.back());
      pending.pop_back();
      for (loops::Instruction const& instruction : kernel_.instructions)
        if (!found.contains(instruction.id) && may_depend(source, instruction)) {
          found.insert(instruction.id);
          pending.push_back(instruction.id);
        }
    }
    return found;
  }

private:
  bool may_depend(loops::Instruction const& first, loops::Instruction const& second) const {
    if (first.id == second.id) return false;
    if (second.after.contains(first.id) || first.barrier || second.barrier) return true;
    if (!share_elements(accessed_.at(first.id), accessed_.at(second.id))) return false;
    return (first.is_within(loop_) && second.is_within(loop_)) || relation_of(first, second) != Relation::after;
  }

  bool share_elements(Accessed const& first, Accessed const& second) const {
    std::set<std::string> const ignored =
        first.is_update && second.is_update ? kernel_.reassociated : std::set<std::string>{};
    return intersect(first.writes, second.reads, ignored) || intersect(first.reads, second.writes, ignored) ||
           intersect(first.writes, second.writes, ignored);
  }

  loops::LoopKernel const& kernel_;
  std::string const& loop_;
  std::map<std::string, Accessed> accessed_{};
};

std::set<std::string> others_within(loops::LoopKernel const& kernel, std::set<std::string> const& ids,
                                    std::string const& loop) {
  std::set<std::string> result;
  for (loops::Instruction const& instruction : kernel.instructions)
    if (!ids.contains(instruction.id) && instruction.is_within(loop)) result.insert(instruction.id);
  return result;
}

std::set<std::string> loops_after(loops::Instruction const& instruction, std::string const& loop) {
  auto const place = std::find(instruction.within.begin(), instruction.within.end(), loop);
  return {place == instruction.within.end() ? place : place + 1, instruction.within.end()};
}

std::set<std::string> loops_before(loops::Instruction const& instruction, std::string const& loop) {
  return {instruction.within.begin(), std::find(instruction.within.begin(), instruction.within.end(), loop)};
}

/// Whether a loop inside of the old loop also has other instructions. It can only be opened in one of the two loops.
bool shares_inner_loops(loops::LoopKernel const& before, Move const& move) {
  std::set<std::string> inner;
  for (std::string const& id : move.instructions) inner.merge(loops_after(before.instruction(id), move.old_loop));
  return std::any_of(inner.begin(), inner.end(),
                     [&](std::string const& loop) { return !others_within(before, move.instructions, loop).empty(); });
}

/// Whether the other instructions of the new loop have other loops outside of it.
bool has_other_outer_loops(loops::LoopKernel const& after, Move const& move) {
  std::set<std::set<std::string>> outer;
  for (loops::Instruction const& instruction : after.instructions)
    if (instruction.is_within(move.new_loop)) outer.insert(loops_before(instruction, move.new_loop));
  return outer.size() > 1;
}

bool may_prevent_separation(loops::LoopKernel const& before, Move const& move) {
  std::set<std::string> const remaining = others_within(before, move.instructions, move.old_loop);
  if (remaining.empty()) return false;
  if (shares_inner_loops(before, move)) return true;
  PossibleDependences const dependences(before, move.old_loop);
  return intersect(dependences.dependents(move.instructions), remaining, {}) &&
         intersect(dependences.dependents(remaining), move.instructions, {});
}

bool may_prevent_merging(loops::LoopKernel const& after, Move const& move) {
  std::set<std::string> const present = others_within(after, move.instructions, move.new_loop);
  if (present.empty()) return false;
  if (has_other_outer_loops(after, move)) return true;
  PossibleDependences const dependences(after, move.new_loop);
  return intersect(dependences.dependents(move.instructions), present, {}) ||
         intersect(dependences.dependents(present), move.instructions, {});
}

} // namespace

void require_legal_moves(loops::LoopKernel const& before, loops::LoopKernel const& after,
                         std::vector<Move> const& moves, Arguments const& arguments, std::string const& request) {
  if (std::any_of(moves.begin(), moves.end(), [&](Move const& move) {
        return may_prevent_separation(before, move) || may_prevent_merging(after, move);
      }))
    require_schedule_remains(before, after, arguments, request);
}

} // namespace chemora::transform
