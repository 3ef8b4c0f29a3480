/// Turns upwind derivatives to the stable side of each evolution equation, for expand().
#include "codegen/tensor/expand/expand.hpp"

#include <algorithm>
#include <utility>

namespace chemora::tensor {

namespace {

/// One operation on the path from the right side of an equation to one of its operands. The pointer `outer` leads to
/// the enclosing operation.
struct Path {
  Path const* outer = nullptr;
  Expression const* factor = nullptr; ///< the factor by which the operation multiplies the operand; null for a
                                      ///< negation, which multiplies by -1
  bool is_linear = true;              ///< false if the operation is neither a sum nor a product
};

/// Describes how an expression depends on the evolved variable.
struct Dependence {
  enum { none, linear, other } kind = none;
  Product slope{}; ///< the derivative of the expression by the variable, if `linear`
};

} // namespace

/// Traverses the right side of the equation for one time derivative and turns its upwind derivatives.
class UpwindWalk {
public:
  UpwindWalk(UpwindTurner& turner, std::string const& tensor, std::string const& evolved)
      : turner_(turner), signs_(turner.system_, turner.values_, turner.signs_), tensor_(tensor), evolved_(evolved) {}

  void turn(Expression& expression, Path const* path) {
    std::vector<Expression>& operands = expression.operands;
    if (expression.kind == Kind::temporary) {
      follow(expression.name, path);
    } else if (is_apply(expression, "+") || is_apply(expression, "-")) {
      turn(operands[0], path);
      Path const negative{path};
      turn(operands[1], expression.name == "-" ? &negative : path);
    } else if (is_apply(expression, "neg")) {
      Path const negative{path};
      turn(operands[0], &negative);
    } else if (is_apply(expression, "*")) {
      Path const left{path, &operands[1]}, right{path, &operands[0]};
      turn(operands[0], &left);
      turn(operands[1], &right);
    } else if (is_apply(expression, "/")) {
      Path const numerator{path, &operands[1]}, denominator{path, nullptr, false};
      turn(operands[0], &numerator);
      turn(operands[1], &denominator);
    } else if (is_apply(expression, "if")) {
      turn(operands[1], path);
      turn(operands[2], path);
    } else {
      if (is_upwind(expression)) turn_derivative(expression, path);
      Path const inner{path, nullptr, false};
      for (Expression& operand : operands) turn(operand, &inner);
    }
  }

private:
  bool is_upwind(Expression const& expression) const {
    return expression.kind == Kind::derivative &&
           turner_.system_.derivative_operator(expression.name).side == Side::upwind;
  }

  /// Traverses the value of a temporary.
  void follow(std::string const& name, Path const* path) {
    if (!turner_.with_upwind_.contains(name) || is_reported(name)) return;
    if (!followed_.insert({name, key_of(path)}).second) return;
    std::string const outer_temporary = std::exchange(temporary_, name);
    Expression value = turner_.values_.at(name);
    turn(value, path);
    temporary_ = outer_temporary;
  }

  /// Returns whether all upwind derivatives in the temporary were reported. Further paths to this temporary are then
  /// skipped, because their number can grow like the number of products of components.
  bool is_reported(std::string const& name) {
    std::set<std::string> const& positions = positions_in(name);
    return std::includes(turner_.reported_.begin(), turner_.reported_.end(), positions.begin(), positions.end());
  }

  std::set<std::string> const& positions_in(std::string const& temporary) {
    auto const [positions, is_new] = positions_.emplace(temporary, std::set<std::string>{});
    if (is_new) collect_positions(turner_.values_.at(temporary), positions->second);
    return positions->second;
  }

  /// Adds the source positions of upwind derivatives whose operands depend on the evolved variable.
  void collect_positions(Expression const& part, std::set<std::string>& positions) {
    if (part.kind == Kind::temporary && turner_.with_upwind_.contains(part.name)) {
      std::set<std::string> const& inner = positions_in(part.name);
      positions.insert(inner.begin(), inner.end());
    }
    if (is_upwind(part) && dependence_of(part.operands[0]).kind != Dependence::none)
      positions.insert(base::to_text(part.where));
    for (Expression const& operand : part.operands) collect_positions(operand, positions);
  }

  /// Returns a key of the path. Paths with equal keys lead to equal errors and warnings.
  std::string key_of(Path const* path) {
    if (!is_linear(path)) return "not linear";
    Product const product = product_of(path);
    std::set<std::string> factors;
    for (Expression const& factor : product.unknown) factors.insert(to_text(factor));
    std::string text = product.is_negative ? "-" : "+";
    for (std::string const& factor : factors) text += " " + factor;
    return text;
  }

