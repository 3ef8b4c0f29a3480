/// Checks that values of cells and values at faces are combined only where the user wrote their positions.
#include "codegen/tensor/check/checks.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace chemora::tensor {

namespace {

enum class Centring { anywhere, cell, face };

std::string const use_difference = "use the difference of two faces, by an operator such as "
                                   "`Div f_i = (f_(i+1/2) - f_(i-1/2))/h`.";

class CentringCheck {
public:
  CentringCheck(TensorSystem const& system, base::Diagnostics& diagnostics)
      : system_(system), diagnostics_(diagnostics) {}

  /// Determines the centring of an equation's right side, which must be that of its left side.
  void check(Equation const& equation) {
    Variable const& left = system_.variable(equation.left);
    bool const is_local = written_name(left.name) != left.name || left.name[0] == '\'';
    is_at_faces_ = left.is_at_faces || is_local;
    std::size_t const n_errors = diagnostics_.n_errors();
    Centring const right = centring(equation.right);
    temporaries_[left.name] = left.is_at_faces ? Centring::face : right;
    if (is_local || diagnostics_.n_errors() > n_errors) return;
    if (left.is_at_faces && right == Centring::cell)
      error(equation.where, "`" + left.name +
                                "` is a value at faces, but its right side is a value of cells; write the positions of "
                                "the cells, as in `u at i` and `u at i+1`.");
    if (!left.is_at_faces && right == Centring::face)
      error(equation.where,
            "`" + left.name + "` is a value of cells, but its right side is a value at faces; " + use_difference);
  }

private:
  Centring centring(Expression const& expression) {
    switch (expression.kind) {
    case Kind::variable:
    case Kind::coordinate:
    case Kind::normal:
      return Centring::cell;
    case Kind::temporary:
      return temporary(expression.name);
    case Kind::derivative:
      return derivative(expression);
    case Kind::shifted:
      return shifted(expression);
    default:
      return combined(expression);
    }
  }

  Centring temporary(std::string const& name) {
    auto const known = temporaries_.find(name);
    if (known != temporaries_.end()) return known->second;
    return system_.variable(name).is_at_faces ? Centring::face : Centring::cell;
  }

  Centring derivative(Expression const& expression) {
    Centring const operand = centring(expression.operands[0]);
    bool const is_of_faces = system_.derivative_operator(expression.name).is_of_faces;
    std::string const text = as_written(expression.operands[0]);
    if (is_of_faces && operand == Centring::cell)
      error(expression.where, "The operator `" + expression.name + "` takes the difference of values at faces, but `" +
                                  text + "` is a value of cells; define the value at the faces in a block `faces`.");
    if (!is_of_faces && operand == Centring::face)
      error(expression.where, "The operator `" + expression.name + "` applies to values of cells, but `" + text +
                                  "` is a value at faces; " + use_difference);
    return Centring::cell;
  }

  Centring shifted(Expression const& expression) {
    Centring const operand = centring(expression.operands[0]);
    bool const is_face = expression.name == "face";
    std::string const text = as_written(expression.operands[0]), whole = as_written(expression);
    if (is_face && operand == Centring::cell)
      error(expression.where, "`" + whole + "`: `" + text +
                                  "` is a value of cells, which have whole positions such as `i` and `i+1`. A sum is "
                                  "written with blanks around `+`.");
    if (!is_face && operand == Centring::face)
      error(expression.where,
            "`" + whole + "`: `" + text + "` is a value at faces, which have positions such as `i+1/2` and `i-1/2`.");
    return Centring::face;
  }

  Centring combined(Expression const& expression) {
    Expression const* cell = nullptr;
    Expression const* face = nullptr;
    for (Expression const& operand : expression.operands) {
      Centring const found = centring(operand);
      if (found == Centring::cell) cell = &operand;
      if (found == Centring::face) face = &operand;
    }
    if (cell != nullptr && face != nullptr)
      error(cell->where,
            "`" + as_written(*cell) + "` is a value of cells and `" + as_written(*face) + "` is a value at faces; " +
                (is_at_faces_ ? "write the position of the cell, such as `at i` or `at i+1`." : use_difference));
    return face != nullptr ? Centring::face : cell != nullptr ? Centring::cell : Centring::anywhere;
  }

  /// Reports an error once, although each call of a function has its own copies of the expressions.
  void error(base::SourcePosition const& where, std::string const& message) {
    if (reported_.insert({where.line, where.column}).second) diagnostics_.error(where, message);
  }

  TensorSystem const& system_;
  base::Diagnostics& diagnostics_;
  bool is_at_faces_ = false; ///< the equation being checked may use positions
  std::map<std::string, Centring> temporaries_;
  std::set<std::pair<int, int>> reported_;
};

} // namespace

void check_centring(TensorSystem const& system, std::vector<Calculation> const& calculations,
                    base::Diagnostics& diagnostics) {
  auto const is_at_faces = [](Variable const& variable) { return variable.is_at_faces; };
  auto const is_of_faces = [](DerivativeOperator const& derivative) { return derivative.is_of_faces; };
  if (std::none_of(system.variables.begin(), system.variables.end(), is_at_faces) &&
      std::none_of(system.operators.begin(), system.operators.end(), is_of_faces))
    return;
  CentringCheck check(system, diagnostics);
  for (Equation const& definition : system.definitions) check.check(definition);
  for (Calculation const& calculation : calculations)
    for (Equation const& equation : calculation.equations) check.check(equation);
}

} // namespace chemora::tensor
