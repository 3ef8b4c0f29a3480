#include "framework/parameters/par_evaluation.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

namespace chemora::parameters {

namespace {

using Kind = ParExpression::Kind;

} // namespace

ParEvaluation::ParEvaluation(ParameterTable& table, std::string const& par_file_name, base::Diagnostics& problems)
    : table_(table), problems_(problems), variables_(par_file_name) {}

ParValue ParEvaluation::parameter(ParExpression const& reference) {
  auto const colons = reference.text.find("::");
  std::string const owner = reference.text.substr(0, colons), name = reference.text.substr(colons + 2);
  Parameter const* const parameter = table_.find(owner, name);
  if (!parameter) fail(reference, table_.why_unknown(owner, name));
  std::int64_t element = 0;
  if (!reference.operands.empty()) {
    ParValue const index = evaluate(reference.operands[0]);
    if (!std::holds_alternative<std::int64_t>(index.value))
      fail(reference.operands[0], "The index must be an integer.");
    element = std::get<std::int64_t>(index.value);
  }
  if (parameter->is_array() == reference.operands.empty())
    fail(reference, parameter->full_name() + (parameter->is_array() ? " is an array; an index is missing."
                                                                    : " is not an array; remove the index."));
  if (element < 0 || element >= parameter->n_elements())
    fail(reference, fmt::format("{} has the elements 0 to {}.", parameter->full_name(), parameter->n_elements() - 1));
  read_[fmt::format("{}[{}]", parameter->full_name(), element)] = reference.where;

  TypedValue const value = parameter->value(static_cast<int>(element));
  if (auto const* const whole = std::get_if<std::int64_t>(&value)) {
    if (parameter->type() == ccl::ParameterType::boolean) return {*whole != 0, false, {}};
    return {*whole, false, {}};
  }
  if (auto const* const real = std::get_if<double>(&value)) return {*real, false, {}};
  return text_value(std::get<std::string>(value));
}

ParValue ParEvaluation::evaluate(ParExpression const& expression) {
  switch (expression.kind) {
  case Kind::integer:
  case Kind::real:
  case Kind::word:
    return literal_value(expression);
  case Kind::string:
    return text_value(variables_.replaced(expression));
  case Kind::variable:
    return variables_.value(expression);
  case Kind::parameter:
    return parameter(expression);
  case Kind::list:
    fail(expression, "A list can only be the complete value of an array parameter.");
  case Kind::operation:
  case Kind::call:
    break;
  }
  std::vector<ParValue> operands;
  for (auto const& operand : expression.operands) operands.push_back(evaluate(operand));
  return expression.kind == Kind::call ? apply_function(expression, operands) : apply_operator(expression, operands);
}

void ParEvaluation::apply(ParFile const& file, ParameterLevel level) {
  for (auto const& assignment : file.assignments) {
    if (problems_.n_errors() > base::max_findings) return;
    try {
      assign(assignment, level);
    } catch (base::UserError const& error) {
      for (auto const& finding : error.diagnostics()) problems_.error(finding.where, finding.message);
    }
  }
}

void ParEvaluation::assign(ParAssignment const& assignment, ParameterLevel level) {
  if (assignment.kind == ParAssignment::Kind::active_thorns) return;
  if (assignment.kind == ParAssignment::Kind::variable) {
    variables_.set(assignment.name, evaluate(assignment.value));
    return;
  }
  if (assignment.value.kind == Kind::list) {
    for (std::size_t n = 0; n < assignment.value.operands.size(); ++n)
      assign_parameter(assignment, fmt::format("{}[{}]", assignment.name, n), assignment.value.operands[n], level);
    return;
  }
  std::string name = assignment.name;
  if (!assignment.index.empty()) {
    ParValue const index = evaluate(assignment.index[0]);
    if (!std::holds_alternative<std::int64_t>(index.value))
      throw base::UserError(assignment.index[0].where, "The index must be an integer.");
    name += fmt::format("[{}]", std::get<std::int64_t>(index.value));
  }
  assign_parameter(assignment, name, assignment.value, level);
}

void ParEvaluation::assign_parameter(ParAssignment const& assignment, std::string const& name,
                                     ParExpression const& value, ParameterLevel level) {
  auto const target = split_index(name);
  Parameter* const parameter = target ? table_.find(assignment.owner, target->name) : nullptr;
  int const element = target && target->index > 0 ? target->index : 0;
  if (parameter) {
    auto const read = read_.find(fmt::format("{}[{}]", parameter->full_name(), element));
    if (read != read_.end())
      throw base::UserError(assignment.where, fmt::format("{} is set here, but its value was already used at {}.",
                                                          parameter->full_name(), base::to_text(read->second)));
  }
  SetReport result = table_.set(assignment.owner, name, to_text(evaluate(value)));
  bool const is_repeated =
      result.result == SetResult::set_to_other_value || result.result == SetResult::set_to_same_value;
  if (is_repeated)
    result.message += fmt::format(" The first assignment is at {}.", base::to_text(*parameter->where_set(element)));
  if (result.result == SetResult::ok) parameter->set_where(element, assignment.where);
  if (result.result == SetResult::unknown && !table_.has_owner(assignment.owner) &&
      table_.nearest_owner(assignment.owner).empty())
    result.result = SetResult::inactive_thorn; // a thorn that is not compiled is not active
  bool const is_about_value = result.result == SetResult::not_admissible || result.result == SetResult::wrong_kind ||
                              result.result == SetResult::accumulated_not_admissible;
  report(is_about_value ? value.where : assignment.where, result, level);
}

void ParEvaluation::report(base::SourcePosition const& where, SetReport const& report, ParameterLevel level) {
  auto const error_if = [&](bool is_error, char const* consequence) {
    if (is_error) return problems_.error(where, report.message);
    problems_.warning(where, report.message + consequence);
  };
  switch (report.result) {
  case SetResult::ok:
    return;
  case SetResult::unknown:
  case SetResult::array_without_index:
    return error_if(level != ParameterLevel::relaxed, " It is ignored.");
  case SetResult::inactive_thorn:
  case SetResult::is_accumulator:
    return error_if(level == ParameterLevel::strict, " It is ignored.");
  case SetResult::set_to_other_value:
    return error_if(level != ParameterLevel::relaxed, " The second value is used.");
  case SetResult::set_to_same_value:
    return error_if(level == ParameterLevel::strict, "");
  default:
    problems_.error(where, report.message);
  }
}

std::optional<std::string> evaluate_text(ParameterTable& table, std::string const& text) {
  base::SourceText const source{"", "$value = " + text};
  base::Diagnostics problems;
  auto const file = parse_parameter_file(source, problems);
  if (problems.has_errors() || file.assignments.size() != 1) return std::nullopt;
  try {
    return to_text(ParEvaluation(table, "", problems).evaluate(file.assignments[0].value));
  } catch (base::UserError const&) {
    return std::nullopt;
  }
}

} // namespace chemora::parameters
