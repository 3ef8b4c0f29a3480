#include "codegen/transform/rewrite.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <vector>

namespace chemora::transform {

namespace {

/// Returns the rules that the expression uses directly.
std::set<std::string> rules_in(ir::ExpressionPtr const& expression) {
  std::set<std::string> rules;
  ir::for_each(expression, [&](ir::ExpressionPtr const& part) {
    if (part->kind == ir::ExpressionKind::rule) rules.insert(part->name);
  });
  return rules;
}

void visit_expressions(loops::Instruction const& instruction,
                       std::function<void(ir::ExpressionPtr const&)> const& visit) {
  for (ir::ExpressionPtr const& condition : instruction.conditions) visit(condition);
  if (!instruction.target) return;
  visit(instruction.target);
  visit(instruction.value);
}

/// Returns the rules that the instructions use directly or through other rules.
std::set<std::string> used_rules(loops::LoopKernel const& kernel,
                                 std::function<bool(loops::Instruction const&)> const& is_included) {
  std::set<std::string> used;
  std::function<void(ir::ExpressionPtr const&)> const visit = [&](ir::ExpressionPtr const& expression) {
    for (std::string const& name : rules_in(expression))
      if (used.insert(name).second) visit(kernel.rule(name).body);
  };
  for (loops::Instruction const& instruction : kernel.instructions)
    if (is_included(instruction)) visit_expressions(instruction, visit);
  return used;
}

ir::ExpressionPtr with_rule_names(ir::ExpressionPtr const& expression,
                                  std::map<std::string, std::string> const& new_names) {
  return ir::transformed(expression, [&](ir::ExpressionPtr const& part) {
    if (part->kind != ir::ExpressionKind::rule) return part;
    auto const found = new_names.find(part->name);
    return found == new_names.end() ? part : ir::make_rule(part->type, found->second, part->operands);
  });
}

/// Rewrites the rules that instructions use, each of them once, and determines their new names.
class RuleRewriter {
public:
  RuleRewriter(loops::LoopKernel& kernel, std::set<std::string> const& ids, Rewrite const& rewrite)
      : kernel_(kernel), rewrite_(rewrite),
        used_elsewhere_(used_rules(kernel, [&](auto const& instruction) { return !ids.contains(instruction.id); })) {}

  ir::ExpressionPtr rewritten(ir::ExpressionPtr const& expression, std::set<std::string> const& bound) {
    std::map<std::string, std::string> names;
    for (std::string const& rule : rules_in(expression)) names[rule] = new_name_of(rule);
    return with_rule_names(rewrite_(expression, bound), names);
  }

private:
  std::string new_name_of(std::string const& name) {
    if (auto const found = new_names_.find(name); found != new_names_.end()) return found->second;
    loops::Rule rule = kernel_.rule(name);
    ir::ExpressionPtr const body =
        rewritten(rule.body, std::set<std::string>(rule.parameters.begin(), rule.parameters.end()));
    if (ir::equal(body, rule.body)) return new_names_[name] = name;
    rule.body = body;
    if (!used_elsewhere_.contains(name)) {
      kernel_.rule(name) = rule;
    } else if (loops::Rule const* equal = equal_rule(rule)) {
      rule.name = equal->name;
    } else {
      rule.name = loops::unused_name(kernel_, name);
      kernel_.rules.push_back(rule);
    }
    return new_names_[name] = rule.name;
  }

  loops::Rule const* equal_rule(loops::Rule const& rule) const {
    for (loops::Rule const& candidate : kernel_.rules)
      if (candidate.parameters == rule.parameters && ir::equal(candidate.body, rule.body)) return &candidate;
    return nullptr;
  }

