/// The operations of graphs: the table of their properties, which every layer of the compiler reads, and their values,
/// to the last bit.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace chemora::ir {

enum class Type { real64, real32, int32, boolean };

/// One more function: an enumerator here and a row in operation.cpp.
enum class Op {
  // leaves without operands
  immediate,  ///< a number or truth value known when the graph was made
  parameter,  ///< a run-time parameter of the thorn, by name
  spacing,    ///< grid spacing along `axis`
  origin,     ///< coordinate of the global grid point 0 along `axis`
  time,       ///< physical time at which the kernel is evaluated
  time_step,  ///< full time step
  iteration,  ///< iteration number, int32
  size,       ///< global number of points along `axis`, int32
  index,      ///< global index along `axis`, int32; varies over the grid
  coordinate, ///< origin + index * spacing along `axis`: one product, one sum, both rounded; varies over the grid
  load,       ///< an input variable at the point itself, by name
  // movement
  shift, ///< the operand at the point displaced by the constant vector `offset`
  // arithmetic; operands and result have one type unless a comment states otherwise
  // minimum(a,b) is b < a ? b : a, maximum(a,b) is a < b ? b : a; integers wrap around and have no divide
  negate,
  add,
  subtract,
  multiply,
  divide,
  fma,
  minimum,
  maximum,
  absolute,
  sqrt,
  cbrt, ///< has the sign of its operand; see cube_root()
  power,
  exp,
  log,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  floor,
  // truth values: comparisons take two operands of one type and return a boolean
  less,
  less_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  logical_not,
  select,  ///< condition, then, else: both alternatives are evaluated, one is returned
  convert, ///< to the value's type: int32 -> real, boolean -> int32, real64 <-> real32
};

/// Error of the result for exact operands, in units in the last place.
enum class Accuracy {
  exact,        ///< no rounding
  rounded,      ///< at most 0.5: every device computes the same bits
  reproducible, ///< at most 0.501, computed with rounded operations: every device computes the same bits
  library,      ///< a few: the bits depend on the mathematical library of the device
};

/// The known sign of the result.
enum class SignRule { unknown, never_negative, sign_of_operand };

/// One row of the table. Empty names mean that the operation has no such spelling.
struct OpInfo {
  Op op;
  std::string_view name; ///< spelling in the text form of graphs
  int arity = 0;
  bool is_commutative = false; ///< with equal bits; for fma: its first two operands
  Accuracy accuracy = Accuracy::exact;
  int flops = 0; ///< counted floating-point operations: arithmetic 1, fma 2, changes of sign and all others 0
  SignRule sign = SignRule::unknown;

  std::string_view edl_operator{};     ///< operator of EDL: `+`; `neg` is the unary minus
  std::string_view edl_function{};     ///< function of EDL, written with parentheses: `sin`
  std::string_view edl_alias{};        ///< a second name of that function
  bool accepts_more_arguments = false; ///< the EDL function takes `arity` or more arguments, from left to right

  std::string_view c_operator{}; ///< infix operator of C, C++, OpenCL C and CUDA C++
  std::string_view c_function{}; ///< function of C's <math.h>, OpenCL C and CUDA C++ for 64-bit reals
  std::string_view
      vector_function{}; ///< function of emit/vector_definitions.cpp; without it, lanes are computed one by one

  /// The value on the host for `arity` real operands; null for leaves, movement, choice and conversion. Comparisons and
  /// logic return 0 or 1.
  double (*real64)(double const* operands) = nullptr;
  float (*real32)(float const* operands) = nullptr;

  /// Whether results may differ between device families.
  bool is_transcendental() const { return accuracy == Accuracy::library; }
  bool returns_boolean() const { return op >= Op::less && op <= Op::logical_not; }
  /// Name in the expressions of codegen/tensor: the operator, or else the function.
  std::string_view edl_name() const { return edl_operator.empty() ? edl_function : edl_operator; }
};

OpInfo const& info(Op op);
std::span<OpInfo const> all_operations();

std::string_view to_text(Type type);

/// The operation or type with this spelling in the text form of graphs, if there is one.
std::optional<Op> find_operation(std::string_view name);
std::optional<Type> find_type(std::string_view name);

/// The row of an operator or function of EDL; null if there is none.
OpInfo const* find_edl_operation(std::string_view name);
/// The row of a function of EDL, by name or alias; null if there is none.
OpInfo const* find_edl_function(std::string_view name);
/// The names and aliases of all functions of EDL, sorted.
std::vector<std::string_view> edl_function_names();

inline bool is_real(Type type) { return type == Type::real64 || type == Type::real32; }

/// The result of `op` for operands of type `operand`, as type `result`. Numbers are passed as doubles, in which int32,
/// boolean (0 or 1) and real32 are exact. Operations on real32 are computed in single precision. Fused multiply-add
/// rounds once, transcendental functions are those of the C library, and int32 wraps around. `op` must have operands
/// and must not be a shift.
double evaluate(Op op, Type operand, Type result, std::span<double const> operands);

/// `number` as a value of `type`, rounded for real32.
double rounded_to(Type type, double number);

/// A coordinate: one product and one sum, each rounded to `real`.
double coordinate(Type real, double origin, int global_index, double spacing);

/// The cube root with the sign of x, within 0.501 units in the last place. Zeros, infinities and NaNs are their own
/// cube roots. 32-bit numbers are converted, computed in 64 bits and rounded.
///
/// Uses only operations that round in the same way everywhere. codegen/emit emits the same sequence in each language,
/// so that all devices give the same bits.
double cube_root(double x);

} // namespace chemora::ir
