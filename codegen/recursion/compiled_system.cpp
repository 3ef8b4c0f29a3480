#include "codegen/recursion/compiled_system.hpp"

#include "codegen/recursion/inputs.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::recursion {

namespace {

constexpr std::size_t max_elements = 100'000'000; ///< of all tables

template <class Values>
typename Values::mapped_type const& value_in(Values const& values, std::string const& name, char const* what) {
  auto const found = values.find(name);
  if (found == values.end()) throw base::UserError(fmt::format("The {} `{}` has no value.", what, name));
  return found->second;
}

} // namespace

CompiledSystem::CompiledSystem(System const& system, Inputs const& inputs, bool has_values) : has_values_(has_values) {
  for (std::string const& size : system.sizes)
    set_name(size, static_cast<long double>(value_in(inputs.sizes, size, "size")));
  for (auto const& [name, type] : system.scalars)
    set_name(name, static_cast<long double>(value_in(inputs.scalars, name, "scalar")));
  for (InputArray const& array : system.arrays) add_array(array, inputs);
  std::size_t n_elements = 0;
  for (Function const& function : system.functions) add_table(function, n_elements);
  for (auto& [name, table] : tables_) compile_cases(table);
}

std::size_t CompiledSystem::slot(std::string const& name) {
  std::size_t const n = slots_.emplace(name, slots_.size()).first->second;
  if (names.size() <= n) names.resize(n + 1);
  return n;
}

void CompiledSystem::set_name(std::string const& name, WideNumber const& value) {
  std::size_t const n = slot(name);
  names[n] = value;
}

long CompiledSystem::value_of(ir::LinearExpression const& expression) {
  long value = expression.constant;
  for (auto const& [name, factor] : expression.factors) value += factor * static_cast<long>(names[slot(name)].mantissa);
  return value;
}

void CompiledSystem::add_array(InputArray const& array, Inputs const& inputs) {
  Array result{.name = array.name, .values = &value_in(inputs.arrays, array.name, "array")};
  long const size = static_cast<long>(result.values->size());
  result.extents = extents_of(array, result.values->size(), inputs.sizes);
  long total = 1;
  for (long const extent : result.extents) total *= extent;
  if (total != size)
    throw base::UserError(fmt::format("The array `{}` has {} values; expected {}.", array.name, size, total));
  arrays_[array.name] = std::move(result);
}

void CompiledSystem::add_table(Function const& function, std::size_t& n_elements) {
  Table table{.function = &function};
  std::size_t size = 1;
  for (Dimension const& dimension : function.dimensions) {
    table.lower.push_back(value_of(dimension.lower));
    table.extents.push_back(std::max(0L, value_of(dimension.upper) - table.lower.back() + 1));
    table.slots.push_back(slot(dimension.name));
    size *= static_cast<std::size_t>(table.extents.back());
    if (has_values_ && size > max_elements) break;
  }
  if (!has_values_) {
    tables_[function.name] = std::move(table);
    return;
  }
  n_elements += size;
  if (n_elements > max_elements)
    throw base::UserError(function.where,
                          fmt::format("The tables of the interpreter have more than {} elements.", max_elements));
  table.values.resize(size);
  table.states.resize(size);
  tables_[function.name] = std::move(table);
}

void CompiledSystem::compile_cases(Table& table) {
  for (Case const& part : table.function->cases) {
    CompiledCase compiled_case{.value = compiled(part.value, table.function->ranges)};
    for (loops::Constraint const& constraint : part.domain) {
      CompiledConstraint row{.constant = constraint.expression.constant, .is_equality = constraint.is_equality};
      for (auto const& [name, factor] : constraint.expression.factors) row.factors.emplace_back(slot(name), factor);
      compiled_case.domain.push_back(std::move(row));
    }
    table.cases.push_back(std::move(compiled_case));
  }
}

Node CompiledSystem::compiled(ir::ExpressionPtr const& expression, std::vector<Range> const& ranges) {
  Node node{.kind = expression->kind,
            .op = expression->op,
            .type = expression->type,
            .number = static_cast<long double>(expression->number)};
  if (expression->kind == ir::ExpressionKind::name) node.slot = slot(expression->name);
  if (expression->kind == ir::ExpressionKind::element) {
    auto const found = tables_.find(expression->name);
    if (found != tables_.end())
      node.table = &found->second;
    else
      node.array = &arrays_.at(expression->name);
  }
  for (ir::ExpressionPtr const& operand : expression->operands) node.operands.push_back(compiled(operand, ranges));
  if (expression->kind != ir::ExpressionKind::reduction) return node;
  node.slot = slot(expression->loops.at(0));
  for (Range const& range : ranges)
    if (range.variable == expression->loops[0]) {
      node.operands.push_back(compiled(range.first, ranges));
      node.operands.push_back(compiled(range.last, ranges));
    }
  return node;
}

} // namespace chemora::recursion
