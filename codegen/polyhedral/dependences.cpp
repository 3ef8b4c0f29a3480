#include "codegen/polyhedral/polyhedral.hpp"
#include "codegen/polyhedral/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <tuple>

namespace chemora::polyhedral {

namespace {

/// Calls `visit` for all pairs of accesses that may conflict, until it returns true.
void for_each_pair(Program const& program, bool with_updates,
                   std::function<bool(Statement const&, Access const&, Statement const&, Access const&)> const& visit) {
  for (Statement const& first : program.statements)
    for (Statement const& second : program.statements)
      for (Access const& a : first.accesses)
        for (Access const& b : second.accesses)
          if (may_conflict(a, b, with_updates) && visit(first, a, second, b)) return;
}

/// Returns the instances of `before` that correspond to instances of `after`, as pairs over the variables of `after`
/// followed by those of `before`.
class Correspondence {
public:
  Correspondence(Program const& before, Program const& after, std::map<std::string, LoopValues> const& instances)
      : before_(before), after_(after), instances_(instances) {
    for (Statement const& statement : after_.statements) after_of_[statement.instruction->id] = &statement;
  }

  std::optional<Dependence> violated() const {
    std::optional<Dependence> result;
    for_each_pair(before_, false, [&](auto const& first, auto const& a, auto const& second, auto const& b) {
      auto const new_first = after_of_.find(first.instruction->id), new_second = after_of_.find(second.instruction->id);
      if (new_first == after_of_.end() || new_second == after_of_.end()) return false;
      if (is_unchanged(first, *new_first->second) && is_unchanged(second, *new_second->second)) return false;
      result = violated(first, a, *new_first->second, second, b, *new_second->second);
      return result.has_value();
    });
    return result;
  }

private:
  /// Whether the instances and their places in the order are the same.
  bool is_unchanged(Statement const& before, Statement const& after) const {
    loops::Instruction const &a = *before.instruction, &b = *after.instruction;
    return !instances_.contains(a.id) && a.order == b.order && a.within == b.within;
  }

  std::optional<Dependence> violated(Statement const& first, Access const& a, Statement const& new_first,
                                     Statement const& second, Access const& b, Statement const& new_second) const {
    InstancePair const pair(before_, first, second), new_pair(after_, new_first, new_second);
    IntegerSet conflict = pair.domain();
    pair.add_conflict(conflict, a, b, a.array->copies);
    if (!ordered(pair, conflict, first, second)) return std::nullopt; // cheap for most pairs
    // The variables of `before` come first, so that its constraints remain rows; those of `after` follow.
    std::size_t const n_old = conflict.n_variables();
    IntegerSet both(n_old + new_pair.domain().n_variables());
    for (RowConstraint const& constraint : conflict.constraints()) both.add(constraint);
    auto const shifted = [&](Row const& row) {
      Row result(n_old + row.size(), 0);
      result[0] = row[0];
      std::copy(row.begin() + 1, row.end(), result.begin() + 1 + static_cast<long>(n_old));
      return result;
    };
    for (std::size_t n = 0; n < before_.parameters.size(); ++n)
      if (auto const row = after_.find_row(new_first, ir::linear(before_.parameters[n])))
        both.add_equal_0(unit(n) - shifted(*row));
    for (RowConstraint const& assumption : after_.assumptions)
      both.add(shifted(assumption.row), assumption.is_equality);
    for (RowConstraint const& constraint : new_first.domain)
      both.add(shifted(new_pair.first(constraint.row)), constraint.is_equality);
    for (RowConstraint const& constraint : new_second.domain)
      both.add(shifted(new_pair.second(constraint.row)), constraint.is_equality);
    link(
        both, first, new_first, [&](Row const& row) { return pair.first(row); },
        [&](Row const& row) { return shifted(new_pair.first(row)); });
    link(
        both, second, new_second, [&](Row const& row) { return pair.second(row); },
        [&](Row const& row) { return shifted(new_pair.second(row)); });
    std::vector<Row> old_first, old_second, first_order, second_order;
    for (Row const& row : first.order) old_first.push_back(pair.first(row));
    for (Row const& row : second.order) old_second.push_back(pair.second(row));
    for (Row const& row : new_first.order) first_order.push_back(shifted(new_pair.first(row)));
    for (Row const& row : new_second.order) second_order.push_back(shifted(new_pair.second(row)));
    return example(both, pair, a, b, old_first, old_second, first_order, second_order);
  }

  static Row unit(std::size_t variable) {
    Row row(variable + 2, 0);
    row[variable + 1] = 1;
    return row;
  }

