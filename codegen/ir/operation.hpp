/// The operations of graphs: the table of their properties, which every layer of the compiler reads, and functions that
/// evaluate them bitwise reproducibly.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace chemora::ir {

/// The narrow integers int8 and int16 occur in loop kernels and loop trees only. Of the arithmetic, they have minima,
/// maxima, and sums and differences, which wrap around or saturate.
enum class Type { real64, real32, int32, boolean, int16, int8 };

/// Returns the size in bytes of a real number of this type.
constexpr int real_bytes(Type real) { return real == Type::real32 ? 4 : 8; }

/// The operations. A new function needs an enumerator here and a row in operation.cpp.
enum class Op {
  // Leaves, which have no operands.
  immediate, ///< a number or truth value known when the graph was made
  parameter, ///< value of a run-time parameter of the thorn, by name
  spacing,   ///< grid spacing along `axis`
  origin,    ///< coordinate of the global grid point 0 along `axis`
  time,      ///< physical time at which the kernel is evaluated
  time_step, ///< full time step
  iteration, ///< iteration number, int32
  size,      ///< global number of points along `axis`, int32
  index,     ///< global index along `axis`, int32; varies over the grid
  /// Origin + index * spacing along `axis`, where product and sum are rounded separately; varies over the grid.
  coordinate,
  load, ///< value of an input variable at the point itself, by name
  // Displacement.
  shift, ///< the operand at the point displaced by the constant vector `offset`
  // Arithmetic. The operands and the result have one type unless a comment states otherwise.
  // minimum(a,b) is b < a ? b : a, and maximum(a,b) is a < b ? b : a. Integers wrap around; their divisions are
  // floor_divide and modulo.
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
  // Integer division of int32, rounded towards minus infinity. The remainder has the sign of the divisor.
  // A divisor of 0, and a quotient that is not representable, are errors in interpreters and undefined in
  // compiled kernels.
  floor_divide,
  modulo,
  // Sums and differences of integers that saturate: the result is the nearest number that the type represents. Not for
  // graphs.
  add_saturated,
  subtract_saturated,
  // Truth values. Comparisons take two operands of one type and return a boolean.
  less,
  less_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  logical_not,
  select, ///< condition, then, else: both alternatives are evaluated, and one of them is returned
  /// Conversion to the value's type: int32 -> real, boolean -> int32, real64 <-> real32. In loop kernels also between
  /// integers, where numbers that the type does not represent saturate, and from narrow integers to real.
  convert,
};

/// Error of the result for exact operands, in units in the last place.
enum class Accuracy {
  exact,        ///< no rounding error
  rounded,      ///< at most 0.5; all devices compute the same bits
  reproducible, ///< at most 0.501 by a sequence of rounded operations; all devices compute the same bits
  library,      ///< a few units; the bits depend on the mathematical library of the device
};

/// The sign of the result as far as the operation determines it.
enum class SignRule { unknown, never_negative, sign_of_operand };

/// One row of the table. An empty name means that the operation has no spelling of this kind.
struct OpInfo {
  Op op;
  std::string_view name; ///< spelling in the text form of graphs
  int arity = 0;
  bool is_commutative = false; ///< whether exchanged operands give equal bits; for fma, its first two operands
  Accuracy accuracy = Accuracy::exact;
  /// Counted floating-point operations: 1 for arithmetic, 2 for fma, 0 for changes of sign and all other operations.
  int flops = 0;
  SignRule sign = SignRule::unknown;

  std::string_view edl_operator{}; ///< operator of EDL: `+`; `neg` is the unary minus
  std::string_view edl_function{}; ///< function of EDL, written with parentheses: `sin`
  std::string_view edl_alias{};    ///< second name of the function of EDL
  /// Whether the EDL function accepts `arity` or more arguments, which are combined from left to right.
  bool accepts_more_arguments = false;

  std::string_view c_operator{}; ///< infix operator of C, C++, OpenCL C and CUDA C++
  std::string_view c_function{}; ///< function of C's <math.h>, OpenCL C and CUDA C++ for 64-bit reals
  std::string_view
      /// Function of emit/vector_definitions.cpp; without such a function, lanes are computed one by one.
      vector_function{};

  /// Computes the value on the host for `arity` real operands. The pointer is null for leaves, movement, choice and
  /// conversion. Comparisons and logical operations return 0 or 1.
  double (*real64)(double const* operands) = nullptr;
  float (*real32)(float const* operands) = nullptr;

  /// Returns whether results may differ between kinds of devices.
  bool is_transcendental() const { return accuracy == Accuracy::library; }
  bool is_integer_division() const { return op == Op::floor_divide || op == Op::modulo; }
  bool returns_boolean() const { return op >= Op::less && op <= Op::logical_not; }
  /// Returns the name in the expressions of codegen/tensor: the operator if there is one, otherwise the function.
  std::string_view edl_name() const { return edl_operator.empty() ? edl_function : edl_operator; }
};

OpInfo const& info(Op op);
std::span<OpInfo const> all_operations();

std::string_view to_text(Type type);

/// Return the operation or type with this spelling in the text form of graphs, if there is one.
std::optional<Op> find_operation(std::string_view name);
std::optional<Type> find_type(std::string_view name);

/// Returns the row of an operator or function of EDL, or null if there is none.
OpInfo const* find_edl_operation(std::string_view name);
/// Returns the row of a function of EDL, by name or alias, or null if there is none.
OpInfo const* find_edl_function(std::string_view name);
/// Returns the names and aliases of all functions of EDL, sorted.
std::vector<std::string_view> edl_function_names();

inline bool is_real(Type type) { return type == Type::real64 || type == Type::real32; }
inline bool is_narrow(Type type) { return type == Type::int8 || type == Type::int16; }
inline bool is_integer(Type type) { return type == Type::int32 || is_narrow(type); }
inline bool is_saturated(Op op) { return op == Op::add_saturated || op == Op::subtract_saturated; }

/// Returns the size in bytes of an element of an array.
int element_bytes(Type type);
/// Return the smallest and the largest number of an integer type.
double min_integer(Type type);
double max_integer(Type type);

/// Returns whether `op`, which is not a leaf, has a result of type `result` for operands of these types. `result` is
/// only read for a conversion.
bool accepts_operands(Op op, std::span<Type const> operands, Type result);

/// Returns the result of `op` for operands of type `operand`, as type `result`. Numbers are passed as doubles, which
/// represent int32, boolean (0 or 1) and real32 exactly. Operations on real32 are computed in single precision. Fused
/// multiply-add rounds once, transcendental functions are those of the C library, and int32 wraps around except in
/// operations that saturate. `op` must have operands and must not be a shift. Throws base::UserError for an integer
/// division by 0.
double evaluate(Op op, Type operand, Type result, std::span<double const> operands);

/// Returns `number` as a value of `type`, rounded for real32.
double rounded_to(Type type, double number);

/// Returns a coordinate, computed with one product and one sum, each rounded to `real`.
double coordinate(Type real, double origin, int global_index, double spacing);

/// Returns the cube root with the sign of x, accurate to 0.501 units in the last place. Zeros, infinities and NaNs are
/// their own cube roots. Numbers of 32 bits are converted, computed in 64 bits and rounded.
///
/// The function uses only operations that all devices round in the same way. codegen/emit emits the same sequence in
/// each language, so that results are bitwise equal on all devices.
double cube_root(double x);

} // namespace chemora::ir
