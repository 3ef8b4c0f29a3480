#include "codegen/transform/rewrite_expanded.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace chemora::transform {

namespace {

using ir::Expression;
using ir::ExpressionKind;
using ir::ExpressionPtr;
using loops::Instruction;
using loops::LoopKernel;
using loops::Rule;

/// Returns the expression with the names `from` replaced by `parameter_0`, `parameter_1`, ...
ExpressionPtr canonical(ExpressionPtr const& expression, std::vector<std::string> const& from) {
  std::map<std::string, ExpressionPtr> values;
  for (std::size_t n = 0; n < from.size(); ++n)
    values[from[n]] = ir::make_name(ir::Type::int32, fmt::format("parameter {}", n));
  return ir::with_names(expression, values);
}

/// Returns those of `names` that occur in the expression, in the order of their first occurrence.
std::vector<std::string> in_order_of_occurrence(ExpressionPtr const& expression,
                                                std::function<bool(std::string const&)> const& is_wanted) {
  std::vector<std::string> result;
  ir::for_each(expression, [&](ExpressionPtr const& part) {
    if (part->kind == ExpressionKind::name && is_wanted(part->name) && !base::contains(result, part->name))
      result.push_back(part->name);
  });
  return result;
}

class Rewriter {
public:
  Rewriter(LoopKernel kernel, std::set<std::string> const& names, ReplacePart const& replace)
      : kernel_(std::move(kernel)), names_(names), replace_(replace) {}

  LoopKernel run() {
    kernel_.instructions =
        with_changed_expressions(kernel_, [&](Instruction const& instruction, ExpressionPtr const& expression) {
          return rewritten(instruction, expression);
        }).instructions;
    return finished();
  }

private:
  ExpressionPtr rewritten(Instruction const& instruction, ExpressionPtr const& expression) {
    return ir::transformed(expression, [&](ExpressionPtr const& part) {
      if (part->kind != ExpressionKind::rule && part->kind != ExpressionKind::element) return part;
      if (names_.contains(part->name)) {
        ExpressionPtr const replacement = replace_(instruction, part);
        if (replacement != part) return replacement;
      }
      return part->kind == ExpressionKind::rule && is_concerned(part->name) ? rewritten_use(instruction, part) : part;
    });
  }

  ExpressionPtr rewritten_use(Instruction const& instruction, ExpressionPtr const& use) {
    ExpressionPtr const body = instantiated(kernel_, *use);
    ExpressionPtr const new_body = rewritten(instruction, body);
    return ir::equal(body, new_body) ? use : use_of_version(use->name, new_body);
  }

  /// Returns whether the rule uses, perhaps through other rules, something with one of the names.
  bool is_concerned(std::string const& rule) {
    if (auto const known = concerned_.find(rule); known != concerned_.end()) return known->second;
    bool result = false;
    ir::for_each(kernel_.rule(rule).body, [&](ExpressionPtr const& part) {
      bool const is_use = part->kind == ExpressionKind::rule;
      if (is_use || part->kind == ExpressionKind::element)
        result = result || names_.contains(part->name) || (is_use && is_concerned(part->name));
    });
    return concerned_[rule] = result;
  }

  ExpressionPtr use_of_version(std::string const& original, ExpressionPtr const& body) {
    std::vector<std::string> const parameters = loops_in(kernel_, body);
    std::vector<ExpressionPtr> arguments;
    for (std::string const& name : parameters) arguments.push_back(ir::make_name(ir::Type::int32, name));
    for (std::string const& version : versions_[original]) {
      Rule const& rule = kernel_.rule(version);
      if (rule.parameters.size() == parameters.size() &&
          ir::equal(canonical(rule.body, rule.parameters), canonical(body, parameters)))
        return ir::make_rule(body->type, version, arguments);
    }
    std::string const name = loops::unused_name(kernel_, fmt::format("{}_{}", original, versions_[original].size()));
    kernel_.rules.push_back({name, parameters, body});
    concerned_[name] = false;
    versions_[original].push_back(name);
    return ir::make_rule(body->type, name, arguments);
  }

  /// Removes unused rules. Gives a version the name of its original if the original is unused and there is no other.
  LoopKernel finished() {
    if (versions_.empty()) return std::move(kernel_);
    LoopKernel kernel = without_unused_rules(std::move(kernel_));
    for (auto const& [original, versions] : versions_)
      if (versions.size() == 1 && !kernel.find_rule(original) && kernel.find_rule(versions[0]))
        rename(kernel, versions[0], original);
    return kernel;
  }

