#include "codegen/loops/kernel_builder.hpp"

#include <fmt/format.h>

#include <utility>

namespace chemora::loops {

void KernelBuilder::open(std::string const& loop, Tag tag, int axis) {
  kernel_.loops.push_back({loop, tag, axis});
  enter(loop);
}

void KernelBuilder::enter(std::string const& loop) {
  loops_.push_back(loop);
  order_.push_back(ir::linear(n_inside_.back()++));
  order_.push_back(ir::linear(loop));
  n_inside_.push_back(0);
}

void KernelBuilder::open(std::string const& loop, ir::LinearExpression const& lower, ir::LinearExpression const& upper,
                         Tag tag, int axis) {
  open(loop, tag, axis);
  add_at_least_0(ir::linear(loop) - lower);
  add_at_least_0(upper - ir::linear(loop));
}

void KernelBuilder::close_to(std::size_t n_loops) {
  loops_.resize(n_loops);
  order_.resize(2 * n_loops);
  n_inside_.resize(n_loops + 1);
}

void KernelBuilder::assign(ir::ExpressionPtr const& target, ir::ExpressionPtr const& value,
                           std::vector<ir::ExpressionPtr> const& conditions) {
  std::vector<ir::LinearExpression> order = order_;
  order.push_back(ir::linear(n_inside_.back()++));
  std::vector<ir::ExpressionPtr> all_conditions = conditions_;
  all_conditions.insert(all_conditions.end(), conditions.begin(), conditions.end());
  kernel_.instructions.push_back({.id = fmt::format("s{}", ++n_instructions_),
                                  .within = loops_,
                                  .conditions = std::move(all_conditions),
                                  .target = target,
                                  .value = value,
                                  .order = std::move(order)});
}

void KernelBuilder::assign_together(std::vector<ir::ExpressionPtr> const& targets,
                                    std::vector<ir::ExpressionPtr> values) {
  std::size_t const last = targets.size() - 1;
  for (std::size_t n = 0; n < last; ++n) {
    ir::ExpressionPtr const copy = scalar(new_name("next_value"), values[n]->type);
    assign(copy, values[n]);
    values[n] = copy;
  }
  assign(targets[last], values[last]);
  for (std::size_t n = 0; n < last; ++n) assign(targets[n], values[n]);
}

void KernelBuilder::assign_always(ir::ExpressionPtr const& target, ir::ExpressionPtr const& value) {
  std::vector<ir::ExpressionPtr> const conditions = std::exchange(conditions_, {});
  assign(target, value);
  conditions_ = conditions;
}

void KernelBuilder::add_grid_barrier() {
  close_to(0);
  kernel_.instructions.push_back({.id = fmt::format("s{}", ++n_instructions_),
                                  .barrier = ir::Scope::grid,
                                  .order = {ir::linear(n_inside_.back()++)}});
}

ir::ExpressionPtr KernelBuilder::scalar(std::string const& name, ir::Type type) {
  kernel_.arrays.push_back({.name = name, .type = type, .scope = ir::Scope::registers, .copies = loops_});
  return ir::make_element(type, name, {});
}

std::string KernelBuilder::new_name(std::string const& name) {
  for (;;) {
    long const n = n_names_[name]++;
    std::string const result = n == 0 ? name : fmt::format("{}_{}", name, n);
    if (names_.insert(result).second) return result;
  }
}

} // namespace chemora::loops