  static bool is_linear(Path const* path) {
    while (path != nullptr && path->is_linear) path = path->outer;
    return path == nullptr;
  }

  Product product_of(Path const* path) {
    Product product;
    for (; path != nullptr; path = path->outer)
      if (path->factor != nullptr)
        signs_.multiply(product, *path->factor);
      else if (path->is_linear)
        product.is_negative = !product.is_negative;
    return product;
  }

  void turn_derivative(Expression& expression, Path const* path) {
    Dependence const dependence = dependence_of(expression.operands[0]);
    if (dependence.kind == Dependence::none) return;
    if (dependence.kind == Dependence::other)
      return warn(expression, "because its operand is not proportional to `" + evolved_ + "`");
    if (!is_linear(path)) return warn(expression, "because it is not a factor of a term of this equation");
    Product product = product_of(path);
    product.is_negative = product.is_negative != dependence.slope.is_negative;
    for (Expression const& factor : dependence.slope.unknown) product.add_unknown(factor);
    DerivativeOperator const& derivative = turner_.system_.derivative_operator(expression.name);
    if (!remove_velocity(product, derivative, expression.indices[0].value))
      return warn(expression, "because no component of `" + as_declared(derivative).wind + "` is a factor of it");
    if (!product.unknown.empty())
      warn(expression, "because the sign of `" + as_written(product.unknown.front()) + "` is unknown");
    if (!product.is_negative) return;
    if (!temporary_.empty()) return report(expression);
    expression.name = turned_upwind(expression.name);
  }

  /// Removes the operator's velocity from the factors. Returns false if the velocity is not a factor. The velocity
  /// along the axis a of the grid is the sum `J^a_i v^i`, so the factors `J^a_i` and `v^i` together form one of its
  /// terms.
  bool remove_velocity(Product& product, DerivativeOperator const& derivative, int axis) {
    auto const remove = [&](std::string const& tensor, std::vector<int> const& indices) {
      Variable const& variable = turner_.system_.variable(tensor);
      Expression factor;
      factor.kind = variable.is_temporary ? Kind::temporary : Kind::variable;
      factor.name = component(variable, indices).name;
      Product with_factor = product;
      signs_.multiply(with_factor, factor);
      bool const is_removed = with_factor.unknown.size() <= product.unknown.size();
      if (is_removed) product = with_factor;
      return is_removed;
    };
    if (remove(derivative.wind, {axis})) return true;
    DerivativeOperator const& declared = as_declared(derivative);
    for (int i = 1; !declared.jacobian.empty() && i <= 3; ++i)
      if (remove(declared.wind, {i})) return remove(declared.jacobian, {axis, i});
    return false;
  }

  /// If the operator along the grid's axes was generated from an operator with a Jacobian, returns the operator with
  /// the Jacobian. Otherwise returns the operator itself.
  DerivativeOperator const& as_declared(DerivativeOperator const& derivative) const {
    for (DerivativeOperator const& candidate : turner_.system_.operators)
      if (!candidate.jacobian.empty() && along_the_grid(candidate.name) == derivative.name) return candidate;
    return derivative;
  }
  DerivativeOperator const& as_declared(Expression const& expression) const {
    return as_declared(turner_.system_.derivative_operator(expression.name));
  }

  Dependence dependence_of(Expression const& expression) {
    std::vector<Expression> const& operands = expression.operands;
    if (expression.kind == Kind::variable) return {expression.name == evolved_ ? Dependence::linear : Dependence::none};
    if (expression.kind == Kind::temporary) {
      auto const reads = turner_.reads_.find(expression.name);
      if (reads == turner_.reads_.end() || !reads->second.contains(evolved_)) return {};
      auto const cached = dependences_.find(expression.name);
      if (cached != dependences_.end()) return cached->second;
      return dependences_[expression.name] = dependence_of(turner_.values_.at(expression.name));
    }
    std::vector<Dependence> parts;
    for (Expression const& operand : operands) parts.push_back(dependence_of(operand));
    auto const depends = [](Dependence const& part) { return part.kind != Dependence::none; };
    auto const first = std::find_if(parts.begin(), parts.end(), depends);
    if (first == parts.end()) return {};
    bool const is_only = std::none_of(first + 1, parts.end(), depends);
    return is_only ? dependence_through(expression, static_cast<std::size_t>(first - parts.begin()), *first)
                   : Dependence{Dependence::other};
  }