  static void rename(LoopKernel& kernel, std::string const& from, std::string const& to) {
    auto const renamed = [&](ExpressionPtr const& expression) {
      return ir::transformed(expression, [&](ExpressionPtr const& part) {
        bool const is_use = part->kind == ExpressionKind::rule && part->name == from;
        return is_use ? ir::make_rule(part->type, to, part->operands) : part;
      });
    };
    kernel.rule(from).name = to;
    for (Rule& rule : kernel.rules) rule.body = renamed(rule.body);
    kernel = with_changed_expressions(std::move(kernel),
                                      [&](Instruction const&, ExpressionPtr const& e) { return renamed(e); });
  }

  LoopKernel kernel_;
  std::set<std::string> const& names_;
  ReplacePart const& replace_;
  std::map<std::string, bool> concerned_;
  std::map<std::string, std::vector<std::string>> versions_;
};

void collect_used_rules(LoopKernel const& kernel, ExpressionPtr const& expression, std::set<std::string>& used) {
  ir::for_each(expression, [&](ExpressionPtr const& part) {
    if (part->kind == ExpressionKind::rule && used.insert(part->name).second)
      collect_used_rules(kernel, kernel.rule(part->name).body, used);
  });
}

/// A rule with its expanded body in a form that does not depend on the names and the order of its parameters.
struct CanonicalRule {
  std::vector<std::string> order{}; ///< parameters in the order of their first occurrence
  ExpressionPtr body{};
};

CanonicalRule canonical_rule(LoopKernel const& kernel, Rule const& rule) {
  ExpressionPtr const body = loops::expanded(kernel, rule.body);
  std::vector<std::string> const order =
      in_order_of_occurrence(body, [&](std::string const& name) { return base::contains(rule.parameters, name); });
  return {order, canonical(body, order)};
}

/// Returns the use of `rule` that is equal to `use` of another rule with the same canonical form.
ExpressionPtr use_of_equal_rule(Expression const& use, Rule const& used, CanonicalRule const& used_form,
                                Rule const& rule, CanonicalRule const& form) {
  std::vector<ExpressionPtr> arguments;
  for (std::string const& parameter : rule.parameters) {
    auto const place = std::find(form.order.begin(), form.order.end(), parameter);
    if (place == form.order.end()) { // The value does not depend on this parameter.
      arguments.push_back(ir::make_integer(0));
      continue;
    }
    std::string const& other = used_form.order[static_cast<std::size_t>(place - form.order.begin())];
    auto const n = std::find(used.parameters.begin(), used.parameters.end(), other) - used.parameters.begin();
    arguments.push_back(use.operands[static_cast<std::size_t>(n)]);
  }
  return ir::make_rule(use.type, rule.name, arguments);
}

} // namespace

LoopKernel rewritten(LoopKernel kernel, std::set<std::string> const& names, ReplacePart const& replace) {
  return Rewriter(std::move(kernel), names, replace).run();
}

void for_each_part(LoopKernel const& kernel, std::set<std::string> const& names,
                   std::function<void(Instruction const&, ExpressionPtr const&)> const& visit) {
  rewritten(kernel, names, [&](Instruction const& instruction, ExpressionPtr const& part) {
    visit(instruction, part);
    return part;
  });
}

ExpressionPtr instantiated(LoopKernel const& kernel, Expression const& use) {
  Rule const& rule = kernel.rule(use.name);
  std::map<std::string, ExpressionPtr> values;
  for (std::size_t n = 0; n < rule.parameters.size(); ++n) values[rule.parameters[n]] = use.operands[n];
  return ir::with_names(rule.body, values);
}

std::vector<std::string> loops_in(LoopKernel const& kernel, ExpressionPtr const& expression) {
  std::set<std::string> bound;
  ir::for_each(expression, [&](ExpressionPtr const& part) { bound.insert(part->loops.begin(), part->loops.end()); });
  return in_order_of_occurrence(
      expression, [&](std::string const& name) { return kernel.find_loop(name) && !bound.contains(name); });
}

std::set<std::string> dependent_loops(LoopKernel const& kernel, ExpressionPtr const& expression) {
  ExpressionPtr const whole = loops::expanded(kernel, expression);
  std::vector<std::string> const named = loops_in(kernel, whole);
  std::set<std::string> result(named.begin(), named.end());
  ir::for_each(whole, [&](ExpressionPtr const& part) {
    if (part->kind != ExpressionKind::element) return;
    std::vector<std::string> const& copies = kernel.array(part->name).copies;
    result.insert(copies.begin(), copies.end());
  });
  return result;
}

