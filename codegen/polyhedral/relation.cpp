#include "codegen/polyhedral/order_children.hpp"

namespace chemora::polyhedral {

std::optional<Dependence> Relation::example(Program const& program, std::vector<std::string> const& equal,
                                            std::string const& loop, bool is_reversed) const {
  Statement const &a = program.statements[first], &b = program.statements[second];
  InstancePair const pair(program, a, b);
  IntegerSet set = conflict;
  for (std::string const& name : equal) pair.add_equal(set, name);
  if (!loop.empty()) {
    Row difference = pair.first_variable(loop) - pair.second_variable(loop);
    if (!is_reversed) difference = Row{0} - difference;
    difference[0] -= 1;
    set.add_at_least_0(difference);
  }
  if (set.is_empty()) return std::nullopt;
  auto const dependent = ordered(pair, set, a, b);
  if (!dependent) return std::nullopt;
  return pair.example(*dependent, *first_access, *second_access);
}

std::vector<Relation> relations_of(Program const& program) {
  std::vector<Relation> result;
  for (std::size_t first = 0; first < program.statements.size(); ++first)
    for (std::size_t second = 0; second < program.statements.size(); ++second) {
      Statement const &a = program.statements[first], &b = program.statements[second];
      for (Access const& in_a : a.accesses)
        for (Access const& in_b : b.accesses) {
          if (!may_conflict(in_a, in_b, false)) continue;
          InstancePair const pair(program, a, b);
          IntegerSet set = pair.domain();
          pair.add_conflict(set, in_a, in_b, in_a.array->copies);
          if (set.is_empty() || !ordered(pair, set, a, b)) continue;
          result.push_back({first, second, &in_a, &in_b, std::move(set)});
        }
    }
  return result;
}

} // namespace chemora::polyhedral
