/// The transformation add_barrier: `add_barrier(f, "id:init", "id:add", synchronization_kind="local")` inserts a
/// barrier of the threads of a block ("local") or of the whole kernel ("global") between instructions.
///
/// before: `init: [i] ... order i, 0` and `add: [i] ... order i, 1`,
/// after: `init: [i] ... order i, 0`, `barrier_0: [i] barrier tile order i, 1`, `add: [i] ... order i, 2`.
#include "codegen/transform/checks.hpp"
#include "codegen/transform/execution_order.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::transform {

namespace {

/// Returns the sequential loops that all of the instructions are within. Threads of a block share a barrier.
std::vector<std::string> common_loops(loops::LoopKernel const& kernel, std::set<std::string> const& ids) {
  std::vector<std::string> result = kernel.instruction(*ids.begin()).within;
  std::erase_if(result, [&](std::string const& loop) {
    return kernel.loop(loop).tag == loops::Tag::thread_axis ||
           std::any_of(ids.begin(), ids.end(), [&](auto const& id) { return !kernel.instruction(id).is_within(loop); });
  });
  return result;
}

/// Returns the number of entries of the order up to the last one that uses one of the loops.
std::size_t depth_of(loops::Instruction const& instruction, std::vector<std::string> const& loops) {
  std::size_t depth = 0;
  for (std::size_t n = 0; n < instruction.order.size(); ++n)
    for (std::string const& loop : loops)
      if (instruction.order[n].uses(loop)) depth = n + 1;
  return depth;
}

bool has_prefix(loops::Instruction const& instruction, std::vector<ir::LinearExpression> const& prefix) {
  for (std::size_t n = 0; n < prefix.size(); ++n)
    if (entry(instruction.order, n) != prefix[n]) return false;
  return true;
}

/// The position of a barrier in the orders: before the constant `constant` after `prefix`.
struct Place {
  std::vector<ir::LinearExpression> prefix{};
  long constant = 0;
};

Place place_before(loops::LoopKernel const& kernel, Arguments const& arguments, std::set<std::string> const& before,
                   std::set<std::string> const& after, std::vector<std::string> const& loops) {
  loops::Instruction const& first = kernel.instruction(*after.begin());
  std::size_t const depth = depth_of(first, loops);
  Place place{.prefix = {first.order.begin(), first.order.begin() + static_cast<long>(depth)}};
  auto const fail = [&](std::string const& earlier, std::string const& later) {
    arguments.fail(fmt::format(
        "A barrier {} cannot be between `{}` and `{}`. Exchange the match expressions if `{}` is "
        "the later one; otherwise rename the loops which both are within, or name the loops of "
        "the barrier by `within_inames`.",
        loops.empty() ? "outside of all loops" : "within " + base::list_in_words(loops), earlier, later, earlier));
  };
  for (ir::LinearExpression const& entry : place.prefix)
    for (auto const& [loop, _] : entry.factors)
      if (!base::contains(loops, loop))
        arguments.fail(
            fmt::format("A barrier within `{}` cannot be before `{}`, because the loop `{}` encloses it in the "
                        "order of the kernel. Exchange the loops with `interchange` first.",
                        fmt::join(loops, "`, `"), first.id, loop));
  for (std::string const& id : after) {
    for (std::string const& earlier : before) {
      loops::Instruction const &left = kernel.instruction(earlier), &right = kernel.instruction(id);
      ir::LinearExpression const a = entry(left.order, depth), b = entry(right.order, depth);
      bool const is_possible = has_prefix(left, place.prefix) && has_prefix(right, place.prefix) && a.is_constant() &&
                               b.is_constant() && a.constant < b.constant;
      if (!is_possible) fail(earlier, id);
    }
    long const constant = entry(kernel.instruction(id).order, depth).constant;
    place.constant = id == *after.begin() ? constant : std::min(place.constant, constant);
  }
  return place;
}

/// Increases the constants from `place` on by 1.
void make_room(loops::LoopKernel& kernel, Place const& place) {
  std::size_t const depth = place.prefix.size();
  for (loops::Instruction& instruction : kernel.instructions) {
    if (!has_prefix(instruction, place.prefix) || !entry(instruction.order, depth).is_constant()) continue;
    if (entry(instruction.order, depth).constant < place.constant) continue;
    if (instruction.order.size() <= depth) instruction.order.resize(depth + 1);
    instruction.order[depth].constant += 1;
  }
}

ir::Scope scope_of(Arguments const& arguments) {
  std::string const kind = arguments.string_or("synchronization_kind", "global");
  if (kind != "global" && kind != "local")
    arguments.fail(fmt::format("`{}` is not a kind of barrier; expected `global` or `local`.{}", kind,
                               base::did_you_mean(kind, {"global", "local"})));
  return kind == "global" ? ir::Scope::grid : ir::Scope::tile;
}

} // namespace

loops::LoopKernel add_barrier(loops::LoopKernel kernel, Arguments const& arguments) {
  std::set<std::string> const before = selected_instructions(kernel, arguments, "insn_before");
  std::set<std::string> const after = selected_instructions(kernel, arguments, "insn_after");
  for (std::string const& id : before)
    if (after.contains(id)) arguments.fail(fmt::format("`{}` is both before and after the barrier.", id));
  ir::Scope const scope = scope_of(arguments);
  std::set<std::string> all = before;
  all.insert(after.begin(), after.end());
  std::vector<std::string> const common =
      scope == ir::Scope::grid ? std::vector<std::string>{} : common_loops(kernel, all);
  std::vector<std::string> const loops = arguments.names_or("within_inames", common);
  for (std::string const& loop : loops) existing_loop(kernel, arguments, loop);
  Place const place = place_before(kernel, arguments, before, after, loops);
  loops::LoopKernel result = kernel;
  make_room(result, place);
  loops::Instruction barrier{.id = loops::unused_name(kernel, arguments.string_or("id_based_on", "barrier")),
                             .within = loops,
                             .barrier = scope,
                             .after = before,
                             .order = place.prefix,
                             .where = arguments.where()};
  barrier.order.push_back(ir::linear(place.constant));
  for (std::string const& id : after) result.instruction(id).after.insert(barrier.id);
  auto const first = std::find_if(result.instructions.begin(), result.instructions.end(),
                                  [&](auto const& instruction) { return after.contains(instruction.id); });
  result.instructions.insert(first, std::move(barrier));
  require_schedule_remains(kernel, result, arguments, "The barrier cannot be inserted");
  return result;
}

} // namespace chemora::transform