  loops::LoopKernel& kernel_;
  Rewrite const& rewrite_;
  std::set<std::string> used_elsewhere_;
  std::map<std::string, std::string> new_names_{};
};

/// Returns the loop variables that a value consists of, those with the largest factors first.
std::vector<std::string> loops_of_value(loops::LoopKernel const& kernel, ir::LinearExpression const& value) {
  std::vector<std::string> names;
  for (auto const& [name, factor] : value.factors)
    if (kernel.find_loop(name)) names.push_back(name);
  std::stable_sort(names.begin(), names.end(), [&](std::string const& left, std::string const& right) {
    return value.factor(left) > value.factor(right);
  });
  return names;
}

/// Puts the loop variables of the values in place of the loops of reductions.
ir::ExpressionPtr with_reduction_loops(loops::LoopKernel const& kernel, ir::ExpressionPtr const& expression,
                                       std::map<std::string, ir::LinearExpression> const& values) {
  return ir::transformed(expression, [&](ir::ExpressionPtr const& part) {
    if (part->kind != ir::ExpressionKind::reduction) return part;
    std::vector<std::string> loops;
    for (std::string const& loop : part->loops) {
      auto const found = values.find(loop);
      std::vector<std::string> const replaced =
          found == values.end() ? std::vector{loop} : loops_of_value(kernel, found->second);
      loops.insert(loops.end(), replaced.begin(), replaced.end());
    }
    return ir::make_reduction(part->op, loops, part->operands[0]);
  });
}

/// Renames parameters of rules that have names which the values use.
void rename_captured_parameters(loops::LoopKernel& kernel, std::map<std::string, ir::LinearExpression> const& values) {
  std::set<std::string> used;
  for (auto const& [name, value] : values)
    for (auto const& [part, factor] : value.factors) used.insert(part);
  for (loops::Rule& rule : kernel.rules) {
    for (std::string& parameter : rule.parameters) {
      if (!used.contains(parameter)) continue;
      std::string const old_name = parameter;
      for (int n = 0;
           used.contains(parameter) || std::count(rule.parameters.begin(), rule.parameters.end(), parameter) > 1; ++n)
        parameter = loops::unused_name(kernel, old_name + "_" + std::to_string(n));
      rule.body = ir::with_names(rule.body, {{old_name, ir::make_name(ir::Type::int32, parameter)}});
    }
  }
}

} // namespace

std::set<std::string> all_ids(loops::LoopKernel const& kernel) {
  std::set<std::string> ids;
  for (loops::Instruction const& instruction : kernel.instructions) ids.insert(instruction.id);
  return ids;
}

void rewrite_expressions(loops::LoopKernel& kernel, std::set<std::string> const& ids, Rewrite const& rewrite) {
  RuleRewriter rewriter(kernel, ids, rewrite);
  for (loops::Instruction& instruction : kernel.instructions) {
    if (!ids.contains(instruction.id)) continue;
    for (ir::ExpressionPtr& condition : instruction.conditions) condition = rewriter.rewritten(condition, {});
    if (!instruction.target) continue;
    instruction.target = rewriter.rewritten(instruction.target, {});
    instruction.value = rewriter.rewritten(instruction.value, {});
  }
}

void replace_names(loops::LoopKernel& kernel, std::set<std::string> const& ids,
                   std::map<std::string, ir::LinearExpression> const& values) {
  rename_captured_parameters(kernel, values);
  rewrite_expressions(kernel, ids, [&](ir::ExpressionPtr const& expression, std::set<std::string> const& bound) {
    std::map<std::string, ir::LinearExpression> free_values;
    std::map<std::string, ir::ExpressionPtr> expressions;
    for (auto const& [name, value] : values) {
      if (bound.contains(name)) continue;
      free_values[name] = value;
      expressions[name] = ir::make_linear(value);
    }
    return ir::with_names(with_reduction_loops(kernel, expression, free_values), expressions);
  });
  for (loops::Instruction& instruction : kernel.instructions) {
    if (!ids.contains(instruction.id)) continue;
    for (ir::LinearExpression& entry : instruction.order) entry = with_values(entry, values);
  }
}

ir::LinearExpression with_values(ir::LinearExpression const& expression,
                                 std::map<std::string, ir::LinearExpression> const& values) {
  ir::LinearExpression result = ir::linear(expression.constant);
  for (auto const& [name, factor] : expression.factors) {
    auto const found = values.find(name);
    result += factor * (found == values.end() ? ir::linear(name) : found->second);
  }
  return result;
}

void remove_unused_rules(loops::LoopKernel& kernel, std::set<std::string> const& names) {
  std::set<std::string> const used = used_rules(kernel, [](auto const&) { return true; });
  std::erase_if(kernel.rules,
                [&](loops::Rule const& rule) { return names.contains(rule.name) && !used.contains(rule.name); });
}

} // namespace chemora::transform
