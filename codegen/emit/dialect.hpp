/// The differences between the languages of the C family, and the definitions that precede a kernel in all of these
/// languages. The printers emit the remaining source text.
#pragma once

#include "codegen/ir/loops.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace chemora::emit {

/// A function of the C library and the type of its operands, for example sin for real64.
using NeededFunction = std::pair<ir::Op, ir::Type>;

/// An array that is an argument of the kernel.
struct Argument {
  std::string identifier;
  ir::Type type = ir::Type::real64; ///< type of its elements
  bool has_typed_list = true;       ///< whether the kernel receives lists of pointers to this type
  bool is_output = false;
  int position = 0;       ///< position among the inputs or among the outputs
  bool is_shared = false; ///< whether another argument may be the same array
};

class Dialect {
public:
  virtual ~Dialect() = default;

  /// Returns the name of the function for `op` and `type`. Functions are sqrt, cbrt, fma, floor, the absolute value and
  /// the transcendental functions.
  virtual std::string function(ir::Op op, ir::Type type) const = 0;
  /// Spells an infinity or a NaN of a real type.
  virtual std::string special_number(ir::Type type, double number) const = 0;
  /// Returns the text before the kernel: types and declarations of functions.
  virtual std::string preamble(ir::Loops const& loops, std::set<NeededFunction> const& functions) const = 0;
  /// Returns the kernel's head up to its opening brace.
  virtual std::string head(ir::Loops const& loops, std::vector<Argument> const& arguments) const = 0;
  /// Spells a member of the struct of scalar arguments: `arguments->time`.
  virtual std::string scalar(std::string const& member) const = 0;
  /// Returns the number of points by which a loop over tiles advances. The benchmark of tile sizes overrides this
  /// function to return a parameter of the kernel, so that one compiled kernel runs with every tile size.
  virtual std::string step(ir::Loop const& loop) const { return std::to_string(loop.step); }
  /// Returns the lines before loop `n` of the nest, each with its newline, or an empty string if the loop needs none.
  virtual std::string before_loop(ir::Loops const& loops, std::size_t n) const = 0;
  /// Declares an array inside the loops over tiles, with a newline. Returns an empty string if head() has declared the
  /// array.
  virtual std::string declaration(Argument const& argument) const = 0;
};

/// The language of a device that runs blocks of threads. Loops in this language need no preceding lines. The head of
/// the kernel declares arrays and a struct of scalars that is passed by value.
class BlockDialect : public Dialect {
public:
  std::string scalar(std::string const& member) const override { return "arguments." + member; }
  std::string before_loop(ir::Loops const&, std::size_t) const override { return {}; }
  std::string declaration(Argument const&) const override { return {}; }
  /// Return the index of the block in the grid, and of the thread in its block, along an axis.
  virtual std::string block_index(int axis) const = 0;
  virtual std::string thread_index(int axis) const = 0;
  /// Return the qualifier of memory that the threads of a block share, and the statement of a barrier.
  virtual std::string shared_memory() const = 0;
  virtual std::string barrier() const = 0;
  /// Return the qualifier of a pointer to such memory, and the qualifiers of a function that kernels call.
  virtual std::string shared_pointer() const = 0;
  virtual std::string function_qualifiers() const = 0;
};

/// GNU C++ with OpenMP for the host. Fused multiply-add and square root are builtins. Transcendental functions are
/// declared under names that are not builtins of the compiler. The linker resolves these names to the scalar functions
/// of the C library. The compiler therefore does not evaluate, rewrite or vectorise the functions, and results are
/// bitwise equal to those of the interpreter.
class CppDialect : public Dialect {
public:
  std::string function(ir::Op op, ir::Type type) const override;
  std::string special_number(ir::Type type, double number) const override;
  std::string preamble(ir::Loops const& loops, std::set<NeededFunction> const& functions) const override;
  std::string head(ir::Loops const& loops, std::vector<Argument> const& arguments) const override;
  std::string scalar(std::string const& member) const override;
  std::string before_loop(ir::Loops const& loops, std::size_t n) const override;
  std::string declaration(Argument const& argument) const override;
};

