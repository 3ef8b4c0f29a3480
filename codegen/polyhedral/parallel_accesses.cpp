#include "codegen/polyhedral/schedule_parallel.hpp"

#include <algorithm>
#include <set>

namespace chemora::polyhedral {

namespace {

bool is_private(ir::TypedArray const& array) { return !array.is_argument && array.scope == ir::Scope::registers; }

/// Whether different temporaries are in the same memory of a block.
bool share_storage(Access const& a, Access const& b) {
  return a.array != b.array && !a.array->storage.empty() && a.array->storage == b.array->storage &&
         (a.is_write || b.is_write);
}

/// Returns the copies that are in different memory during the execution of one block.
std::vector<std::string> separate_copies(loops::LoopKernel const& kernel, ir::TypedArray const& array) {
  std::vector<std::string> result;
  for (std::string const& loop : array.copies)
    if (!is_scheduled(kernel, loop)) result.push_back(loop);
  return result;
}

void add_at_least(IntegerSet& set, Row difference, long min) {
  difference[0] -= min;
  set.add_at_least_0(difference);
}

} // namespace

std::optional<long> ParallelAccesses::first_value(std::string const& loop) const {
  std::optional<long> result;
  for (loops::Constraint const& constraint : program_.kernel.constraints)
    if (constraint.expression.factors.size() == 1 && constraint.expression.factor(loop) == 1 && !result)
      result = -constraint.expression.constant;
  return result;
}

bool ParallelAccesses::threads_differ(InstancePair const& pair, IntegerSet const& set, Statement const& first,
                                      Statement const& second) const {
  std::set<int> axes;
  for (loops::Loop const& loop : program_.kernel.loops)
    if (loop.tag == loops::Tag::thread_axis) axes.insert(loop.axis);
  auto const loop_of = [&](Statement const& statement, int axis) -> loops::Loop const* {
    for (std::string const& name : statement.instruction->within) {
      loops::Loop const& loop = program_.kernel.loop(name);
      if (loop.tag == loops::Tag::thread_axis && loop.axis == axis) return &loop;
    }
    return nullptr;
  };
  for (int const axis : axes) {
    loops::Loop const *a = loop_of(first, axis), *b = loop_of(second, axis);
    if (!a || !b) return true;
    Row difference = pair.first_variable(a->name) - pair.second_variable(b->name);
    if (a->name != b->name) {
      // The thread of an iteration is its distance from the first one.
      auto const lower_a = first_value(a->name), lower_b = first_value(b->name);
      if (!lower_a || !lower_b) return true;
      difference[0] += *lower_b - *lower_a;
    }
    for (Row const& direction : {difference, Row{0} - difference}) {
      IntegerSet different = set;
      add_at_least(different, direction, 1);
      if (!different.is_empty()) return true;
    }
  }
  return false;
}

bool ParallelAccesses::threads_conflict(std::size_t first, std::size_t second, std::vector<std::string> const& equal,
                                        std::string const& carrier) const {
  Statement const &a = program_.statements[first], &b = program_.statements[second];
  InstancePair const pair(program_, a, b);
  for (Access const& in_a : a.accesses)
    for (Access const& in_b : b.accesses) {
      bool const same_storage = share_storage(in_a, in_b);
      if (is_private(*in_a.array) || (!same_storage && !may_conflict(in_a, in_b, true))) continue;
      IntegerSet set = pair.domain();
      if (!same_storage) pair.add_conflict(set, in_a, in_b, separate_copies(program_.kernel, *in_a.array));
      for (std::string const& loop : equal) pair.add_equal(set, loop);
      for (loops::Loop const& loop : program_.kernel.loops)
        if (loop.tag == loops::Tag::block_axis) pair.add_equal(set, loop.name);
      if (!carrier.empty()) add_at_least(set, pair.second_variable(carrier) - pair.first_variable(carrier), 1);
      if (!set.is_empty() && threads_differ(pair, set, a, b)) return true;
    }
  return false;
}

std::optional<Dependence> ParallelAccesses::conflict(std::size_t first, std::size_t second,
                                                     std::vector<std::string> const& equal,
                                                     std::vector<std::string> const& different,
                                                     bool only_private) const {
  Statement const &a = program_.statements[first], &b = program_.statements[second];
  InstancePair const pair(program_, a, b);
  for (Access const& in_a : a.accesses)
    for (Access const& in_b : b.accesses) {
      if (!may_conflict(in_a, in_b, true) || (only_private && !is_private(*in_a.array))) continue;
      IntegerSet set = pair.domain();
      pair.add_conflict(set, in_a, in_b, in_a.array->copies);
      for (std::string const& loop : equal) pair.add_equal(set, loop);
      if (set.is_empty()) continue;
      for (std::string const& loop : different) {
        Row const difference = pair.first_variable(loop) - pair.second_variable(loop);
        for (Row const& direction : {difference, Row{0} - difference}) {
          IntegerSet parallel = set;
          add_at_least(parallel, direction, 1);
          if (!parallel.is_empty()) return pair.example(parallel, in_a, in_b);
        }
      }
    }
  return std::nullopt;
}

} // namespace chemora::polyhedral
