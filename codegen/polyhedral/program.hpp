/// A loop kernel as rows of integers: domains, subscripts and orders of all instructions, and pairs of instances.
#pragma once

#include "codegen/loops/loop_kernel.hpp"
#include "codegen/polyhedral/integer_set.hpp"
#include "codegen/polyhedral/polyhedral.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace chemora::polyhedral {

/// Accesses of one statement to an array. Rows are over the parameters, then the variables of the statement.
struct Access {
  ir::TypedArray const* array = nullptr;
  bool is_write = false;
  std::size_t n_guards = 0; ///< the access occurs only if this number of linear conditions hold, Statement::guard
  bool is_update = false;   ///< read or write of the target of an update whose array is in LoopKernel::reassociated
  ir::Op update = ir::Op::add;
  std::vector<std::optional<Row>> subscripts{}; ///< nothing if the subscript is not linear
  std::vector<RowConstraint> range{};           ///< of the loops of reductions
};

struct Statement {
  loops::Instruction const* instruction = nullptr;
  std::vector<std::string> variables{}; ///< loops that it is within, loops of reductions, data-dependent symbols
  std::vector<RowConstraint> domain{};
  std::vector<RowConstraint> guard{}; ///< the conditions that are linear
  bool has_other_conditions = false;  ///< that are not linear
  std::vector<Access> accesses{};
  std::vector<Row> order{};

  /// Returns the position of a variable, or nothing.
  std::optional<std::size_t> find(std::string const& variable) const;
};

/// The kernel must outlive the program.
struct Program {
  explicit Program(loops::LoopKernel const& kernel);

  loops::LoopKernel const& kernel;
  std::vector<std::string> parameters{}; ///< those of type int32
  std::vector<RowConstraint> assumptions{};
  std::vector<Statement> statements{};

  /// Returns the expression over the parameters and the variables of the statement. Unknown names become variables of
  /// the statement if it is passed as mutable.
  Row row(Statement& statement, ir::LinearExpression const& expression) const;
  std::optional<Row> find_row(Statement const& statement, ir::LinearExpression const& expression) const;

private:
  void add_statement(loops::Instruction const& instruction);
  void add_accesses(Statement& statement, ir::ExpressionPtr const& expression,
                    std::vector<std::string> const& reduction_loops);
  void add_access(Statement& statement, ir::ExpressionPtr const& element, bool is_write,
                  std::vector<std::string> const& reduction_loops);
  void add_guard(Statement& statement, ir::ExpressionPtr const& condition);
  void mark_update(Statement& statement);
};

/// Returns whether both accesses are of one array, at least one is a write, and their subscripts do not obviously
/// differ. `with_updates` includes pairs of updates that may be executed in any order.
bool may_conflict(Access const& first, Access const& second, bool with_updates);

/// Pairs of instances of two statements. The variables are the parameters, those of the first and of the second.
class InstancePair {
public:
  InstancePair(Program const& program, Statement const& first, Statement const& second);

  Row first(Row const& row) const;
  Row second(Row const& row) const;
  /// Returns the variable of a loop of the first or second instance as row.
  Row first_variable(std::string const& name) const;
  Row second_variable(std::string const& name) const;

  /// Returns all pairs in which both instances exist.
  IntegerSet domain() const;
  /// Adds that both accesses occur, to the same element and, for these loops of `copies`, of the same copy.
  void add_conflict(IntegerSet& set, Access const& first, Access const& second,
                    std::vector<std::string> const& copies) const;
  /// Adds that both instances have the same value of the loop.
  void add_equal(IntegerSet& set, std::string const& loop) const;

  /// Returns an example of the pair.
  Dependence example(IntegerSet const& set, Access const& first, Access const& second) const;

private:
  Program const& program_;
  Statement const& first_;
  Statement const& second_;
};

/// Returns the nonempty subset of `set` in which `first` is lexicographically less than `second`, or one of several of
/// which it consists, or nothing. `or_equal` includes equal vectors.
std::optional<IntegerSet> first_before(IntegerSet set, std::vector<Row> const& first, std::vector<Row> const& second,
                                       bool or_equal = false);

/// Returns the pairs of `set` of which the first instance is executed first, as first_before() does.
std::optional<IntegerSet> ordered(InstancePair const& pair, IntegerSet const& set, Statement const& first,
                                  Statement const& second);

} // namespace chemora::polyhedral
