/// The interpreter of programs: sequential, or one process of several that share the grid.
#pragma once

#include "codegen/patterns/bind_inputs.hpp"
#include "codegen/patterns/distribute.hpp"
#include "codegen/patterns/exact_sum.hpp"

#include <functional>

namespace chemora::patterns {

/// The part of the grid of this process. Without a grid, the inputs contain whole grid functions.
struct Distribution {
  LocalGrid const* grid = nullptr;
  Exchange* exchange = nullptr;
};

class Interpreter {
public:
  /// A program with a distribution has no part that find_nonlocal_part() finds.
  Interpreter(Program const& program, Inputs const& inputs, Distribution const& distribution = {});
  virtual ~Interpreter() = default;
  Interpreter(Interpreter const&) = delete;
  Interpreter& operator=(Interpreter const&) = delete;

  std::vector<Output> run();

protected:
  /// The value of a variable: a scalar or structure, or an array.
  struct Slot {
    std::vector<double> numbers{};
    ArrayView array{};
  };
  /// Values of a variable that a `foreach` assigns, which its iterations do not read.
  struct Pending {
    std::vector<double> numbers{};
    std::vector<char> states{}; ///< of each element: unchanged, assigned or updated
  };

  // A derived class may execute statements outside `foreach` in place of the interpreter.
  /// Executes a statement `let`, `foreach` or an assignment. Returns false if the interpreter must execute it.
  virtual bool compute(Statement const&) { return false; }
  /// Is called before the interpreter executes a statement, and before each test of the condition of `repeat`.
  virtual void provide(Statement const&) {}
  /// Is called after the interpreter has changed variables of a statement.
  virtual void changed(Statement const&) {}

  static ArrayView group_part(ArrayView const& groups, GroupPart part, std::size_t n_components);
  Slot& slot(int variable) { return slots_[static_cast<std::size_t>(variable)]; }
  Variable const& variable(int number) const { return program_.variables[static_cast<std::size_t>(number)]; }
  std::size_t components(Type const& type) const { return n_components(program_, type); }
  double number(Node const& node);
  long integer(Node const& node) { return static_cast<long>(number(node)); }

private:
  // Expressions (interpret_expressions.cpp)
  /// Computes a scalar or structure.
  void evaluate(Node const& node, double* result);
  ArrayView array(Node const& node);
  double operation(Node const& node);
  /// Throws base::UserError if the index is not from 0 to `extent` - 1. `axis` is -1 for arrays with one axis.
  static void check_subscript(Node const& element, NodePtr const& subscript, long index, long extent, int axis = -1);
  long offset_of(Node const& node, ArrayView const& array, std::vector<NodePtr> const& subscripts, std::size_t first);
  ArrayView part_of(Node const& node);
  ArrayView list(Node const& node);
  void define(int variable, Node const& value);
  void set(int variable, ArrayView const& set, long offset);
  [[noreturn]] static void fail(base::SourcePosition const& where, std::string const& message);

  // Patterns (interpret_patterns.cpp)
  /// Calls `visit` for all elements, after it has set the variables of the generators from number `first` on.
  template <typename Visit>
  void for_each(std::vector<Generator> const& generators, Visit const& visit, std::size_t first = 0);
  template <typename Visit>
  void for_each_element_of(Generator const& generator, Visit const& visit);
  template <typename Visit>
  void for_each_point(Generator const& generator, Visit const& visit);
  long n_elements(Generator const& generator, base::SourcePosition const& where);
  void evaluate_pattern(Node const& node, double* result);
  void reduce(Pattern const& pattern, std::size_t n, double* result);
  void iterate(Pattern const& pattern, std::size_t n, double* result);
  double fold(Pattern const& pattern);
  ExactSum exact_sum(Pattern const& pattern);
  /// Applies the operation of a fold.
  static double combined(Pattern const& pattern, double left, double right);
  /// Replaces -0 by 0 as the minimum or maximum over points of the grid, which would depend on the order of the points.
  static double without_sign_of_zero(Pattern const& pattern, double result);
  double count(Pattern const& pattern);
  void find_extremum(Node const& node, double* result);
  ArrayView pattern_array(Node const& node);
  ArrayView local_array(Node const& node);
  ArrayView map(Node const& node);
  void append(Node const& map, ArrayStorage& storage, std::vector<long>& rows);
  template <typename Visit>
  void for_each_of_map(Pattern const& pattern, base::SourcePosition const& where, Visit const& visit);
  ArrayView filter(Node const& node);
  ArrayView group(Node const& node);

