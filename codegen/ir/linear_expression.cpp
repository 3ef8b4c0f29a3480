#include "codegen/ir/expression_parser.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

namespace chemora::ir {

long LinearExpression::factor(std::string const& name) const {
  auto const found = factors.find(name);
  return found == factors.end() ? 0 : found->second;
}

LinearExpression LinearExpression::with(std::string const& name, LinearExpression const& value) const {
  long const multiple = factor(name);
  if (multiple == 0) return *this;
  LinearExpression result = *this;
  result.factors.erase(name);
  return std::move(result) + multiple * value;
}

long LinearExpression::value(std::map<std::string, long> const& values) const {
  long result = constant;
  for (auto const& [name, factor] : factors) {
    auto const found = values.find(name);
    if (found == values.end())
      throw base::InternalError(fmt::format("`{}` has no value in `{}`", name, to_text(*this)));
    result += factor * found->second;
  }
  return result;
}

LinearExpression& LinearExpression::operator+=(LinearExpression const& other) {
  constant += other.constant;
  for (auto const& [name, factor] : other.factors)
    if ((factors[name] += factor) == 0) factors.erase(name);
  return *this;
}

LinearExpression& LinearExpression::operator-=(LinearExpression const& other) { return *this += -1 * other; }

LinearExpression& LinearExpression::operator*=(long factor) {
  constant *= factor;
  if (factor == 0) factors.clear();
  for (auto& [_, multiple] : factors) multiple *= factor;
  return *this;
}

LinearExpression linear(long constant) { return {.constant = constant}; }
LinearExpression linear(std::string const& name) { return {.factors = {{name, 1}}}; }

LinearExpression operator+(LinearExpression left, LinearExpression const& right) { return left += right; }
LinearExpression operator-(LinearExpression left, LinearExpression const& right) { return left -= right; }
LinearExpression operator*(long factor, LinearExpression expression) { return expression *= factor; }

std::string to_text(LinearExpression const& expression) {
  std::string text;
  auto const append = [&](long factor, std::string const& name) {
    if (!text.empty())
      text += factor < 0 ? " - " : " + ";
    else if (factor < 0)
      text += "-";
    long const size = factor < 0 ? -factor : factor;
    text += name.empty() ? fmt::format("{}", size)
            : size == 1  ? name_text(name)
                         : fmt::format("{}*{}", size, name_text(name));
  };
  for (auto const& [name, factor] : expression.factors) append(factor, name);
  if (expression.constant != 0 || text.empty()) append(expression.constant, "");
  return text;
}

} // namespace chemora::ir
