/// The transformations rename_iname and duplicate_inames: some or all instructions of a loop use another loop with the
/// same range.
///
///     f = rename_iname(f, "n", "n_U1", within=m.Reads("flux_U1"), existing_ok=True)
///     f = duplicate_inames(f, "n", within=m.Reads("flux_U1"), suffix="_U1")
#include "codegen/polyhedral/polyhedral.hpp"
#include "codegen/transform/checks.hpp"
#include "codegen/transform/loop_edits.hpp"
#include "codegen/transform/parallel.hpp"
#include "codegen/transform/separation.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::transform {

namespace {

/// Returns the kernel with the constraints that the instruction obeys, and the loops of the instruction.
std::pair<loops::LoopKernel, std::vector<std::string>> domain_of(loops::LoopKernel kernel, std::string const& id) {
  loops::Instruction const& instruction = kernel.instruction(id);
  std::vector<std::string> within = instruction.within;
  for (std::string const& loop : reduction_loops(kernel, instruction)) within.push_back(loop);
  kernel.constraints = loops::constraints_within(kernel, within);
  return {std::move(kernel), std::move(within)};
}

/// Throws if an instruction within one of the loops has other iterations in `after`, where `ids` are within `new_name`
/// instead of `old_name`.
void require_equal_ranges(loops::LoopKernel const& before, loops::LoopKernel const& after, Arguments const& arguments,
                          std::set<std::string> const& ids, std::string const& old_name, std::string const& new_name) {
  for (loops::Instruction const& instruction : before.instructions) {
    auto [left, left_loops] = domain_of(before, instruction.id);
    bool const is_selected = ids.contains(instruction.id);
    if (!is_selected && !base::contains(left_loops, new_name)) continue;
    auto const [right, right_loops] = domain_of(after, instruction.id);
    if (is_selected)
      for (loops::Constraint& constraint : left.constraints)
        constraint.expression = constraint.expression.with(old_name, ir::linear(new_name));
    if (!polyhedral::have_equal_ranges(left, right, right_loops))
      arguments.fail(fmt::format("The loops `{}` and `{}` have different ranges.", old_name, new_name));
  }
}

void require_equal_tags(loops::LoopKernel const& kernel, Arguments const& arguments, std::string const& old_name,
                        std::string const& new_name) {
  loops::Loop const& old_loop = kernel.loop(old_name);
  loops::Loop const& new_loop = kernel.loop(new_name);
  if (old_loop.tag != new_loop.tag || old_loop.axis != new_loop.axis)
    arguments.fail(
        fmt::format("The loop `{}` has the tag `{}`, and the loop `{}` has the tag `{}`; equal tags are needed.",
                    old_name, to_text(old_loop), new_name, to_text(new_loop)));
}

void require_not_within(loops::LoopKernel const& kernel, std::set<std::string> const& ids, Arguments const& arguments,
                        std::string const& old_name, std::string const& new_name) {
  for (std::string const& id : ids)
    if (kernel.instruction(id).is_within(new_name))
      arguments.fail(fmt::format("`{}` is within both loops `{}` and `{}`.", id, old_name, new_name));
}

/// Puts the loop `new_name`, which is made if it does not exist, in place of `old_name`.
Move rename(loops::LoopKernel& kernel, std::set<std::string> const& selected, Arguments const& arguments,
            std::string const& old_name, std::string const& new_name) {
  loops::Loop loop = existing_loop(kernel, arguments, old_name);
  std::set<std::string> const ids = instructions_of_loop(kernel, selected, old_name, arguments);
  std::optional<loops::LoopKernel> before;
  if (kernel.find_loop(new_name)) {
    before = kernel;
    require_equal_tags(kernel, arguments, old_name, new_name);
    require_not_within(kernel, ids, arguments, old_name, new_name);
  } else {
    require_new_name(kernel, arguments, new_name);
    loop.name = new_name;
    auto const place = std::find_if(kernel.loops.begin(), kernel.loops.end(),
                                    [&](loops::Loop const& candidate) { return candidate.name == old_name; });
    kernel.loops.insert(place + 1, loop);
  }
  replace_loop(kernel, ids, {.old = old_name, .loops = {new_name}, .value = ir::linear(new_name)}, arguments);
  if (before) require_equal_ranges(*before, kernel, arguments, ids, old_name, new_name);
  return {.instructions = ids, .old_loop = old_name, .new_loop = new_name};
}

std::string in_words(std::set<std::string> const& ids) {
  return ids.size() == 1 ? fmt::format("`{}`", *ids.begin()) : "these instructions";
}

std::vector<std::string> names_of_duplicates(loops::LoopKernel const& kernel, Arguments const& arguments,
                                             std::vector<std::string> const& loops) {
  std::vector<std::string> names = arguments.names_or("new_inames", {});
  if (!names.empty() && names.size() != loops.size())
    arguments.fail(
        fmt::format("`new_inames` needs one name for each of the {} loops; found {}.", loops.size(), names.size()));
  if (!names.empty()) return names;
  for (std::string const& loop : loops)
    names.push_back(arguments.has("suffix") ? loop + arguments.string("suffix")
                                            : loops::unused_name(kernel, loop + "_copy"));
  return names;
}

void set_tags(loops::LoopKernel& kernel, Arguments const& arguments, std::vector<std::string> const& old_names,
              std::vector<std::string> const& new_names) {
  if (!arguments.has("tags")) return;
  std::vector<std::string> tagged;
  for (auto const& [loop, tag] : tags_by_loop(arguments, "tags")) {
    auto const place = std::find(old_names.begin(), old_names.end(), loop);
    if (place == old_names.end()) arguments.fail_unknown("duplicated loop", loop, old_names);
    tagged.push_back(new_names[static_cast<std::size_t>(place - old_names.begin())]);
    set_tag(kernel, tagged.back(), tag);
  }
  require_legal_tags(kernel, tagged, arguments);
}

} // namespace

loops::LoopKernel rename_iname(loops::LoopKernel kernel, Arguments const& arguments) {
  std::string const old_name = arguments.string("old_iname");
  std::string const new_name = arguments.string("new_iname");
  existing_loop(kernel, arguments, old_name);
  if (kernel.find_loop(new_name) && !arguments.boolean_or("existing_ok", false))
    arguments.fail(fmt::format("There is already a loop `{}`. `existing_ok=True` permits that the instructions become "
                               "part of it.",
                               new_name));
  loops::LoopKernel result = kernel;
  Move const move = rename(result, selected_instructions(kernel, arguments, "within"), arguments, old_name, new_name);
  require_legal_moves(
      kernel, result, {move}, arguments,
      fmt::format("The loop `{}` cannot be renamed `{}` in {}", old_name, new_name, in_words(move.instructions)));
  return result;
}

loops::LoopKernel duplicate_inames(loops::LoopKernel kernel, Arguments const& arguments) {
  std::vector<std::string> const loops = arguments.names("inames");
  std::set<std::string> const selected = selected_instructions(kernel, arguments, "within");
  std::vector<std::string> const names = names_of_duplicates(kernel, arguments, loops);
  loops::LoopKernel result = kernel;
  std::vector<Move> moves;
  for (std::size_t n = 0; n < loops.size(); ++n) {
    existing_loop(result, arguments, loops[n]);
    require_new_name(result, arguments, names[n]);
    moves.push_back(rename(result, selected, arguments, loops[n], names[n]));
  }
  require_legal_moves(
      kernel, result, moves, arguments,
      fmt::format("The loops {} cannot be duplicated for {}", base::list_in_words(loops), in_words(selected)));
  set_tags(result, arguments, loops, names);
  return result;
}

} // namespace chemora::transform
