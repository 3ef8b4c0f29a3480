/// The parts of lower_within(): tables, cases, strips and results.
#pragma once

#include "codegen/loops/kernel_builder.hpp"
#include "codegen/wavefront/lane_values.hpp"
#include "codegen/wavefront/lower_within.hpp"
#include "codegen/wavefront/strips.hpp"
#include "codegen/wavefront/wave_space.hpp"
#include "codegen/wavefront/wave_values.hpp"

namespace chemora::wavefront {

class WithinLowering {
public:
  WithinLowering(recursion::System const& system, Plan const& plan, LoweringOptions const& options);

  Lowered lower();

private:
  /// An element of a matrix in the expression of a function, and the temporary with its values for one time.
  struct Lookup {
    ir::ExpressionPtr element{};
    std::string array{};
  };
  /// The loops over the elements of a function at one time, and what is known inside them.
  struct Elements {
    recursion::Function const* function = nullptr;
    long row = 0;
    std::map<std::string, ir::LinearExpression> indices{}; ///< of dimensions and of variables of reductions
    std::string lane{};                                    ///< innermost loop
    std::vector<Lookup> lookups{};                         ///< elements of matrices that are in temporaries
  };

  // Loops (lower_within.cpp).
  bool is_in_tile() const { return plan_.window == ir::Scope::tile; }
  void declare_problem();
  void declare_own_length(std::string const& size);
  void declare_table(recursion::Function const& function);
  void declare_tile_window(recursion::Function const& function, ir::Type type);
  void compute_row(long row);
  void compute_case(recursion::Function const& function, recursion::Case const& part, long row);
  bool is_vectorised(recursion::Function const& function, recursion::Case const& part) const;
  bool has_uniform_reductions(recursion::Function const& function, ir::ExpressionPtr const& value) const;
  /// Opens loops over the elements in the domain. `limit` is a scalar: its value is an upper bound of the lanes.
  Elements open_elements(recursion::Function const& function, std::vector<loops::Constraint> const& domain, long row,
                         bool is_vectorised, std::string const& limit = "");
  /// Opens loops over all space dimensions of a function and returns their indices.
  std::vector<ir::LinearExpression> open_space(recursion::Function const& function, bool is_vectorised,
                                               std::string& lane);
  void bound_space(recursion::Function const& function, std::vector<ir::LinearExpression> const& space);
  void add_constraint(ir::LinearExpression expression, bool is_equality, std::size_t n_outer_loops);
  void add_reversed_letters();

  // Substitution scores (within_lookups.cpp).
  bool is_looked_up(ir::ExpressionPtr const& element, recursion::Function const& function) const;
  std::string declare_matrix(std::string const& name);
  std::string declare_lookup(recursion::Function const& function, std::size_t number);
  ir::ExpressionPtr lookup_element(std::string const& array, Elements const& elements) const;
  std::vector<Lookup> look_up(recursion::Function const& function, recursion::Case const& part, long row);

  // Strips (within_strips.cpp).
  void open_strips();
  ir::LinearExpression n_strips() const;
  void bound_steps();
  void add_quotient(std::string const& name, ir::LinearExpression const& extent, long divisor);
  ir::LinearExpression first_row() const;
  ir::ExpressionPtr strip_number() const;
  long halo(std::string const& function) const;
  /// Opens a loop of one iteration that only the tiles of the first block of times, or only the last tile, execute.
  enum class Tile { of_first_block, last };
  void open_only(Tile tile);
  std::vector<std::string> loops_of_first_launch(long position, std::vector<ir::LinearExpression>& order);
  void declare_work(std::string const& name, ir::Type type, std::string const& function,
                    std::vector<ir::LinearExpression> extents, Role role = Role::work);
  void declare_border(recursion::Function const& function);
  ir::ExpressionPtr strip_element(recursion::Function const& function, ir::LinearExpression const& place,
                                  long row) const;
  /// Copies the window between tile memory and the memory of the grid, which retains it until the next launch.
  enum class Transfer { load, save };
  void transfer_window(Transfer transfer);
  enum class Copy { from_border, to_border };
  void copy_rows(Copy copy, long row);
  void declare_strip_value(WaveValue const& value);
  ir::ExpressionPtr strip_value(WaveValue const& value, std::string const& strip = "wave_strip") const;
  void read_strip_value(WaveValue const& value);

  // Values (within_values.cpp).
  ir::ExpressionPtr value(ir::ExpressionPtr const& expression, recursion::ValueType type, Elements& elements);
  ir::ExpressionPtr converted(ir::ExpressionPtr const& expression, recursion::ValueType type, Elements const& elements);
  ir::ExpressionPtr without_reductions(ir::ExpressionPtr const& expression, Elements& elements);
  ir::ExpressionPtr reduced(ir::Expression const& reduction, Elements& elements);
  std::string open_range(recursion::Range const& range, Elements& elements);
  LaneValues::Context context(Elements const& elements);
  ir::ExpressionPtr called(ir::Expression const& call, Elements const& elements);
  ir::ExpressionPtr element(recursion::Function const& function, std::vector<ir::ExpressionPtr> const& arguments,
                            long row) const;
  ir::ExpressionPtr own_element(Elements const& elements) const;
  ir::ExpressionPtr finished(ir::ExpressionPtr const& expression, std::string const& lane);
  ir::ExpressionPtr with_wide_comparison(ir::ExpressionPtr const& operation) const;
  ir::ExpressionPtr letter(ir::ExpressionPtr const& element, std::string const& lane);
  ir::LinearExpression own_sizes(ir::LinearExpression expression) const;
  ir::LinearExpression largest_sizes(ir::LinearExpression expression, bool is_final) const;
  ir::ExpressionPtr problem_element(std::string const& array, std::vector<ir::ExpressionPtr> subscripts) const;
  ir::ExpressionPtr scalar(std::string const& name) const;

  // Results (within_results.cpp).
  void declare_value(WaveValue const& value);
  void update_values(recursion::Function const& function, long row);
  void update_value(WaveValue const& value, Elements const& elements);
  ir::ExpressionPtr best(WaveValue const& value, std::string const& name, Elements const& elements) const;
  ir::ExpressionPtr neutral(WaveValue const& value) const;
  void rescale();
  void rescale_rows(std::string const& limit, std::function<void(Elements const&)> const& change);
  void write_value(WaveValue const& value);
  void combine(WaveValue const& value);
  Elements open_positions(recursion::Function const& function, bool is_vectorised);
  void write_stop();
  void write_result(std::string const& array, Role role, std::string const& name, ir::Type type,
                    ir::ExpressionPtr const& result);
  void write_overflow();

  recursion::System system_;           ///< with functions that stand for temporaries
  std::vector<std::string> functions_; ///< in the order in which they are computed at one time
  Plan plan_;                          ///< as LaneValues needs it: one problem per block
  LoweringOptions options_;
  long lanes_;
  std::optional<long> window_;
  long n_rows_ = 1;
  WaveSpace space_;
  std::optional<Strips> strips_{};
  long n_steps_ = 0;              ///< of a block of times
  std::size_t n_block_loops_ = 1; ///< loops over problems and strips
  loops::LoopKernel kernel_{};
  LaneValues values_;
  loops::KernelBuilder builder_;
  std::vector<LoweredArgument> arguments_{};
  Launches launches_{};
  WindowUse window_use_{};
  std::vector<WaveValue> tables_{};
  std::set<std::string> reversed_{};                ///< sequences that are copied in reverse order
  std::map<std::string, long> reverse_positions_{}; ///< of the copies among the instructions of a problem
  bool has_exponent_ = false;
};

} // namespace chemora::wavefront
