#include "codegen/polyhedral/emit_tree.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace chemora::polyhedral {

namespace {

constexpr long max_extent = 65536;

ir::Mapping mapping_of(loops::Tag tag) {
  switch (tag) {
  case loops::Tag::sequential:
    return ir::Mapping::sequential;
  case loops::Tag::unrolled:
    return ir::Mapping::unrolled;
  case loops::Tag::vector:
    return ir::Mapping::vector;
  case loops::Tag::interleaved:
    return ir::Mapping::interleaved;
  case loops::Tag::block_axis:
    return ir::Mapping::blocks;
  case loops::Tag::thread_axis:
    return ir::Mapping::block;
  }
  return ir::Mapping::sequential;
}

bool reads_memory(ir::ExpressionPtr const& expression) {
  bool result = false;
  ir::for_each(expression,
               [&](ir::ExpressionPtr const& part) { result = result || part->kind == ir::ExpressionKind::element; });
  return result;
}

class Emission {
public:
  explicit Emission(Program const& program) : program_(program), names_(program.parameters) {
    for (Statement const& statement : program.statements)
      for (std::string const& name : statement.variables)
        if (std::find(names_.begin(), names_.end(), name) == names_.end()) names_.push_back(name);
    for (std::size_t n = 0; n < names_.size(); ++n) index_[names_[n]] = n;
    for (Statement const& statement : program.statements) domains_.push_back(domain_of(statement));
  }

  std::vector<ir::TreeNode> run(std::vector<ScheduleNode> const& nodes) const {
    IntegerSet context(names_.size() + 1); // the last variable is for the extents of loops
    for (RowConstraint const& assumption : program_.assumptions) context.add(assumption);
    std::vector<bool> known(names_.size() + 1, false);
    for (std::size_t n = 0; n < names_.size(); ++n) known[n] = !program_.kernel.find_loop(names_[n]);
    return emit(nodes, context, known);
  }

private:
  using Domain = std::vector<RowConstraint>;

  Row row(ir::LinearExpression const& expression) const {
    Row result(names_.size() + 2, 0);
    result[0] = expression.constant;
    for (auto const& [name, factor] : expression.factors) result[index_.at(name) + 1] += factor;
    return result;
  }

  Domain domain_of(Statement const& statement) const {
    Domain result;
    for (loops::Constraint const& constraint :
         loops::constraints_within(program_.kernel, statement.instruction->within)) {
      result.push_back({row(constraint.expression), constraint.is_equality});
      for (auto const& [name, factor] : constraint.expression.factors) check_symbol(statement, name);
    }
    return result;
  }

  /// The value of a temporary with copies is only known inside these loops, which is where the schedule computes it.
  void check_symbol(Statement const& statement, std::string const& name) const {
    ir::TypedArray const* const array = program_.kernel.find_array(name);
    if (!array) return;
    for (std::string const& loop : array->copies)
      if (!statement.instruction->is_within(loop))
        throw base::InternalError(fmt::format("`{}` is not within loop `{}` of which `{}` has copies",
                                              statement.instruction->id, loop, name));
  }

  std::vector<ir::TreeNode> emit(std::vector<ScheduleNode> const& nodes, IntegerSet const& context,
                                 std::vector<bool> const& known) const {
    std::vector<ir::TreeNode> result;
    for (ScheduleNode const& node : nodes) {
      if (node.kind == ScheduleNode::Kind::barrier)
        result.push_back({.kind = ir::NodeKind::barrier, .barrier = node.barrier});
      else if (node.kind == ScheduleNode::Kind::loop)
        append(result, emit_loop(node, context, known));
      else
        append(result, emit_statement(node.statement, context));
    }
    return result;
  }

  /// Adds a node; equal conditions of neighbours become one if no statement can change them.
  static void append(std::vector<ir::TreeNode>& nodes, ir::TreeNode node) {
    if (!nodes.empty() && node.kind == ir::NodeKind::condition && nodes.back().kind == ir::NodeKind::condition &&
        ir::equal(node.condition, nodes.back().condition) && !reads_memory(node.condition))
      for (ir::TreeNode& child : node.body) append(nodes.back().body, std::move(child));
    else
      nodes.push_back(std::move(node));
  }

