#include "codegen/polyhedral/schedule_order.hpp"
#include "codegen/polyhedral/order_children.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

namespace chemora::polyhedral {

namespace {

using Indices = std::set<std::size_t>;

class StatementOrder {
public:
  explicit StatementOrder(Program const& program) : program_(program), kernel_(program.kernel) {
    for (std::size_t n = 0; n < program_.statements.size(); ++n)
      for (std::string const& loop : program_.statements[n].instruction->within)
        if (is_scheduled(kernel_, loop)) statements_of_[loop].insert(n);
  }

  std::vector<ScheduleNode> run() {
    check_nesting();
    check_priorities();
    relations_ = relations_of(program_);
    Indices all;
    for (std::size_t n = 0; n < program_.statements.size(); ++n) all.insert(n);
    return build(all, {});
  }

private:
  static bool contains(Indices const& large, Indices const& small) {
    return std::includes(large.begin(), large.end(), small.begin(), small.end());
  }

  std::string const& id(std::size_t statement) const { return program_.statements[statement].instruction->id; }
  base::SourcePosition const& where(std::size_t statement) const {
    return program_.statements[statement].instruction->where;
  }

  /// Each loop is opened once; therefore two loops with a common instruction must be nested.
  void check_nesting() const {
    for (auto const& first : statements_of_)
      for (auto const& second : statements_of_) {
        auto const &a = first.first, &b = second.first;
        Indices const &in_a = first.second, &in_b = second.second;
        if (a >= b || contains(in_a, in_b) || contains(in_b, in_a)) continue;
        auto const both = std::find_if(in_a.begin(), in_a.end(), [&](std::size_t n) { return in_b.contains(n); });
        if (both == in_a.end()) continue;
        auto const only_a = std::find_if(in_a.begin(), in_a.end(), [&](std::size_t n) { return !in_b.contains(n); });
        auto const only_b = std::find_if(in_b.begin(), in_b.end(), [&](std::size_t n) { return !in_a.contains(n); });
        throw base::UserError(
            where(*both), fmt::format("The loops `{}` and `{}` cannot be nested: `{}` is within both, `{}` only within "
                                      "`{}`, `{}` only within `{}`, and each loop occurs once in a schedule. Rename "
                                      "one of the loops for some of these instructions.",
                                      a, b, id(*both), id(*only_a), a, id(*only_b), b));
      }
  }

  void check_priorities() const {
    for (std::vector<std::string> const& list : kernel_.priorities)
      for (std::size_t n = 0; n < list.size(); ++n)
        for (std::size_t m = n + 1; m < list.size(); ++m) {
          auto const outer = statements_of_.find(list[n]), inner = statements_of_.find(list[m]);
          if (outer == statements_of_.end() || inner == statements_of_.end()) continue;
          if (outer->second == inner->second || !contains(inner->second, outer->second)) continue;
          auto const only = std::find_if(inner->second.begin(), inner->second.end(),
                                         [&](std::size_t s) { return !outer->second.contains(s); });
          throw base::UserError(where(*only),
                                fmt::format("Loop `{}` has priority over `{}`, but `{}` is within `{}` and not within "
                                            "`{}`. Remove the priority or rename the loop for this instruction.",
                                            list[n], list[m], id(*only), list[m], list[n]));
        }
  }

  /// Returns the nodes for statements of which all loops `outer` are open.
  std::vector<ScheduleNode> build(Indices const& statements, std::vector<std::string> const& outer) {
    std::vector<ScheduleNode> nodes;
    Indices remaining = statements;
    while (!remaining.empty()) {
      std::size_t const first = *remaining.begin();
      std::vector<std::string> const nest = largest_loops(first, outer);
      if (nest.empty()) {
        check_one_statement(first, outer);
        nodes.push_back({.kind = ScheduleNode::Kind::statement, .statement = first});
        remaining.erase(first);
        continue;
      }
      Indices const inside = statements_of_.at(nest.front());
      std::vector<std::string> const order = nest_order(nest, inside, outer);
      std::vector<std::string> open = outer;
      open.insert(open.end(), order.begin(), order.end());
      std::vector<ScheduleNode> body = build(inside, open);
      for (std::size_t n = order.size(); n-- > 0;) {
        ScheduleNode node{.kind = ScheduleNode::Kind::loop, .loop = order[n], .children = std::move(body)};
        body.clear();
        body.push_back(std::move(node));
      }
      nodes.push_back(std::move(body.front()));
      for (std::size_t const statement : inside) remaining.erase(statement);
    }
    return order_children(program_, relations_, std::move(nodes), outer);
  }

  /// Returns the loops around `statement` that are not open and contain the most statements.
  std::vector<std::string> largest_loops(std::size_t statement, std::vector<std::string> const& outer) const {
    std::vector<std::string> result;
    for (std::string const& loop : program_.statements[statement].instruction->within) {
      if (!is_scheduled(kernel_, loop) || std::find(outer.begin(), outer.end(), loop) != outer.end()) continue;
      std::size_t const size = statements_of_.at(loop).size();
      std::size_t const largest = result.empty() ? 0 : statements_of_.at(result.front()).size();
      if (size > largest) result.clear();
      if (size >= largest) result.push_back(loop);
    }
    return result;
  }