  /// Returns the dependence of an expression whose operand at `position` is the only one that depends on the variable.
  Dependence dependence_through(Expression const& expression, std::size_t position, Dependence part) {
    std::string const& name = expression.name;
    bool const is_ratio = name == "/" && position == 0;
    if (expression.kind != Kind::apply || part.kind == Dependence::other) return {Dependence::other};
    if (name == "neg" || (name == "-" && position == 1))
      part.slope.is_negative = !part.slope.is_negative;
    else if (name == "*" || is_ratio)
      signs_.multiply(part.slope, expression.operands[1 - position]);
    else if (name == "**" && position == 0 && is_whole(expression.operands[1]))
      multiply_power(part.slope, expression);
    else if (name != "+" && name != "-")
      return {Dependence::other};
    return part;
  }

  /// Multiplies the slope by the derivative of `base ** n` by the base, n base ** (n - 1).
  void multiply_power(Product& slope, Expression const& power) {
    if (power.operands[1].number.value < 0) slope.is_negative = !slope.is_negative;
    if (is_even(power.operands[1])) signs_.multiply(slope, power.operands[0]);
  }

  std::string subject(Expression const& expression) const {
    return "the upwind derivative `" + as_declared(expression).name + "` in the equation of `D_t " + tensor_ + "`";
  }

  void warn(Expression const& expression, std::string const& reason) {
    if (!is_first_at(expression.where)) return;
    turner_.diagnostics_.warning(
        expression.where, "The compiler cannot determine from which side " + subject(expression) +
                              " must take its points, " + reason + ". It assumes a term `" +
                              as_declared(expression).wind + "^i " + as_declared(expression).name +
                              "_i` with positive factors. On the wrong side the solution grows without bound. Declare "
                              "the whole coefficient as a vector for `upwind`, or mark factors that are never negative "
                              "by `abs`.");
  }

  bool is_first_at(base::SourcePosition const& where) { return turner_.reported_.insert(base::to_text(where)).second; }

  void report(Expression const& expression) {
    if (!is_first_at(expression.where)) return;
    turner_.diagnostics_.error(
        expression.where,
        "In the temporary `" + turner_.tensors_.at(temporary_) + "`, " + subject(expression) +
            " takes its points from the wrong side (downwind), because the term is negative there; the solution would "
            "grow without bound. Write the term into the equation itself, where the compiler chooses the side by its "
            "sign, or define it as a function, such as `advect(f) = " +
            as_declared(expression).wind + "^i " + as_declared(expression).name + "_i f`.");
  }

  UpwindTurner& turner_;
  Signs signs_;
  std::string const& tensor_;
  std::string const& evolved_;
  std::string temporary_; ///< the innermost temporary that is followed; empty in the equation itself
  std::map<std::string, Dependence> dependences_; ///< dependence of each temporary on the evolved variable
  /// Positions of derivatives of the evolved variable in each temporary.
  std::map<std::string, std::set<std::string>> positions_;
  /// Temporaries that were traversed, each with the key of its path.
  std::set<std::pair<std::string, std::string>> followed_;
};

UpwindTurner::UpwindTurner(TensorSystem const& system, base::Diagnostics& diagnostics)
    : system_(system), diagnostics_(diagnostics),
      has_upwind_operators_(
          std::any_of(system.operators.begin(), system.operators.end(),
                      [](DerivativeOperator const& derivative) { return derivative.side == Side::upwind; })) {}

void UpwindTurner::add_temporary(std::string const& tensor, std::string const& name, Expression const& value) {
  if (!has_upwind_operators_) return;
  tensors_[name] = tensor;
  collect(name, value);
  values_.emplace(name, value);
}

void UpwindTurner::collect(std::string const& name, Expression const& part) {
  if (part.kind == Kind::variable) reads_[name].insert(part.name);
  if (part.kind == Kind::temporary) {
    if (auto const reads = reads_.find(part.name); reads != reads_.end())
      reads_[name].insert(reads->second.begin(), reads->second.end());
    if (with_upwind_.contains(part.name)) with_upwind_.insert(name);
  }
  bool const is_upwind = part.kind == Kind::derivative && system_.derivative_operator(part.name).side == Side::upwind;
  if (is_upwind) with_upwind_.insert(name);
  for (Expression const& operand : part.operands) collect(name, operand);
}

Expression UpwindTurner::turn(Expression right, std::string const& tensor, std::string const& evolved) {
  if (has_upwind_operators_) UpwindWalk(*this, tensor, evolved).turn(right, nullptr);
  return right;
}

} // namespace chemora::tensor