  ir::TreeNode emit_statement(std::size_t statement, IntegerSet const& context) const {
    loops::Instruction const& instruction = *program_.statements[statement].instruction;
    std::vector<ir::ExpressionPtr> conditions;
    IntegerSet inside = context;
    for (RowConstraint const& constraint : domains_[statement]) {
      if (inside.implies(constraint)) continue;
      conditions.push_back(condition_of(constraint));
      inside.add(constraint);
    }
    for (ir::ExpressionPtr const& condition : instruction.conditions)
      if (!holds(condition, inside)) conditions.push_back(condition);
    ir::TreeNode node{.kind = ir::NodeKind::assignment, .target = instruction.target, .value = instruction.value};
    for (std::size_t n = conditions.size(); n-- > 0;) {
      ir::TreeNode outer{.kind = ir::NodeKind::condition, .condition = conditions[n]};
      outer.body.push_back(std::move(node));
      node = std::move(outer);
    }
    return node;
  }

  /// Whether the condition is implied.
  bool holds(ir::ExpressionPtr const& condition, IntegerSet const& context) const {
    if (condition->kind != ir::ExpressionKind::operation) return false;
    if (condition->op == ir::Op::logical_and)
      return holds(condition->operands[0], context) && holds(condition->operands[1], context);
    bool const is_equality = condition->op == ir::Op::equal;
    if (!is_equality && condition->op != ir::Op::less && condition->op != ir::Op::less_equal) return false;
    auto const left = ir::as_linear(condition->operands[0]), right = ir::as_linear(condition->operands[1]);
    if (!left || !right) return false;
    ir::LinearExpression difference = *right - *left;
    for (auto const& [name, factor] : difference.factors)
      if (!index_.contains(name)) return false;
    if (condition->op == ir::Op::less) difference.constant -= 1;
    return context.implies({row(difference), is_equality});
  }

  ir::LinearExpression expression_of(Row const& row) const {
    ir::LinearExpression result = ir::linear(row[0]);
    for (std::size_t n = 0; n < names_.size(); ++n)
      if (row[n + 1] != 0) result += row[n + 1] * ir::linear(names_[n]);
    return result;
  }

  /// Returns `negative terms <= positive terms`.
  ir::ExpressionPtr condition_of(RowConstraint const& constraint) const {
    ir::LinearExpression const sum = expression_of(constraint.row);
    ir::LinearExpression left, right;
    for (auto const& [name, factor] : sum.factors) (factor > 0 ? right : left) += std::abs(factor) * ir::linear(name);
    (sum.constant > 0 ? right : left) += ir::linear(std::abs(sum.constant));
    return ir::make_operation(constraint.is_equality ? ir::Op::equal : ir::Op::less_equal,
                              {value_of(left), value_of(right)});
  }

  /// Returns the expression with elements in place of data-dependent symbols.
  ir::ExpressionPtr value_of(ir::LinearExpression const& expression) const {
    std::map<std::string, ir::ExpressionPtr> elements;
    for (auto const& [name, factor] : expression.factors)
      if (program_.kernel.find_array(name)) elements[name] = ir::make_element(ir::Type::int32, name, {});
    return ir::with_names(ir::make_linear(expression), elements);
  }

  ir::TreeNode emit_loop(ScheduleNode const& node, IntegerSet const& context, std::vector<bool> known) const {
    loops::Loop const& loop = program_.kernel.loop(node.loop);
    std::size_t const variable = index_.at(loop.name);
    known[variable] = true;
    for (std::size_t n = 0; n < names_.size(); ++n)
      if (ir::TypedArray const* const symbol = program_.kernel.find_array(names_[n]))
        known[n] = std::all_of(symbol->copies.begin(), symbol->copies.end(),
                               [&](std::string const& copy) { return copy != loop.name && known[index_.at(copy)]; });
    std::set<std::size_t> statements;
    add_statements(node.children, statements);
    std::vector<RowConstraint> const bounds =
        bounds_of(variable, statements, context, known, known_to_start(loop, known));
    ir::TreeNode result{.kind = ir::NodeKind::loop,
                        .variable = loop.name,
                        .mapping = mapping_of(loop.tag),
                        .axis = loops::is_hardware_axis(loop) ? loop.axis : 0};
    IntegerSet inside = context;
    for (RowConstraint const& bound : bounds) {
      inside.add(bound);
      add_bound(result, bound, variable);
    }
    if (result.lower.empty() || result.upper.empty())
      throw base::UserError(fmt::format("Loop `{}` has no common {} bound for all instructions in the order of the "
                                        "schedule. Add a constraint on the loop, or rename it for some instructions.",
                                        loop.name, result.lower.empty() ? "lower" : "upper"));
    if (loop.tag != loops::Tag::sequential && loop.tag != loops::Tag::block_axis)
      result.extent = extent_of(loop, variable, inside);
    result.body = emit(node.children, inside, known);
    return with_condition_outside(std::move(result));
  }

