// The footprint of several instructions: the box that contains the footprints of each.
#include "codegen/transform/precompute.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::transform {

namespace {

using ir::LinearExpression;

/// Returns whether the assumptions about single parameters imply that the expression is not negative.
bool is_never_negative(loops::LoopKernel const& kernel, LinearExpression const& expression) {
  long minimum = expression.constant;
  for (auto const& [name, factor] : expression.factors) {
    std::optional<long> bound;
    for (loops::Constraint const& assumption : kernel.assumptions) {
      LinearExpression const& value = assumption.expression;
      if (value.factors.size() == 1 && value.factor(name) == 1)
        bound = std::max(bound.value_or(-value.constant), -value.constant);
    }
    if (factor < 0 || !bound) return false;
    minimum += factor * *bound;
  }
  return minimum >= 0;
}

LinearExpression smaller(loops::LoopKernel const& kernel, LinearExpression const& left, LinearExpression const& right,
                         Arguments const& arguments, std::string const& what) {
  if (is_never_negative(kernel, right - left)) return left;
  if (!is_never_negative(kernel, left - right))
    arguments.fail(
        fmt::format("The smallest box of {} cannot be determined, because it is unknown whether `{}` or `{}` "
                    "is smaller. Add an assumption about the parameters with `assume`.",
                    what, ir::to_text(left), ir::to_text(right)));
  return right;
}

void extend(polyhedral::Footprint& box, polyhedral::Footprint const& other, loops::LoopKernel const& kernel,
            Arguments const& arguments, std::string const& what) {
  box.is_exact = box.is_exact && other.is_exact && box.lower == other.lower && box.extent == other.extent;
  for (std::size_t n = 0; n < box.lower.size(); ++n) {
    LinearExpression const end = box.lower[n] + box.extent[n], other_end = other.lower[n] + other.extent[n];
    box.lower[n] = smaller(kernel, box.lower[n], other.lower[n], arguments, what);
    LinearExpression const first_end = smaller(kernel, end, other_end, arguments, what);
    box.extent[n] = (first_end == end ? other_end : end) - box.lower[n];
  }
}

} // namespace

polyhedral::Footprint joint_footprint(loops::LoopKernel const& kernel, std::vector<UsedSubscripts> const& uses,
                                      std::vector<std::string> const& sweep, Arguments const& arguments,
                                      std::string const& what) {
  // Instructions within the same loops are considered together.
  std::vector<std::pair<std::vector<std::string>, std::vector<std::vector<LinearExpression>>>> groups;
  for (UsedSubscripts const& use : uses) {
    std::vector<std::string> const& within = kernel.instruction(use.instruction).within;
    auto group = std::find_if(groups.begin(), groups.end(), [&](auto const& other) { return other.first == within; });
    if (group == groups.end()) group = groups.insert(groups.end(), {within, {}});
    if (!base::contains(group->second, use.subscripts)) group->second.push_back(use.subscripts);
  }
  std::optional<polyhedral::Footprint> box;
  for (auto const& [within, subscripts] : groups) {
    polyhedral::Footprint const of_group =
        polyhedral::footprint(kernel, subscripts, within, sweep, arguments.where(), what);
    if (box)
      extend(*box, of_group, kernel, arguments, what);
    else
      box = of_group;
  }
  return *box;
}

} // namespace chemora::transform