  /// Returns the order in which loops around the same statements are nested.
  std::vector<std::string> nest_order(std::vector<std::string> nest, Indices const& inside,
                                      std::vector<std::string> const& outer) const {
    std::size_t const example = *inside.begin();
    std::stable_sort(nest.begin(), nest.end(), [&](std::string const& a, std::string const& b) {
      return preference(a, example) < preference(b, example);
    });
    std::optional<Dependence> obstacle;
    std::vector<std::string> order;
    if (nest_remaining(nest, inside, outer, kernel_.priorities, order, obstacle)) return order;
    bool const has_order = nest_remaining(nest, inside, outer, {}, order, obstacle);
    std::string const reason = obstacle ? obstacle->description() : "the priorities are cyclic";
    std::string const names = base::join(nest, ", ", [](std::string const& loop) { return "`" + loop + "`"; });
    if (has_order)
      throw base::UserError(where(example),
                            fmt::format("The loops {} cannot be nested in the order of the priorities: {}. "
                                        "Remove the priority.",
                                        names, reason));
    throw base::UserError(where(example),
                          fmt::format("One nest of the loop{} {} cannot execute all instructions within it, "
                                      "because each loop occurs once in a schedule: {}. Rename a loop for "
                                      "some of the instructions.",
                                      nest.size() > 1 ? "s" : "", names, reason));
  }

  /// Loops with priority are outermost, unrolled loops innermost, others as in `order`.
  std::vector<long> preference(std::string const& loop, std::size_t statement) const {
    std::vector<long> key(4, 0);
    key[0] = kernel_.loop(loop).tag == loops::Tag::unrolled;
    key[1] = std::numeric_limits<long>::max();
    for (std::vector<std::string> const& list : kernel_.priorities) {
      auto const found = std::find(list.begin(), list.end(), loop);
      if (found != list.end()) {
        key[0] = 0;
        key[1] = std::min<long>(key[1], found - list.begin());
      }
    }
    key[2] = std::numeric_limits<long>::max();
    auto const& positions = program_.statements[statement].instruction->order;
    for (std::size_t n = 0; n < positions.size() && key[2] == std::numeric_limits<long>::max(); ++n)
      if (positions[n].uses(loop)) {
        key[2] = static_cast<long>(n);
        key[3] = -std::abs(positions[n].factor(loop));
      }
    return key;
  }

  bool nest_remaining(std::vector<std::string> const& remaining, Indices const& inside,
                      std::vector<std::string> const& outer, std::vector<std::vector<std::string>> const& priorities,
                      std::vector<std::string>& order, std::optional<Dependence>& obstacle) const {
    if (remaining.empty()) return true;
    for (std::string const& loop : remaining) {
      if (waits_for_priority(loop, remaining, priorities)) continue;
      std::vector<std::string> equal = outer;
      equal.insert(equal.end(), order.begin(), order.end());
      if (auto const reversed = reversed_by(loop, inside, equal)) {
        if (!obstacle) obstacle = reversed;
        continue;
      }
      std::vector<std::string> rest;
      std::copy_if(remaining.begin(), remaining.end(), std::back_inserter(rest),
                   [&](std::string const& other) { return other != loop; });
      order.push_back(loop);
      if (nest_remaining(rest, inside, outer, priorities, order, obstacle)) return true;
      order.pop_back();
    }
    return false;
  }

  static bool waits_for_priority(std::string const& loop, std::vector<std::string> const& remaining,
                                 std::vector<std::vector<std::string>> const& priorities) {
    for (std::vector<std::string> const& list : priorities) {
      auto const own = std::find(list.begin(), list.end(), loop);
      if (own == list.end()) continue;
      for (auto other = list.begin(); other != own; ++other)
        if (std::find(remaining.begin(), remaining.end(), *other) != remaining.end()) return true;
    }
    return false;
  }

  /// Returns a dependence whose second instance a loop would execute in an earlier iteration than the first.
  std::optional<Dependence> reversed_by(std::string const& loop, Indices const& inside,
                                        std::vector<std::string> const& outer) const {
    for (Relation const& relation : relations_) {
      if (!inside.contains(relation.first) || !inside.contains(relation.second)) continue;
      if (auto const dependence = relation.example(program_, outer, loop, true)) return dependence;
    }
    return std::nullopt;
  }

  /// A statement must not depend on itself through loops that are not scheduled.
  void check_one_statement(std::size_t statement, std::vector<std::string> const& outer) const {
    for (Relation const& relation : relations_) {
      if (relation.first != statement || relation.second != statement) continue;
      auto const dependence = relation.example(program_, outer);
      if (!dependence) continue;
      throw base::UserError(where(statement),
                            fmt::format("The parallel loops around `{}` carry a dependence: {}. Remove "
                                        "the tag of the loop.",
                                        id(statement), dependence->description()));
    }
  }

  Program const& program_;
  loops::LoopKernel const& kernel_;
  std::map<std::string, Indices> statements_of_{};
  std::vector<Relation> relations_{};
};

} // namespace

bool is_scheduled(loops::LoopKernel const& kernel, std::string const& loop) {
  return !loops::is_parallel(kernel.loop(loop));
}

void add_statements(std::vector<ScheduleNode> const& nodes, std::set<std::size_t>& statements) {
  for (ScheduleNode const& node : nodes) {
    if (node.kind == ScheduleNode::Kind::statement) statements.insert(node.statement);
    add_statements(node.children, statements);
  }
}

std::vector<ScheduleNode> order_statements(Program const& program) { return StatementOrder(program).run(); }

} // namespace chemora::polyhedral
