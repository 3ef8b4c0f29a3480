/// A system prepared for the interpreter: expressions read names by number, and tables and arrays by address.
#pragma once

#include "codegen/recursion/system.hpp"
#include "codegen/recursion/wide_number.hpp"

namespace chemora::recursion {

struct Table;
struct Array;

/// A compiled expression.
struct Node {
  ir::ExpressionKind kind = ir::ExpressionKind::number;
  ir::Op op = ir::Op::add;
  ir::Type type = ir::Type::int32;
  WideNumber number{};
  std::size_t slot = 0; ///< of a name or of the variable of a reduction
  Table* table = nullptr;
  Array const* array = nullptr;
  std::vector<Node> operands{}; ///< of a reduction: operand, first, last
};

/// An input array. Its values must outlive the compiled system.
struct Array {
  std::string name{};
  std::vector<double> const* values = nullptr;
  std::vector<long> extents{};
};

struct CompiledConstraint {
  std::vector<std::pair<std::size_t, long>> factors{};
  long constant = 0;
  bool is_equality = false;
};

struct CompiledCase {
  std::vector<CompiledConstraint> domain{};
  Node value{};
};

enum class ElementState : char { unknown, active, known };

struct Table {
  Function const* function = nullptr;
  std::vector<long> lower{}, extents{};
  std::vector<std::size_t> slots{}; ///< of the dimensions
  std::vector<CompiledCase> cases{};
  std::vector<WideNumber> values{};
  std::vector<ElementState> states{};
};

class CompiledSystem {
public:
  /// Throws base::UserError for missing inputs and for tables that are too large. Without `has_values`, tables have no
  /// memory.
  CompiledSystem(System const& system, Inputs const& inputs, bool has_values = true);
  CompiledSystem(CompiledSystem const&) = delete;
  CompiledSystem& operator=(CompiledSystem const&) = delete;

  Table& table(std::string const& function) { return tables_.at(function); }
  /// Compiles an expression with the ranges of its function.
  Node compiled(ir::ExpressionPtr const& expression, std::vector<Range> const& ranges);
  void set_name(std::string const& name, WideNumber const& value);
  long value_of(ir::LinearExpression const& expression);

  std::vector<WideNumber> names{}; ///< values of names, by number

private:
  std::size_t slot(std::string const& name);
  void add_array(InputArray const& array, Inputs const& inputs);
  void add_table(Function const& function, std::size_t& n_elements);
  void compile_cases(Table& table);

  bool has_values_ = true;
  std::map<std::string, std::size_t> slots_{};
  std::map<std::string, Array> arrays_{};
  std::map<std::string, Table> tables_{};
};

} // namespace chemora::recursion
