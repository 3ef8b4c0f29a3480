/// Recursions as loop kernels: the arguments of the kernels and what they contain.
#pragma once

#include "codegen/loops/loop_kernel.hpp"
#include "codegen/recursion/system.hpp"
#include "codegen/wavefront/plan.hpp"
#include "codegen/wavefront/value_range.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace chemora::wavefront {

/// What an argument of a kernel contains. The problems of a launch are numbered by lane and group: the first axis of
/// arrays of problems is the lane (Plan::lanes for plans across, 1 for plans within), the last one the group.
enum class Role {
  input,    ///< an input array of the system that all problems share; axes in reverse order, the last axis first
  letters,  ///< letters of a varying sequence: [lane, position, group]
  length,   ///< length of a varying sequence: [lane, group]
  longest,  ///< the largest length of a varying sequence in a group, for plans across: [group]
  work,     ///< memory of the kernel; its contents before and after a launch have no meaning
  table,    ///< all elements of a table, if Plan::keeps_tables: [lane, last dimension, ..., first dimension, group]
  value,    ///< value of an item of Result::tables: [lane, group]
  exponent, ///< binary exponent of a value or table of probabilities: the value is the element times 2^exponent
  /// 1 if values may be wrong because of the largest number of a narrow type, or because a common exponent of rows does
  /// not represent small probabilities: [lane, group]
  overflow,
  /// 1 if the largest number of a narrow type has occurred in a strip, so that the values of the problem cannot be
  /// used; the caller sets it to 0 before the first launch: [strip, group]
  stop
};

struct LoweredArgument {
  std::string array{}; ///< argument of the kernel
  Role role = Role::input;
  std::string name{}; ///< input array, calling parameter, item of Result::tables, or function
  /// input: rows and columns of the input array, a square matrix, if the argument has more rows and columns
  std::optional<long> row_elements{};
};

/// Returns the `n_elements` elements of an argument with the role `input`, whose input array has these values. Elements
/// that the input array does not have are 0. Throws base::InternalError if the shapes of both arrays differ.
std::vector<double> input_elements(LoweredArgument const& argument, ir::TypedArray const& declaration,
                                   std::vector<double> const& values, std::size_t n_elements);

/// How often a kernel is launched, and its parameters that follow from the sizes.
struct Launches {
  /// A parameter: the quotient of an expression of sizes and a number, rounded down.
  struct Quotient {
    std::string name{};
    ir::LinearExpression numerator{};
    long divisor = 1;
  };
  std::vector<Quotient> quotients{};
  std::string parameter{};       ///< number of the launch, from 0; empty: there is one launch
  ir::LinearExpression number{}; ///< of launches, in terms of sizes and quotients

  using Sizes = std::map<std::string, long>;
  /// Adds the values of `quotients` to the sizes.
  void add_quotients(Sizes& sizes) const;
  /// Calls `launch` once per launch with the sizes, the quotients and the number of the launch, until it returns false.
  /// Returns whether all calls returned true.
  bool for_each(Sizes sizes, std::function<bool(Sizes const&)> const& launch) const;
};

/// The windows of tables in tile or private memory (Plan::window).
struct WindowUse {
  std::vector<ir::LinearExpression> rows{}; ///< of tables, in terms of sizes: at most Plan::window_rows
  long bytes = 0;                           ///< of all windows of a block, or of a thread
};

/// A kernel that computes the result of a system for the problems of a launch. Its parameters are the sizes of the
/// system, of which those of varying sequences are the largest values of the launch, `n_groups`, and those of
/// `launches`.
struct Lowered {
  loops::LoopKernel kernel{};
  std::vector<LoweredArgument> arguments{};
  /// Stored values of integer tables are the values plus this number, so that narrow types use their whole range.
  long offset = 0;
  Launches launches{};
  WindowUse window{};
};

/// What the lowering of a system needs besides its plan.
struct LoweringOptions {
  std::set<std::string> varying{}; ///< calling parameters that differ between the problems of a launch
  bool is_device = false;          ///< plans within: lanes are threads of a block instead of lanes of a vector
  long n_letters = 32;             ///< largest number of letters of an alphabet
  /// Representation of integer tables in the type of the plan (value_range).
  long offset = 0;
  /// Whether all values up to the smallest represented one are equivalent, so that saturation is a maximum with it.
  bool has_floor = false;
  std::set<std::string> checked{}; ///< functions whose values may be limited by the largest represented number
  /// Ranges of the values of the system for all sizes, if known. Narrow sums that stay in their type do not saturate.
  ValueRanges const* ranges = nullptr;
  bool has_element_exponents = false; ///< lower_ordered(): whether each probability has an exponent of its own
};

/// Returns the declaration of a window in tile or private memory, of which each iteration of the loops `copies` has its
/// own, and adds its bytes to `use`.
ir::TypedArray window_array(std::string const& name, ir::Type type, ir::Scope scope, std::vector<long> const& extents,
                            std::vector<std::string> const& copies, WindowUse& use);

/// Returns the system with numbers in place of scalar parameters.
recursion::System with_scalars(recursion::System system, std::map<std::string, double> const& scalars);

/// Returns the system with a number in place of -infinity in integer expressions.
recursion::System with_minus_infinity(recursion::System system, double number);

} // namespace chemora::wavefront