  // Patterns over a divided grid (interpret_distributed.cpp)
  bool is_distributed(Pattern const& pattern) const {
    return distribution_.grid != nullptr && pattern.generators[0].is_over_grid;
  }
  /// Returns an element of a grid function at a point of this process.
  double value_at_point(Node const& node);
  double fold_of_all(Pattern const& pattern);
  double count_of_all(Pattern const& pattern);
  void find_extremum_of_all(Node const& node, double* result);
  double size_of_all(Node const& node);
  /// Returns the elements of this process. Groups are those of all processes, with the members of this process.
  ArrayView distributed_array(Node const& node);
  /// Returns all elements of a distributed array in the order of the whole grid.
  ArrayValue gathered(Node const& node);

  // Statements (interpret.cpp)
  void execute(std::vector<Statement> const& statements);
  void execute(Statement const& statement);
  void interpret(Statement const& statement);
  void assign(Statement const& statement);
  void store(Statement const& statement);
  void update(Statement const& statement, Pending& pending, std::size_t first, std::vector<double> const& value);
  Pending& pending_of(int variable);
  void commit();
  void repeat(Statement const& statement);
  void output(Statement const& statement);
  ArrayValue value_of(Node const& node);

  Program const& program_;
  Inputs const& inputs_;
  Distribution distribution_;
  long order_ = 0; ///< of the current element of a distributed set: the number of its point in the whole grid
  std::vector<Slot> slots_;
  std::map<int, Pending> pending_{};
  int foreach_depth_ = 0;
  std::vector<Output> outputs_{};
};

// The number of elements is determined before the first element, because a body may change nothing that it depends on.

template <typename Visit>
void Interpreter::for_each(std::vector<Generator> const& generators, Visit const& visit, std::size_t first) {
  for_each_element_of(generators[first], [&] {
    if (first + 1 < generators.size())
      for_each(generators, visit, first + 1);
    else
      visit();
  });
}

template <typename Visit>
void Interpreter::for_each_element_of(Generator const& generator, Visit const& visit) {
  if (generator.kind == GeneratorKind::point) return for_each_point(generator, visit);
  if (generator.kind == GeneratorKind::element) {
    ArrayView const set = array(*generator.set);
    for (long n = 0; n < set.extents[0]; ++n) {
      this->set(generator.variable, set, set.offset + n * set.strides[0]);
      if (distribution_.grid && generator.is_over_grid) order_ = set.storage->order.at(static_cast<std::size_t>(n));
      visit();
    }
    return;
  }
  long first = 0, last = inputs_.points[generator.axis] - 1;
  if (generator.kind == GeneratorKind::range) {
    first = generator.first ? integer(*generator.first) : 0;
    last = generator.last ? integer(*generator.last) : integer(*generator.count) - 1;
  }
  for (long n = first; n <= last; ++n) {
    slot(generator.variable).numbers[0] = static_cast<double>(n);
    visit();
  }
}

template <typename Visit>
void Interpreter::for_each_point(Generator const& generator, Visit const& visit) {
  Box box{.end = {inputs_.points[0], inputs_.points[1], inputs_.points[2]}};
  if (distribution_.grid) box = distribution_.grid->box;
  for (long k = box.first[2]; k < box.end[2]; ++k)
    for (long j = box.first[1]; j < box.end[1]; ++j)
      for (long i = box.first[0]; i < box.end[0]; ++i) {
        order_ = i + inputs_.points[0] * (j + inputs_.points[1] * k);
        slot(generator.variable).numbers = {static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)};
        visit();
      }
}

} // namespace chemora::patterns
