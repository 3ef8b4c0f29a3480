/// The parts of lower_columns(): tables and results.
#pragma once

#include "codegen/wavefront/columns.hpp"
#include "codegen/wavefront/lane_values.hpp"

#include <fmt/format.h>

namespace chemora::wavefront {

class ColumnsLowering {
public:
  ColumnsLowering(recursion::System const& system, Columns columns, Plan const& plan, LoweringOptions const& options)
      : system_(system), columns_(std::move(columns)), plan_(plan), options_(options),
        values_(system, plan, options, kernel_) {}

  Lowered lower();

private:
  // Names.
  static std::string index_text(long n) { return n < 0 ? fmt::format("m{}", -n) : std::to_string(n); }
  /// The element of a function in column `column` of the tile, `rows` rows before the current one.
  static std::string value_name(std::string const& function, long column, long rows) {
    return fmt::format("{}_{}_{}", function, index_text(column), rows);
  }
  static std::string total_name(recursion::TableValue const& table) { return "total_" + table.name; }
  std::string best_name(recursion::TableValue const& table, long column) const {
    return fmt::format("best_{}_{}", table.name, column);
  }
  long columns_back(std::string const& function) const;
  long rows_back(std::string const& function) const;

  // Loops (lower_across.cpp).
  void start();
  /// Declares the largest length in the group of lanes, which limits the loops over columns and rows.
  void declare_longest(std::string const& parameter);
  static std::string longest_name(std::string const& parameter) { return "longest_" + parameter; }
  /// Returns the expression with the largest lengths in the group of lanes.
  ir::LinearExpression in_group(ir::LinearExpression expression) const;
  void declare_function(recursion::Function const& function);
  void scalar(std::string const& name, ir::Type type) { kernel_.arrays.push_back(values_.lane_scalar(name, type)); }
  ir::ExpressionPtr read(std::string const& name) const { return ir::make_element(kernel_.array(name).type, name, {}); }
  /// Adds the instruction `target = value` in the current loops.
  void assign(ir::ExpressionPtr const& target, ir::ExpressionPtr const& value);
  void assign(std::string const& name, ir::ExpressionPtr const& value) { assign(read(name), value); }
  void loop(std::string const& name, ir::LinearExpression const& lower, ir::LinearExpression const& upper,
            long factor = 1);
  /// Lowers one segment of the columns: a single column, or tiles of several columns.
  void lower_columns_of(std::size_t number);
  void initialise_tile();
  /// The number of previous columns that the current tile reads.
  long stored_columns(std::string const& function) const;
  void lower_rows_of(std::size_t column_number, std::size_t number);
  ir::ExpressionPtr stored(std::string const& function, long column) const;
  void load_columns();
  void store_columns();
  /// Moves the values to the names of the previous row.
  void next_row();
  /// Returns the values of the dimensions of a function in column `c` of the tile.
  std::map<std::string, ir::LinearExpression> dimension_values(recursion::Function const& function, long c) const {
    return {{function.dimensions[columns_.column].name, first_column_ + ir::linear(c)},
            {function.dimensions[columns_.row].name, row_value_}};
  }

  // Values (lower_across.cpp).
  void compute(recursion::Function const& function, long c);
  LaneValues::Context context_of(recursion::Function const& function, long c);
  /// Adds the instruction `target = value` before the rows of the current tile, in stage 0 or 1.
  void assign_before_rows(long stage, std::string const& loop, ir::ExpressionPtr const& target,
                          ir::ExpressionPtr const& value);
  ir::ExpressionPtr hoisted(ir::ExpressionPtr const& value);
  /// Computes a temporary with the values of `element` for all letters.
  ir::ExpressionPtr tabulated(ir::ExpressionPtr const& element, ir::ExpressionPtr const& subscript);
  ir::ExpressionPtr called(recursion::Function const& caller, ir::Expression const& call, long c) const;

  // Results (columns_results.cpp).
  /// Adds the maximum of all elements of a function to the tables, unless the result contains it.
  void add_check(recursion::Function const& function);
  /// Whether elements are combined in each row; otherwise, the result is in the last row.
  bool uses_best(recursion::TableValue const& table) const {
    return table.over || values_.varies(columns_.row_dimension.upper);
  }
  /// The neutral element of a reduction. A single element is always computed.
  ir::ExpressionPtr neutral(recursion::TableValue const& table) const;
  void update_best(recursion::Function const& function, long c);
  /// Returns the constraints of a reduction that are not those of the dimensions of the table.
  std::vector<loops::Constraint> domain_of(recursion::TableValue const& table,
                                           recursion::Function const& function) const;
  /// Combines the columns of the tile that belong to the problem of the lane.
  void finish_tile();
  void finish_column(recursion::TableValue const& table, long c);
  void write_results();
  /// The largest number of a narrow type may stand for a larger one.
  void write_overflow();

  recursion::System const& system_;
  Columns columns_;
  Plan const& plan_;
  LoweringOptions const& options_;
  loops::LoopKernel kernel_{};
  LaneValues values_;
  std::vector<LoweredArgument> arguments_{};
  WindowUse window_{};
  std::vector<recursion::TableValue> tables_{};  ///< of the result, and maxima that detect overflows
  std::map<std::string, std::string> hoisted_{}; ///< temporaries of the current tile by the text of their values
  int n_hoisted_ = 0;

  // Where the next instruction is.
  std::vector<std::string> loops_{}, tile_loops_{};
  std::string row_loop_{}; ///< empty for a single row
  std::vector<ir::LinearExpression> order_{};
  long phase_ = 0, statement_ = 0;
  TableSegment column_{}, row_{};
  long n_columns_ = 1; ///< columns of the current tile
  ir::LinearExpression first_column_{}, row_value_{};
};

} // namespace chemora::wavefront