LoopKernel with_closed_rules(LoopKernel kernel) {
  std::map<std::string, std::vector<std::string>> free_loops;
  for (Rule const& rule : kernel.rules) {
    for (std::string const& loop : loops_in(kernel, loops::expanded(kernel, rule.body)))
      if (!base::contains(rule.parameters, loop)) free_loops[rule.name].push_back(loop);
  }
  if (free_loops.empty()) return kernel;
  auto const with_arguments = [&](ExpressionPtr const& expression) {
    return ir::transformed(expression, [&](ExpressionPtr const& part) {
      if (part->kind != ExpressionKind::rule || !free_loops.contains(part->name)) return part;
      std::vector<ExpressionPtr> arguments = part->operands;
      for (std::string const& loop : free_loops.at(part->name))
        arguments.push_back(ir::make_name(ir::Type::int32, loop));
      return ir::make_rule(part->type, part->name, arguments);
    });
  };
  for (Rule& rule : kernel.rules) {
    rule.body = with_arguments(rule.body);
    std::vector<std::string> const& added = free_loops[rule.name];
    rule.parameters.insert(rule.parameters.end(), added.begin(), added.end());
  }
  return with_changed_expressions(std::move(kernel),
                                  [&](Instruction const&, ExpressionPtr const& e) { return with_arguments(e); });
}

LoopKernel with_merged_rules(LoopKernel kernel, std::string const& name) {
  Rule const rule = kernel.rule(name);
  CanonicalRule const form = canonical_rule(kernel, rule);
  std::map<std::string, CanonicalRule> equal_rules;
  for (Rule const& other : kernel.rules) {
    if (other.name == name || other.body->type != rule.body->type) continue;
    CanonicalRule const other_form = canonical_rule(kernel, other);
    if (other_form.order.size() == form.order.size() && ir::equal(other_form.body, form.body))
      equal_rules[other.name] = other_form;
  }
  if (equal_rules.empty()) return kernel;
  // A rule that is only a use of another one is equal to it; the merged rule must not use the rules that it replaces.
  bool uses_itself = false;
  std::set<std::string> used;
  collect_used_rules(kernel, rule.body, used);
  for (auto const& [other, _] : equal_rules) uses_itself = uses_itself || used.contains(other);
  if (uses_itself) kernel.rule(name).body = loops::expanded(kernel, rule.body);

  LoopKernel const original = kernel;
  auto const merged = [&](ExpressionPtr const& expression) {
    return ir::transformed(expression, [&](ExpressionPtr const& part) {
      if (part->kind != ExpressionKind::rule) return part;
      auto const found = equal_rules.find(part->name);
      if (found == equal_rules.end()) return part;
      return use_of_equal_rule(*part, original.rule(part->name), found->second, rule, form);
    });
  };
  std::erase_if(kernel.rules, [&](Rule const& other) { return equal_rules.contains(other.name); });
  for (Rule& other : kernel.rules) other.body = merged(other.body);
  return with_changed_expressions(std::move(kernel),
                                  [&](Instruction const&, ExpressionPtr const& e) { return merged(e); });
}

LoopKernel without_unused_rules(LoopKernel kernel) {
  std::set<std::string> used;
  for (Instruction const& instruction : kernel.instructions) {
    for (ExpressionPtr const& condition : instruction.conditions) collect_used_rules(kernel, condition, used);
    if (!instruction.target) continue;
    collect_used_rules(kernel, instruction.target, used);
    collect_used_rules(kernel, instruction.value, used);
  }
  std::erase_if(kernel.rules, [&](Rule const& rule) { return !used.contains(rule.name); });
  return kernel;
}

LoopKernel
with_changed_expressions(LoopKernel kernel,
                         std::function<ExpressionPtr(Instruction const&, ExpressionPtr const&)> const& change) {
  for (Instruction& instruction : kernel.instructions) {
    Instruction const original = instruction;
    for (ExpressionPtr& condition : instruction.conditions) condition = change(original, condition);
    if (!instruction.target) continue;
    instruction.value = change(original, instruction.value);
    std::vector<ExpressionPtr> subscripts;
    for (ExpressionPtr const& subscript : instruction.target->operands)
      subscripts.push_back(change(original, subscript));
    instruction.target = ir::make_element(instruction.target->type, instruction.target->name, subscripts);
  }
  return kernel;
}

} // namespace chemora::transform
