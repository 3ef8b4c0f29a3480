// Checks words one by one.
#include "codegen/plan/plan_words.hpp"

#include "codegen/plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>

namespace chemora::plan {

std::vector<ir::TokenLine> clauses_of(ir::TokenLine const& line) {
  std::vector<ir::TokenLine> clauses(1);
  for (ir::Token const& token : line) {
    std::size_t from = 0;
    for (std::size_t at = 0; at <= token.text.size(); ++at) {
      if (at < token.text.size() && token.text[at] != ';') continue;
      if (at > from) {
        clauses.back().push_back({token.text.substr(from, at - from), token.is_quoted, token.where});
        clauses.back().back().where.column += static_cast<int>(from);
      }
      if (at < token.text.size()) clauses.emplace_back();
      from = at + 1;
    }
    bool const is_head = clauses.back().size() == 2 && clauses.back()[0].text == "kernel";
    if (is_head && token.text.ends_with(':')) clauses.emplace_back();
  }
  std::erase_if(clauses, [](ir::TokenLine const& clause) { return clause.empty(); });
  return clauses;
}

bool is_none(ir::TokenLine const& clause) { return clause.size() == 2 && clause[1].text == "none"; }

bool PlanWords::has_form(ir::TokenLine const& clause, std::size_t n_words, std::string const& form) {
  if (clause.size() == n_words) return true;
  error(clause[std::min(clause.size() - 1, n_words)], fmt::format("This line is not of the form `{}`.", form));
  return false;
}

std::optional<ir::ValueId> PlanWords::take_value(ir::Token const& token) {
  auto const number =
      token.text.starts_with('%') ? ir::to_integer(std::string_view(token.text).substr(1)) : std::nullopt;
  if (number && *number >= 0) return number;
  error(token, fmt::format("`{}` is found where a value %N is expected.", token.text));
  return {};
}

std::optional<int> PlanWords::take_axis(ir::Token const& token) {
  if (token.text.size() == 1 && token.text[0] >= 'x' && token.text[0] <= 'z') return token.text[0] - 'x';
  error(token, fmt::format("`{}` is no axis; allowed are x, y and z.", token.text));
  return {};
}

int PlanWords::take_positive(ir::Token const& token) {
  auto const number = ir::to_integer(token.text);
  if (number && *number >= 1) return *number;
  bool const is_too_large = !number && token.text.find_first_not_of("0123456789") == std::string::npos;
  error(token, is_too_large ? fmt::format("`{}` is too large a number; at most {} is possible.", token.text,
                                          std::numeric_limits<int>::max())
                            : fmt::format("`{}` is found where a whole number of at least 1 is expected.", token.text));
  return 1;
}

bool PlanWords::is_variable(ir::Token const& token) {
  if (ir::is_variable_name(token.text)) return true;
  error(token, fmt::format("`{}` is not the name of a variable.", token.text));
  return false;
}

std::vector<std::string> PlanWords::take_names(ir::TokenLine const& clause) {
  std::vector<std::string> names;
  for (std::size_t n = 1; n < clause.size(); ++n) {
    if (clause[n].text.starts_with('%')) {
      if (auto const value = take_value(clause[n])) names.push_back(grid_name(*value));
    } else if (is_variable(clause[n])) {
      names.push_back(clause[n].text);
    }
  }
  return names;
}

} // namespace chemora::plan