/// OpenCL C 1.2 for devices with 64-bit reals. Each array is an argument. Compiler contraction is disabled.
/// Transcendental functions of 32-bit reals are computed in 64 bits, because OpenCL permits errors of many units in the
/// last place.
class OpenclDialect final : public BlockDialect {
public:
  std::string function(ir::Op op, ir::Type type) const override;
  std::string special_number(ir::Type type, double number) const override;
  std::string preamble(ir::Loops const& loops, std::set<NeededFunction> const& functions) const override;
  std::string head(ir::Loops const& loops, std::vector<Argument> const& arguments) const override;
  std::string block_index(int axis) const override { return "(int)get_group_id(" + std::to_string(axis) + ")"; }
  std::string thread_index(int axis) const override { return "(int)get_local_id(" + std::to_string(axis) + ")"; }
  std::string shared_memory() const override { return "__local"; }
  std::string barrier() const override { return "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"; }
  std::string shared_pointer() const override { return "__local "; }
  std::string function_qualifiers() const override { return ""; }
};

/// CUDA C++ for NVRTC, without headers. Arguments and transcendental functions of 32-bit reals are the same as in
/// OpenCL. Compiler flags disable contraction.
class CudaDialect : public BlockDialect {
public:
  std::string function(ir::Op op, ir::Type type) const override;
  std::string special_number(ir::Type type, double number) const override;
  std::string preamble(ir::Loops const& loops, std::set<NeededFunction> const& functions) const override;
  std::string head(ir::Loops const& loops, std::vector<Argument> const& arguments) const override;
  std::string block_index(int axis) const override { return std::string("(int)blockIdx.") + "xyz"[axis]; }
  std::string thread_index(int axis) const override { return std::string("(int)threadIdx.") + "xyz"[axis]; }
  std::string shared_memory() const override { return "__shared__"; }
  std::string barrier() const override { return "__syncthreads();"; }
  std::string shared_pointer() const override { return ""; }
  std::string function_qualifiers() const override { return "static __device__ "; }
};

/// Returns the type of an array's elements: that of c_type, except that booleans are bytes.
std::string memory_type(ir::Type type);

/// Declares `struct chemora_kernel_arguments` with the members in kernels/device/device.hpp.
std::string host_arguments_struct();

/// Declares `struct chemora_device_arguments`. The struct has the members in kernels/device/device.hpp, but the values
/// of the parameters replace the pointer to the parameters.
std::string device_arguments_struct(ir::Loops const& loops);

/// Returns the number of threads of a block along an axis.
int threads_along(ir::Loops const& loops, int axis);

/// Defines `float library_sin(float a) { return (float)sin((double)a); }` for each transcendental function of 32-bit
/// reals, which is accurate to one unit in the last place on every device. `qualifiers` precede each definition.
std::string single_precision_functions(std::set<NeededFunction> const& functions, std::string const& qualifiers);

/// The spelling of the operations of the cube root in a language.
struct CubeRootSpelling {
  std::string qualifiers{};    ///< text before the function's return type
  std::string real = "double"; ///< type of the argument and the result
  std::string fused = "fma";   ///< function that multiplies and adds with one rounding
  std::string wide{};          ///< function that converts a number to the type `real`
  std::string bits_of_s{};     ///< expression for the bits of the variable s as unsigned 64-bit integers
  std::string real_of_bits{};  ///< start of an expression that reinterprets bits as a real; the bits and a closing
                               ///< parenthesis follow
};

/// Defines `double cube_root(double x)`, whose results are bitwise equal to ir::cube_root. Callers convert 32-bit
/// reals.
std::string cube_root(CubeRootSpelling const& spelling);

/// Returns cube_root(spelling) if the functions include a cube root, else an empty string.
std::string cube_root_if_needed(std::set<NeededFunction> const& functions, CubeRootSpelling const& spelling);

} // namespace chemora::emit
