// Which kernels and sums become one calculation: those that depend on one another, each lot for itself.
#pragma once

#include "../kernel_name.hpp"
#include "codegen/passes/fuse_updates.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ca_kernel {

/// A kernel that waits; all name arrays alike.
struct WaitingKernel {
  KernelName name;
  chemora::ir::Graph graph;
};

/// A copy, or a zero where there is no source, that comes before the kernels.
struct Beginning {
  std::string target, source;
};

/// Kernels that depend on one another, as one graph, and the sums that belong to it.
struct Component {
  std::string thorn, name; ///< the thorn of the first, the names of all
  std::vector<KernelName> kernels;
  std::size_t first_launch = 0;     ///< its number
  std::vector<std::size_t> updates; ///< numbers of those in step.updates
  chemora::passes::Substep step;
  chemora::passes::FusedSubstep joined; ///< of join(), unless its sums are done apart
  /// The kernel runs by itself, reading sources of copies in place of their targets, and then these.
  std::optional<chemora::passes::SeparateUpdates> apart{};
  std::string why_apart{}; ///< a sentence

  chemora::passes::ArrayChanges const& changes() const {
    if (apart) return *apart;
    return joined;
  }
};

struct Division {
  std::vector<Component> components;
  /// By number: whether a component does it. The others are to be done before (copies and zeros) or after them.
  std::vector<bool> does_before, does_update;
};

/// Throws base::UserError with the reason, a sentence, why these cannot be divided so.
Division divide(std::vector<WaitingKernel> const& kernels, std::vector<Beginning> const& before,
                std::vector<chemora::passes::Update> const& updates);

/// What joining asks of a run.
struct JoiningRules {
  std::vector<std::string> unneeded; ///< arrays whose values nobody needs afterwards
  std::function<bool(std::string const&, std::string const&)> may_swap;
  std::function<std::string(Component const&)> name; ///< of the calculation
  int most_operations;                               ///< of one
  std::function<bool(KernelName const&)> has_pin;    ///< whether somebody has pinned a plan for this kernel
};

/// One component after the other becomes one calculation, or a kernel with sums behind it that know what it stores:
/// where one calculation would have too many arrays, or new values have no place while neighbours read the old ones.
/// Throws base::UserError with the reason why neither can be, or had better not: there would be too many operations, or
/// a plan that is pinned for a kernel would be lost.
void join(std::vector<Component>& components, JoiningRules const& rules);

} // namespace ca_kernel
