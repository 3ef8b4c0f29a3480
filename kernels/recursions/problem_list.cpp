#include "kernels/recursions/problem_list.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::recursions {

ProblemList::ProblemList(recursion::System const& system, std::set<std::string> const& parameters,
                         std::span<Problem const> problems)
    : size_(problems.size()), parameters_(parameters.begin(), parameters.end()) {
  letters_.reserve(size_ * parameters_.size());
  lengths_.reserve(size_ * parameters_.size());
  for (std::size_t n = 0; n < size_; ++n)
    for (std::string const& parameter : parameters_) {
      auto const found = problems[n].sequences.find(parameter);
      if (found == problems[n].sequences.end())
        throw base::UserError(system.where,
                              fmt::format("Problem {} of `{}` has no sequence `{}`.", n, system.name, parameter));
      letters_.push_back(found->second);
      lengths_.push_back(static_cast<long>(found->second.size()));
    }
}

SizeExpression::SizeExpression(ir::LinearExpression const& expression, std::vector<std::string> const& parameters,
                               std::map<std::string, long> const& sizes)
    : constant_(expression.constant), factors_(parameters.size()) {
  for (auto const& [name, factor] : expression.factors) {
    auto const parameter = std::ranges::find_if(parameters, [&](auto const& each) { return name == "length_" + each; });
    if (parameter != parameters.end())
      factors_[static_cast<std::size_t>(parameter - parameters.begin())] += factor;
    else
      constant_ += factor * sizes.at(name);
  }
}

TableSizes::TableSizes(recursion::System const& system, std::vector<std::string> const& parameters,
                       std::map<std::string, long> const& sizes) {
  for (recursion::Function const& function : system.functions) {
    std::vector<SizeExpression>& extents = extents_.emplace_back();
    for (recursion::Dimension const& dimension : function.dimensions)
      extents.emplace_back(dimension.upper - dimension.lower + ir::linear(1), parameters, sizes);
  }
}

double TableSizes::largest(Lengths lengths) const {
  double largest = 0;
  for (std::vector<SizeExpression> const& extents : extents_) {
    double n = 1;
    for (SizeExpression const& extent : extents) n *= static_cast<double>(std::max(extent.value(lengths), 0L));
    largest = std::max(largest, n);
  }
  return largest;
}

} // namespace chemora::recursions
