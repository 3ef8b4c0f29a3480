#include "codegen/emit/separate_boundaries.hpp"

#include "codegen/emit/tree_questions.hpp"
#include "codegen/emit/unroll_tree.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace chemora::emit {

namespace {

using ir::Bound;
using ir::ExpressionPtr;
using ir::linear;
using ir::LinearExpression;
using ir::NodeKind;
using ir::TreeNode;

constexpr long max_statements = 16; ///< largest body that is repeated for the iterations at both boundaries

/// Returns the smallest value for all lanes.
LinearExpression smallest(LinearExpression const& expression, TreeNode const& vectors) {
  long const lane = expression.factor(vectors.variable) < 0 ? vectors.extent - 1 : 0;
  return expression.with(vectors.variable, linear(lane));
}

/// Removes the limits of vectors and subscripts that have no effect.
void remove_limits(TreeNode& vectors, Holds const& holds) {
  std::erase_if(vectors.upper, [&](Bound const& bound) {
    bool const is_extent = bound.numerator == linear(vectors.extent - 1);
    return !is_extent && holds(bound.numerator - linear(vectors.extent - 1));
  });
  transform_expressions(vectors.body, [&](ExpressionPtr const& e) {
    if (e->kind != ir::ExpressionKind::element) return e;
    std::vector<ExpressionPtr> subscripts = e->operands;
    for (ExpressionPtr& subscript : subscripts)
      subscript = without_limits(subscript, vectors.variable, [&](LinearExpression const& non_negative) {
        return holds(smallest(non_negative, vectors));
      });
    return ir::make_element(e->type, e->name, std::move(subscripts));
  });
}

/// The condition of one boundary: a linear expression of the loop variable that is at least 0.
class Boundary {
public:
  Boundary(std::string variable, bool is_lower) : variable_(std::move(variable)), is_lower_(is_lower) {}

  /// Takes the condition into account if it belongs to this boundary, and if it implies the earlier ones or follows
  /// from them.
  void add(LinearExpression const& non_negative) {
    long const factor = non_negative.factor(variable_);
    if (factor == 0 || (factor > 0) != is_lower_) return;
    if (!condition_ || (is_comparable(non_negative) && non_negative.constant < condition_->constant))
      condition_ = non_negative;
  }

  bool exists() const { return condition_.has_value(); }

  bool implies(LinearExpression const& non_negative) const {
    return condition_ && is_comparable(non_negative) && condition_->constant <= non_negative.constant;
  }

  void add_inside(TreeNode& loop) const {
    if (condition_) add(loop, is_lower_, 0);
  }

  void add_outside(TreeNode& loop) const { add(loop, !is_lower_, is_lower_ ? -1 : 1); }

private:
  bool is_comparable(LinearExpression const& other) const { return (*condition_ - other).is_constant(); }

  /// Adds the value of the loop variable for which the condition is 0, plus `shift` over the factor of the variable, to
  /// the bounds of the loop.
  void add(TreeNode& loop, bool is_lower_bound, long shift) const {
    long const factor = condition_->factor(variable_);
    LinearExpression const others = condition_->with(variable_, linear(0));
    Bound bound{(factor > 0 ? -1 : 1) * others + linear(shift), std::abs(factor)};
    if (bound.numerator.is_constant()) {
      double const quotient = static_cast<double>(bound.numerator.constant) / static_cast<double>(bound.divisor);
      bound = {linear(static_cast<long>(is_lower_bound ? std::ceil(quotient) : std::floor(quotient)))};
    }
    (is_lower_bound ? loop.lower : loop.upper).push_back(bound);
  }

  std::string variable_;
  bool is_lower_;
  std::optional<LinearExpression> condition_{};
};

class Separation {
public:
  explicit Separation(ir::LoopTree& tree) : tree_(tree), uses_(count_uses(tree.body)) {
    for (ir::TypedArray const& array : tree.arrays) names_.insert(array.name);
  }

  void run(std::vector<TreeNode>& nodes) {
    std::vector<TreeNode> result;
    for (TreeNode& node : nodes) {
      run(node.body);
      std::vector<TreeNode> parts = separated(node);
      std::move(parts.begin(), parts.end(), std::back_inserter(result));
    }
    nodes = std::move(result);
  }

private:
  using Uses = std::map<std::string, long>;

  static Uses count_uses(std::vector<TreeNode> const& nodes) {
    Uses uses;
    for_each_element(nodes, [&](ExpressionPtr const& element, bool) { ++uses[element->name]; });
    return uses;
  }

