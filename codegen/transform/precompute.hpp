/// The computation of the values of a substitution rule into a temporary, which `precompute` and `add_prefetch` share.
#pragma once

#include "codegen/polyhedral/polyhedral.hpp"
#include "codegen/transform/transform.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace chemora::transform {

/// Which values of a rule are computed in advance, by which loops, and where they are stored.
struct Precomputation {
  std::string rule{};
  std::vector<std::string> sweep{};     ///< loops whose values are computed at once
  std::vector<std::string> new_loops{}; ///< names of the loops that compute, one per axis; empty: generated names
  std::vector<std::string> outer{};     ///< loops that enclose the computation besides the necessary ones
  std::string temporary{};
  std::string instruction{}; ///< id of the new instruction
  std::optional<ir::Scope> scope{};
  std::string default_tag{}; ///< tag of new loops; `l.auto`: axes of the threads where the extents agree
  /// Parameters of the rule of which all values from 0 to the extent - 1 are computed.
  std::map<std::size_t, ir::LinearExpression> whole_axes{};
  /// Names of axes of the temporary and generated names of loops by parameter of the rule.
  std::map<std::size_t, std::string> axis_names{};
  std::map<std::size_t, std::string> loop_names{};
};

/// Returns the kernel with a new instruction that computes the values, and with elements of the temporary in place of
/// all uses of the rule. Throws base::UserError at the call if the uses need different values of a parameter that is
/// not swept, or if the computation in advance would change the result.
loops::LoopKernel precomputed(loops::LoopKernel kernel, Precomputation const& request, Arguments const& arguments);

/// Subscripts that an instruction uses.
struct UsedSubscripts {
  std::string instruction{};
  std::vector<ir::LinearExpression> subscripts{};
};

/// Returns the smallest box that contains the subscripts of all instructions while the loops `sweep` run. Each
/// instruction contributes the iterations of its own loops. Throws base::UserError at the call if the assumptions do
/// not determine which bound of two instructions is smaller.
polyhedral::Footprint joint_footprint(loops::LoopKernel const& kernel, std::vector<UsedSubscripts> const& uses,
                                      std::vector<std::string> const& sweep, Arguments const& arguments,
                                      std::string const& what);

/// Adds the loops of which the scalars that determine the ranges of the loops `outer` have copies.
void add_loops_of_ranges(loops::LoopKernel const& kernel, std::set<std::string>& outer);

/// Returns the kernel with bounds of the loops `outer` that do not depend on other loops, so that a new instruction may
/// be within these loops only. `users` are the instructions that use its result.
loops::LoopKernel with_own_bounds(loops::LoopKernel kernel, std::vector<std::string> const& outer,
                                  std::vector<std::string> const& users, Arguments const& arguments);

/// Returns the scope that the argument names: `registers`, `tile`, `grid` or their OpenCL names.
std::optional<ir::Scope> scope_argument(Arguments const& arguments, std::string const& name);

/// Returns the kernel with layouts of the axes of an array as in tag_data_axes. `tags` is a text such as `N0,N1,vec`,
/// or a dictionary of names of axes.
loops::LoopKernel with_axis_layouts(loops::LoopKernel kernel, std::string const& array, Value const& tags,
                                    Arguments const& arguments);

} // namespace chemora::transform