  /// Adds the values of the loops of `before` in terms of those of `after`.
  template <typename Old, typename New>
  void link(IntegerSet& set, Statement const& before, Statement const& after, Old const& old_row,
            New const& new_row) const {
    auto const found = instances_.find(before.instruction->id);
    for (std::string const& loop : before.instruction->within) {
      std::optional<Row> value;
      if (found != instances_.end() && found->second.contains(loop))
        value = after_.find_row(after, found->second.at(loop));
      else
        value = after_.find_row(after, ir::linear(loop));
      if (value) set.add_equal_0(old_row(*before_.find_row(before, ir::linear(loop))) - new_row(*value));
    }
  }

  /// Returns a pair of `set` that is ordered before but not after the transformation.
  std::optional<Dependence> example(IntegerSet set, InstancePair const& pair, Access const& a, Access const& b,
                                    std::vector<Row> const& first, std::vector<Row> const& second,
                                    std::vector<Row> const& new_first, std::vector<Row> const& new_second) const {
    // Each part of the old order is combined with the reversed new order.
    for (std::size_t n = 0; n < std::max(first.size(), second.size()); ++n) {
      Row difference = (n < second.size() ? second[n] : Row{0}) - (n < first.size() ? first[n] : Row{0});
      bool const is_constant =
          std::all_of(difference.begin() + 1, difference.end(), [](long factor) { return factor == 0; });
      if (is_constant && difference[0] == 0) continue;
      IntegerSet before = set;
      difference[0] -= 1;
      before.add_at_least_0(difference);
      if (auto const reversed = first_before(before, new_second, new_first, true)) return pair.example(*reversed, a, b);
      difference[0] += 1;
      set.add_equal_0(difference);
      if (is_constant) break;
    }
    return std::nullopt;
  }

  Program const& before_;
  Program const& after_;
  std::map<std::string, LoopValues> const& instances_;
  std::map<std::string, Statement const*> after_of_{};
};

} // namespace

std::string to_text(Instance const& instance) {
  std::string loops;
  for (auto const& [name, value] : instance.loops)
    loops += fmt::format("{}{}={}", loops.empty() ? "" : ", ", name, value);
  return loops.empty() ? instance.instruction : fmt::format("{}[{}]", instance.instruction, loops);
}

std::string Dependence::description() const {
  char const* const later = kind == DependenceKind::flow ? "reads" : "writes";
  char const* const earlier = kind == DependenceKind::anti ? "reads" : "writes";
  return fmt::format("`{}` {} `{}`, which `{}` {}", to_text(second), later, array, to_text(first), earlier);
}

std::vector<Dependence> dependences(loops::LoopKernel const& kernel) {
  Program const program(kernel);
  std::vector<Dependence> result;
  std::set<std::tuple<Statement const*, Statement const*, ir::TypedArray const*, bool, bool>> found;
  for_each_pair(program, false, [&](auto const& first, auto const& a, auto const& second, auto const& b) {
    std::tuple const key(&first, &second, a.array, a.is_write, b.is_write);
    if (found.contains(key)) return false;
    InstancePair const pair(program, first, second);
    IntegerSet set = pair.domain();
    pair.add_conflict(set, a, b, a.array->copies);
    if (auto const dependent = ordered(pair, set, first, second)) {
      found.insert(key);
      result.push_back(pair.example(*dependent, a, b));
    }
    return false;
  });
  return result;
}

std::optional<Dependence> carried_by(loops::LoopKernel const& kernel, std::string const& loop,
                                     std::vector<std::string> const& outer) {
  Program const program(kernel);
  std::optional<Dependence> result;
  for_each_pair(program, true, [&](auto const& first, auto const& a, auto const& second, auto const& b) {
    if (!first.instruction->is_within(loop) || !second.instruction->is_within(loop)) return false;
    InstancePair const pair(program, first, second);
    IntegerSet set = pair.domain();
    pair.add_conflict(set, a, b, a.array->copies);
    for (std::string const& name : outer) pair.add_equal(set, name);
    for (bool const is_forward : {true, false}) {
      Row difference = pair.second_variable(loop) - pair.first_variable(loop);
      if (!is_forward) difference = Row{0} - difference;
      difference[0] -= 1;
      IntegerSet different = set;
      different.add_at_least_0(difference);
      if (different.is_empty()) continue;
      if (auto const dependent = ordered(pair, different, first, second)) result = pair.example(*dependent, a, b);
      if (result) return true;
    }
    return false;
  });
  return result;
}

std::optional<Dependence> violated(loops::LoopKernel const& before, loops::LoopKernel const& after,
                                   std::map<std::string, LoopValues> const& instances) {
  Program const old_program(before), new_program(after);
  return Correspondence(old_program, new_program, instances).violated();
}

} // namespace chemora::polyhedral
