/// Checks that several transformations share. Each throws base::UserError at the call.
#pragma once

#include "codegen/polyhedral/polyhedral.hpp"
#include "codegen/transform/transform.hpp"

#include <set>
#include <string>
#include <vector>

namespace chemora::transform {

// Each returns the existing loop, array, ... of the kernel, or throws with the nearest name.
loops::Loop const& existing_loop(loops::LoopKernel const& kernel, Arguments const& arguments, std::string const& name);
ir::TypedArray const& existing_array(loops::LoopKernel const& kernel, Arguments const& arguments,
                                     std::string const& name);
ir::TypedArray const& existing_temporary(loops::LoopKernel const& kernel, Arguments const& arguments,
                                         std::string const& name);
loops::Rule const& existing_rule(loops::LoopKernel const& kernel, Arguments const& arguments, std::string const& name);

/// Returns the texts between commas, without blanks at their ends.
std::vector<std::string> comma_separated(std::string const& text);

/// Throws if `name` is not an identifier or if the kernel already uses it.
void require_new_name(loops::LoopKernel const& kernel, Arguments const& arguments, std::string const& name);

/// Returns the ids of the instructions that the match expression in argument `name` selects, those of all instructions
/// if the argument is absent. Throws if it selects none.
std::set<std::string> selected_instructions(loops::LoopKernel const& kernel, Arguments const& arguments,
                                            std::string const& name);

/// Returns the tag that a text such as `l.0` or `unr` means, as loop without a name.
loops::Loop parse_tag(Arguments const& arguments, std::string const& text);

/// Returns the tags of the argument `name`, by loop: `"e:g.0, i:l.0"`, a dictionary, or a list of pairs.
std::vector<std::pair<std::string, loops::Loop>> tags_by_loop(Arguments const& arguments, std::string const& name);

/// Throws "`request`: `add[i=1]` reads `s`, which `init[i=0]` writes."
[[noreturn]] void reject(Arguments const& arguments, std::string const& request,
                         polyhedral::Dependence const& dependence);

/// Throws if `before` has a schedule and `after` has none. `request` is the first part of the message.
void require_schedule_remains(loops::LoopKernel const& before, loops::LoopKernel const& after,
                              Arguments const& arguments, std::string const& request);

} // namespace chemora::transform
