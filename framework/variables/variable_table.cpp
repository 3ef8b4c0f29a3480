#include "framework/variables/variable_table.hpp"

#include "framework/base/errors.hpp"
#include "framework/include/cctk_Constants.h"
#include "framework/parameters/parameter_table.hpp"

#include <fmt/format.h>

namespace chemora::variables {

namespace {

constexpr std::int64_t max_elements = 1000000; ///< maximum number of elements of a vector group

std::vector<int> evaluate_all(std::vector<ccl::Expression> const& expressions, ccl::Environment const& environment,
                              char const* what) {
  std::vector<int> values;
  for (auto const& expression : expressions) {
    std::int64_t const value = ccl::evaluate_integer(expression, environment);
    if (value < 0 || value > 2147483647)
      throw base::UserError(expression.where, fmt::format("{} is {}; it must not be negative.", what, value));
    values.push_back(static_cast<int>(value));
  }
  return values;
}

/// Returns the type of a group, which the value of a keyword parameter may select.
int chosen_type(ccl::VariableGroup const& group, ccl::Environment const& environment) {
  if (group.type_parameter.empty()) return type_code(group.type);
  auto const value = environment.parameter(group.type_parameter);
  auto const* const word = value ? std::get_if<std::string>(&*value) : nullptr;
  if (word && ccl::same_name(*word, "real32")) return CCTK_VARIABLE_REAL4;
  if (word && ccl::same_name(*word, "real64")) return CCTK_VARIABLE_REAL;
  throw base::UserError(
      group.name.where,
      fmt::format("The tag TypeParameter of the group {} names `{}`, which is not a keyword parameter "
                  "of the thorn with the value \"real32\" or \"real64\".",
                  group.name.text, group.type_parameter));
}

} // namespace

void VariableTable::build(parameters::ThornCatalogue const& catalogue, parameters::ParameterTable const& table) {
  base::Diagnostics problems;
  for (auto const& thorn : catalogue.thorns()) {
    if (!thorn.is_active) continue;
    implementation_of_[ccl::lower_case(thorn.name)] = thorn.implementation();
    ccl::Environment const environment = parameters::ccl_environment(thorn, catalogue, table);
    for (auto const& declaration : thorn.interface.groups)
      base::collect_errors(problems, [&] { add_group(thorn, declaration, environment); });
  }
  problems.throw_if_errors();
}

void VariableTable::add_group(parameters::CompiledThorn const& thorn, ccl::VariableGroup const& declaration,
                              ccl::Environment const& environment) {
  Group group;
  group.name = declaration.name.text;
  group.access = declaration.access;
  group.implementation = declaration.access == ccl::Access::private_access ? thorn.name : thorn.implementation();
  group.full_name = group.implementation + "::" + group.name;
  group.thorn = thorn.name;
  group.where = declaration.name.where;
  group.type = group_type_code(declaration.group_type);
  group.variable_type = chosen_type(declaration, environment);
  group.distribution = distribution_code(declaration.distribution);
  group.dimension = declaration.dimension;
  group.n_time_levels = declaration.n_time_levels;
  group.tags = declaration.tags;
  group.centering = declaration.centering;
  group.description = declaration.description;
  if (group.variable_type < 0)
    throw base::UserError(declaration.name.where, fmt::format("{} has the type `{}`, which does not exist.",
                                                              group.full_name, declaration.type));
  if (!declaration.stagger.empty())
    throw base::UserError(declaration.name.where,
                          group.full_name + " uses STAGGER, which is not supported; remove it.");
  if (group.type == CCTK_ARRAY) {
    group.size = evaluate_all(declaration.size, environment, "An array's size");
    group.ghost_size = evaluate_all(declaration.ghost_size, environment, "An array's ghost size");
    group.size.resize(static_cast<std::size_t>(group.dimension), 0);
    group.ghost_size.resize(static_cast<std::size_t>(group.dimension), 0);
  }
  if (declaration.vector_length) {
    std::int64_t const length = ccl::evaluate_integer(*declaration.vector_length, environment);
    if (length < 0 || length > max_elements)
      throw base::UserError(
          declaration.vector_length->where,
          fmt::format("{} cannot have {} elements; expected 0 to {}.", group.full_name, length, max_elements));
    group.is_vector = true;
    group.vector_length = static_cast<int>(length);
  }
  std::string const key = ccl::lower_case(group.full_name);
  if (group_names_.contains(key))
    throw base::UserError(declaration.name.where, "The group " + group.full_name + " is declared twice.");
  group_names_[key] = n_groups();
  add_variables(groups_.emplace_back(std::move(group)), declaration);
}

void VariableTable::add_variables(Group& group, ccl::VariableGroup const& declaration) {
  group.first_variable = n_variables();
  for (auto const& name : declaration.variables)
    for (int element = 0; element < group.vector_length; ++element) {
      Variable variable;
      variable.name = group.is_vector ? fmt::format("{}[{}]", name.text, element) : name.text;
      variable.full_name = group.implementation + "::" + variable.name;
      variable.group = n_groups() - 1;
      auto const [place, is_new] = variable_names_.try_emplace(ccl::lower_case(variable.full_name), n_variables());
      if (!is_new) throw base::UserError(name.where, "The variable " + variable.full_name + " is declared twice.");
      variables_.push_back(std::move(variable));
    }
  group.n_variables = n_variables() - group.first_variable;
}

int VariableTable::look_up(std::map<std::string, int> const& names, std::string const& full_name) const {
  std::string const key = ccl::lower_case(full_name);
  if (auto const found = names.find(key); found != names.end()) return found->second;
  auto const colons = key.find("::");
  if (colons == std::string::npos) return -1;
  auto const implementation = implementation_of_.find(key.substr(0, colons));
  if (implementation == implementation_of_.end()) return -1;
  auto const found = names.find(ccl::lower_case(implementation->second) + key.substr(colons));
  return found == names.end() ? -1 : found->second;
}

int VariableTable::group_index(std::string const& full_name) const { return look_up(group_names_, full_name); }

int VariableTable::variable_index(std::string const& full_name) const { return look_up(variable_names_, full_name); }

std::vector<int> VariableTable::variable_indices(std::string const& full_name) const {
  if (int const index = variable_index(full_name); index >= 0) return {index};
  int const first = variable_index(full_name + "[0]");
  if (first < 0) return {};
  std::vector<int> indices;
  for (int element = 0; element < group_of(first)->vector_length; ++element) indices.push_back(first + element);
  return indices;
}

Group const* VariableTable::group_of(int variable_index) const {
  Variable const* const found = variable(variable_index);
  return found ? group(found->group) : nullptr;
}

std::vector<std::string> VariableTable::group_names() const {
  std::vector<std::string> names;
  for (auto const& group : groups_) names.push_back(group.full_name);
  return names;
}

std::vector<std::string> VariableTable::variable_names() const {
  std::vector<std::string> names;
  for (auto const& variable : variables_) names.push_back(variable.full_name);
  return names;
}

VariableTable& variable_table() {
  static VariableTable table;
  return table;
}

} // namespace chemora::variables
