#include "codegen/polyhedral/program.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::polyhedral {

namespace {

class SubscriptCheck {
public:
  SubscriptCheck(loops::LoopKernel const& kernel, std::map<std::string, long> const& values)
      : program_(kernel), values_(values) {}

  void run() const {
    for (std::string const& parameter : program_.parameters)
      if (!values_.contains(parameter)) return;
    for (Statement const& statement : program_.statements)
      if (is_known(statement))
        for (Access const& access : statement.accesses)
          for (std::size_t axis = 0; axis < access.subscripts.size(); ++axis)
            if (access.subscripts[axis]) check(statement, access, axis);
  }

private:
  /// Whether linear constraints determine which instances of the statement are executed.
  bool is_known(Statement const& statement) const {
    auto const is_loop = [&](std::string const& name) { return program_.kernel.find_loop(name) != nullptr; };
    return !statement.has_other_conditions &&
           std::all_of(statement.variables.begin(), statement.variables.end(), is_loop);
  }

  /// The instances for which the access occurs.
  IntegerSet instances(Statement const& statement, Access const& access) const {
    IntegerSet set(program_.parameters.size() + statement.variables.size());
    for (std::size_t n = 0; n < program_.parameters.size(); ++n) {
      Row row(n + 2, 0);
      row[0] = -values_.at(program_.parameters[n]);
      row[n + 1] = 1;
      set.add_equal_0(row);
    }
    for (RowConstraint const& constraint : statement.domain) set.add(constraint);
    for (RowConstraint const& constraint : access.range) set.add(constraint);
    for (std::size_t n = 0; n < access.n_guards; ++n) set.add(statement.guard[n]);
    return set;
  }

  void check(Statement const& statement, Access const& access, std::size_t axis) const {
    auto const extent = program_.find_row(statement, access.array->axes[axis].extent);
    if (!extent) return;
    Row const& subscript = *access.subscripts[axis];
    IntegerSet below = instances(statement, access), above = below;
    below.add_at_least_0(Row{-1} - subscript);
    above.add_at_least_0(subscript - *extent);
    for (IntegerSet const* outside : {&below, &above})
      if (auto const sample = outside->sample()) fail(statement, access, axis, *sample);
  }

  static long value(Row const& row, std::vector<long> const& variables) {
    long result = row[0];
    for (std::size_t n = 1; n < row.size(); ++n) result += row[n] * variables[n - 1];
    return result;
  }

  [[noreturn]] void fail(Statement const& statement, Access const& access, std::size_t axis,
                         std::vector<long> const& sample) const {
    Instance instance{.instruction = statement.instruction->id};
    for (std::size_t n = 0; n < statement.variables.size(); ++n)
      instance.loops[statement.variables[n]] = sample[program_.parameters.size() + n];
    throw base::UserError(
        statement.instruction->where,
        fmt::format("`{}` {} `{}` outside of the array: index {} of axis {}, which has {} elements. Loop variables and "
                    "indices count from 0 here.",
                    to_text(instance), access.is_write ? "writes" : "reads", access.array->name,
                    value(*access.subscripts[axis], sample), axis + 1, access.array->axes[axis].extent.value(values_)));
  }

  Program const program_;
  std::map<std::string, long> const& values_;
};

} // namespace

void check_subscripts(loops::LoopKernel const& kernel, std::map<std::string, long> const& parameters) {
  SubscriptCheck(kernel, parameters).run();
}

} // namespace chemora::polyhedral