  /// Moves a condition around the whole body of a loop out of the loop if it has the same value in all iterations.
  static ir::TreeNode with_condition_outside(ir::TreeNode loop) {
    bool const is_condition = loop.body.size() == 1 && loop.body.front().kind == ir::NodeKind::condition;
    if (!is_condition || loop.mapping == ir::Mapping::blocks) return loop;
    ir::TreeNode condition = std::move(loop.body.front());
    if (reads_memory(condition.condition) || ir::names_in(condition.condition).contains(loop.variable)) {
      loop.body.front() = std::move(condition);
      return loop;
    }
    loop.body = std::move(condition.body);
    condition.body.clear();
    condition.body.push_back(std::move(loop));
    return condition;
  }

  /// Returns the variables on which the lower bound may depend. The number of a thread is its distance from the lower
  /// bound, which must be the same in the whole block, because values in registers belong to threads.
  std::vector<bool> known_to_start(loops::Loop const& loop, std::vector<bool> known) const {
    if (loop.tag != loops::Tag::thread_axis) return known;
    for (std::size_t n = 0; n < names_.size(); ++n) {
      loops::Loop const* const other = program_.kernel.find_loop(names_[n]);
      bool const is_fixed = program_.kernel.find_parameter(names_[n]) || other == &loop ||
                            (other && other->tag == loops::Tag::block_axis);
      known[n] = known[n] && is_fixed;
    }
    return known;
  }

  void add_bound(ir::TreeNode& node, RowConstraint const& bound, std::size_t variable) const {
    Row rest = bound.row;
    long const factor = rest[variable + 1];
    rest[variable + 1] = 0;
    ir::LinearExpression const other = expression_of(rest);
    bool const is_lower = factor > 0;
    ir::Bound const value{.numerator = is_lower ? -1 * other : other, .divisor = std::abs(factor)};
    (is_lower ? node.lower : node.upper).push_back(value);
    if (bound.is_equality) {
      ir::Bound const same{.numerator = is_lower ? -1 * other : other, .divisor = std::abs(factor)};
      (is_lower ? node.upper : node.lower).push_back(same);
    }
  }

  /// Returns the constraints on `variable` that all instances of the statements obey, without those that the context
  /// or the others imply.
  std::vector<RowConstraint> bounds_of(std::size_t variable, std::set<std::size_t> const& statements,
                                       IntegerSet const& context, std::vector<bool> const& known,
                                       std::vector<bool> const& known_to_start) const {
    std::vector<RowConstraint> candidates;
    std::vector<Domain const*> distinct;
    for (std::size_t const statement : statements) {
      if (std::any_of(distinct.begin(), distinct.end(),
                      [&](Domain const* domain) { return *domain == domains_[statement]; }))
        continue;
      distinct.push_back(&domains_[statement]);
      for (RowConstraint const& bound : own_bounds(variable, domains_[statement], context, known, known_to_start))
        if (std::find(candidates.begin(), candidates.end(), bound) == candidates.end()) candidates.push_back(bound);
    }
    std::erase_if(candidates, [&](RowConstraint const& bound) {
      return !std::all_of(distinct.begin(), distinct.end(), [&](Domain const* domain) {
        if (std::find(domain->begin(), domain->end(), bound) != domain->end()) return true;
        IntegerSet instances = context;
        for (RowConstraint const& constraint : *domain) instances.add(constraint);
        return instances.implies(bound);
      });
    });
    remove_implied(candidates, context);
    return candidates;
  }

