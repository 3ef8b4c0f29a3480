/// Finds and runs the C++ compiler of this machine, and checks the object files that it generates.
#pragma once

#include "kernels/device/device.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::device {

struct Compiler {
  std::string path;    ///< absolute path
  std::string version; ///< first line of its --version
};

/// Thrown if this machine has no working compiler. The message is a sentence with the reason.
class NoCompiler : public DeviceError {
public:
  using DeviceError::DeviceError;
};

/// Returns $CHEMORA_CXX if it is set, otherwise the first of c++, g++, clang++ in the absolute folders of PATH. Throws
/// NoCompiler if there is no compiler, or if the compiler fails with the option --version. Throws another DeviceError
/// if CHEMORA_CXX is not the absolute path of an executable file.
Compiler find_compiler();

/// Returns the compiler options for all kernels. No option permits contraction or reassociation, which would change the
/// bits of results.
std::vector<std::string> const& compiler_flags();

/// Whether the compiler can compile a source of one line. A compiler that prints its version may still lack its
/// assembler, linker or libraries. Call this function after another source failed to compile.
bool compiles_anything(Compiler const& compiler);

/// Compiles every source to a shared object in a folder of this user below $TMPDIR or /tmp. At most `n_processes`
/// compilers run at a time, and none runs after the return. The folder is removed unless a failed request has
/// `saves_failed_source`. If another program removes the folder meanwhile, the lost sources are compiled again in
/// another folder, at most twice. Throws DeviceError if folders cannot be used or the compiler cannot be started.
std::vector<CompiledObject> compile_texts(Compiler const& compiler, std::span<CompileRequest const> requests,
                                          int n_processes);

// CompiledObject::object contains a shared object, followed by the stack size of its largest function.

/// Returns why the shared object is incomplete, as the end of a sentence; empty if it has every segment and section
/// that its ELF headers list. The loader does not check completeness: a program that loads a truncated object ends with
/// SIGBUS. Bytes after the shared object are allowed.
std::string why_incomplete(std::string_view object);

/// Returns the object with the stack size of the largest function appended. The loader ignores appended bytes. Returns
/// the unchanged object if it is empty or the size is negative.
std::string with_stack_bytes(std::string object, int bytes);
std::string_view without_stack_bytes(std::string_view object);

/// Returns the appended stack size; empty if the compiler reported none. Most of the stack holds spilled registers.
std::optional<std::size_t> stack_bytes(std::string const& object);

} // namespace chemora::device