  static bool is_candidate(TreeNode const& loop) {
    if (loop.kind != NodeKind::loop || loop.mapping != ir::Mapping::sequential || loop.step != 1) return false;
    if (loop.body.size() != 1 || !is_vector_loop(loop.body.front())) return false;
    TreeNode const& vectors = loop.body.front();
    Bound const last{linear(vectors.extent - 1)};
    bool const has_divisor = std::ranges::any_of(vectors.upper, [](Bound const& bound) { return bound.divisor != 1; });
    return vectors.extent > 1 && vectors.lower == std::vector<Bound>{{}} && base::contains(vectors.upper, last) &&
           !has_divisor && count_statements(vectors.body) <= max_statements;
  }

  /// Returns the names in the loop whose values are not those before the loop.
  static std::set<std::string> changing_names(TreeNode const& loop) {
    std::set<std::string> names;
    collect_variables(loop.body, names);
    for_each_element(loop.body, [&](ExpressionPtr const& element, bool is_written) {
      if (is_written) names.insert(element->name);
    });
    return names;
  }

  std::vector<TreeNode> separated(TreeNode const& loop) {
    if (!is_candidate(loop)) return {loop};
    std::set<std::string> const changing = changing_names(loop);
    Boundary first(loop.variable, true), last(loop.variable, false);
    TreeNode inside = loop, before = loop, after = loop;
    remove_limits(before.body.front(), [&](LinearExpression const& non_negative) {
      bool const is_known = std::ranges::none_of(changing, [&](auto const& name) { return non_negative.uses(name); });
      if (is_known) {
        first.add(non_negative);
        last.add(non_negative);
      }
      return true;
    });
    auto const names = private_scalars(loop);
    if ((!first.exists() && !last.exists()) || !names) return {loop};
    before = loop;
    remove_limits(inside.body.front(), [&](LinearExpression const& non_negative) {
      return first.implies(non_negative) || last.implies(non_negative);
    });
    std::vector<TreeNode> parts;
    if (first.exists()) {
      first.add_outside(before);
      parts.push_back(renamed(before, *names));
    }
    first.add_inside(inside);
    last.add_inside(inside);
    parts.push_back(inside);
    if (last.exists()) {
      first.add_inside(after);
      last.add_outside(after);
      parts.push_back(renamed(after, *names));
    }
    return parts;
  }

  /// Returns the temporaries that only this loop accesses, of which each part of the loop has its own. Returns nothing
  /// if their values may be those of an earlier iteration.
  std::optional<std::set<std::string>> private_scalars(TreeNode const& loop) const {
    std::set<std::string> names;
    std::set<std::string> bounds;
    collect_names_in_bounds(loop.body, bounds);
    for (auto const& [name, n] : count_uses({loop})) {
      auto const array = std::ranges::find(tree_.arrays, name, &ir::TypedArray::name);
      auto const everywhere = uses_.find(name);
      if (everywhere == uses_.end()) return std::nullopt; // a temporary of parts of a loop inside this one
      if (array->is_argument || n != everywhere->second) continue;
      if (!array->axes.empty() || bounds.contains(name) || !sets_first(loop.body.front(), name)) return std::nullopt;
      names.insert(name);
    }
    return names;
  }

  TreeNode renamed(TreeNode loop, std::set<std::string> const& names) {
    std::map<std::string, std::string> new_names;
    for (std::string const& name : names) {
      std::string new_name = name + "_at_boundary";
      for (int n = 0; !names_.insert(new_name).second; ++n) new_name = fmt::format("{}_at_boundary_{}", name, n);
      ir::TypedArray array = *std::ranges::find(tree_.arrays, name, &ir::TypedArray::name);
      array.name = new_names[name] = new_name;
      tree_.arrays.push_back(std::move(array));
    }
    transform_expressions(loop.body, [&](ExpressionPtr const& e) {
      auto const found = e->kind == ir::ExpressionKind::element ? new_names.find(e->name) : new_names.end();
      return found == new_names.end() ? e : ir::make_element(e->type, found->second, e->operands);
    });
    return loop;
  }

  ir::LoopTree& tree_;
  Uses uses_;
  std::set<std::string> names_{};
};

} // namespace

ir::LoopTree with_separate_boundaries(ir::LoopTree tree) {
  Separation(tree).run(tree.body);
  return tree;
}

} // namespace chemora::emit