  /// Returns the constraints of one domain on `variable` and known variables.
  std::vector<RowConstraint> own_bounds(std::size_t variable, Domain const& domain, IntegerSet const& context,
                                        std::vector<bool> const& known, std::vector<bool> const& known_to_start) const {
    std::vector<RowConstraint> result;
    auto const add = [&](RowConstraint const& constraint) {
      long const factor = constraint.row[variable + 1];
      if (factor == 0) return;
      std::vector<bool> const& allowed = factor < 0 && !constraint.is_equality ? known : known_to_start;
      for (std::size_t n = 0; n < allowed.size(); ++n)
        if (constraint.row[n + 1] != 0 && !allowed[n]) return;
      result.push_back(constraint);
    };
    for (RowConstraint const& constraint : domain) add(constraint);
    auto const has_bound = [&](bool is_lower) {
      return std::any_of(result.begin(), result.end(), [&](RowConstraint const& bound) {
        return bound.is_equality || (bound.row[variable + 1] > 0) == is_lower;
      });
    };
    IntegerSet instances = context;
    for (RowConstraint const& constraint : domain) instances.add(constraint);
    if (!has_bound(true))
      for (RowConstraint const& constraint : instances.projected(known_to_start)) add(constraint);
    if (!has_bound(false))
      for (RowConstraint const& constraint : instances.projected(known)) add(constraint);
    return result;
  }

  static void remove_implied(std::vector<RowConstraint>& bounds, IntegerSet const& context) {
    // Bounds with more terms are removed first.
    auto const n_terms = [](RowConstraint const& bound) {
      return std::count_if(bound.row.begin() + 1, bound.row.end(), [](long factor) { return factor != 0; });
    };
    std::stable_sort(bounds.begin(), bounds.end(),
                     [&](RowConstraint const& a, RowConstraint const& b) { return n_terms(a) < n_terms(b); });
    for (std::size_t n = bounds.size(); n-- > 0;) {
      IntegerSet others = context;
      for (std::size_t m = 0; m < bounds.size(); ++m)
        if (m != n) others.add(bounds[m]);
      // Without iterations, the others imply every bound; then all of them remain.
      if (bounds.size() > 1 && !others.is_empty() && others.implies(bounds[n]))
        bounds.erase(bounds.begin() + static_cast<long>(n));
    }
  }

  /// Returns the maximum number of iterations.
  int extent_of(loops::Loop const& loop, std::size_t variable, IntegerSet const& inside) const {
    // Two iterations of one execution of the loop; the last variable of the set is the second one.
    std::size_t const other = names_.size();
    IntegerSet two = inside;
    auto const add_copy = [&](Row row, bool is_equality) {
      std::swap(row[variable + 1], row[other + 1]);
      two.add(std::move(row), is_equality);
    };
    for (RowConstraint const& constraint : inside.constraints()) add_copy(constraint.row, constraint.is_equality);
    auto const is_at_most = [&](long extent) {
      Row difference(names_.size() + 2, 0);
      difference[0] = extent - 1;
      difference[variable + 1] = -1;
      difference[other + 1] = 1;
      return two.implies({difference, false});
    };
    long upper = 1;
    while (upper <= max_extent && !is_at_most(upper)) upper *= 2;
    if (upper > max_extent)
      throw base::UserError(
          fmt::format("Loop `{}` is tagged `{}` and needs a number of iterations that does not depend on "
                      "parameters. Fix the parameters of its range, or split the loop.",
                      loop.name, loops::to_text(loop)));
    long lower = upper / 2; // too small, or 0
    while (upper - lower > 1) {
      long const middle = (lower + upper) / 2;
      (is_at_most(middle) ? upper : lower) = middle;
    }
    return static_cast<int>(upper);
  }

  Program const& program_;
  std::vector<std::string> names_;
  std::map<std::string, std::size_t> index_{};
  std::vector<Domain> domains_{};
};

} // namespace

ir::LoopTree emit_tree(Program const& program, std::vector<ScheduleNode> const& nodes) {
  ir::LoopTree tree{.kernel = program.kernel.name};
  for (loops::Parameter const& parameter : program.kernel.parameters)
    tree.parameters.push_back({parameter.name, parameter.type});
  for (ir::TypedArray const& array : program.kernel.arrays) {
    bool const is_used =
        std::any_of(program.statements.begin(), program.statements.end(), [&](Statement const& statement) {
          return std::any_of(statement.accesses.begin(), statement.accesses.end(),
                             [&](Access const& access) { return access.array == &array; });
        });
    if (is_used || array.is_argument) tree.arrays.push_back(array);
  }
  tree.body = Emission(program).run(nodes);
  return tree;
}

} // namespace chemora::polyhedral
