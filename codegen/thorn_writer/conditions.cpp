// Expressions over parameters in the syntax of schedule.ccl.
#include "codegen/thorn_writer/conditions.hpp"

#include "framework/base/errors.hpp"

#include <map>

namespace chemora::thorn_writer {

namespace {

using tensor::Expression;
using tensor::Kind;

class Writer {
public:
  explicit Writer(std::vector<tensor::Parameter> const& parameters) : parameters_(parameters) {}

  std::string write(Expression const& expression) const {
    switch (expression.kind) {
    case Kind::number:
      return tensor::to_text(expression.number);
    case Kind::parameter:
      return expression.name;
    case Kind::apply:
      return apply(expression);
    default:
      throw base::InternalError("thorn_writer: not a condition: " + to_text(expression));
    }
  }

private:
  std::string apply(Expression const& expression) const {
    auto const& operands = expression.operands;
    if (expression.name == "not") return "!" + bracketed(operands[0]);
    if (expression.name == "neg") return "-" + write(operands[0]);
    if (operands.size() == 2 && operands[1].kind == Kind::keyword) return keyword(expression, operands[0], operands[1]);
    if (operands.size() == 2 && operands[0].kind == Kind::keyword) return keyword(expression, operands[1], operands[0]);
    std::string const symbol = expression.name == "and" ? "&&" : expression.name == "or" ? "||" : expression.name;
    return bracketed(operands[0]) + " " + symbol + " " + bracketed(operands[1]);
  }

  std::string keyword(Expression const& expression, Expression const& parameter, Expression const& value) const {
    for (tensor::Parameter const& one : parameters_)
      if (one.name == parameter.name) {
        std::string const word = one.keywords().at(static_cast<std::size_t>(value.number.numerator));
        return std::string(expression.name == "!=" ? "!" : "") + "CCTK_Equals(" + parameter.name + ", \"" + word +
               "\")";
      }
    throw base::InternalError("thorn_writer: no parameter `" + parameter.name + "`");
  }

  std::string bracketed(Expression const& expression) const {
    bool const is_single = expression.kind != Kind::apply || expression.operands.size() < 2 ||
                           expression.operands[0].kind == Kind::keyword || expression.operands[1].kind == Kind::keyword;
    return is_single ? write(expression) : "(" + write(expression) + ")";
  }

  std::vector<tensor::Parameter> const& parameters_;
};

} // namespace

std::string schedule_condition(tensor::Expression const& condition, std::vector<tensor::Parameter> const& parameters) {
  return Writer(parameters).write(condition);
}

} // namespace chemora::thorn_writer
