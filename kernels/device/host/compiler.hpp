/// The C++ compiler of this machine, and the objects that it makes of kernels.
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
  std::string path;    ///< absolute
  std::string version; ///< first line of its --version
};

/// This machine has no compiler that works; the message is a sentence with the reason.
class NoCompiler : public DeviceError {
public:
  using DeviceError::DeviceError;
};

/// $CHEMORA_CXX if it is set, otherwise the first of c++, g++, clang++ in the absolute folders of PATH. Throws
/// NoCompiler if there is none, or if its
/// --version fails. Throws another DeviceError if CHEMORA_CXX is not the absolute path of an executable file.
Compiler find_compiler();

/// The options with which every kernel is compiled. None of them changes bits: no contraction, no reassociation.
std::vector<std::string> const& compiler_flags();

/// Whether the compiler makes an object of a source of one line. It may lack its assembler, linker or libraries
/// although its --version works. To be called after another source failed to compile.
bool compiles_anything(Compiler const& compiler);

/// Compiles every source into a shared object, at most `n_processes` compilers at a time, in a
/// folder of this user below $TMPDIR or /tmp. The folder is removed, unless a request of it failed and saves its
/// source. If something else removes the folder meanwhile, the lost sources are compiled again in another folder, at
/// most twice. Throws DeviceError if folders cannot be used or the compiler cannot be started. No compiler runs after
/// the return.
std::vector<CompiledObject> compile_texts(Compiler const& compiler, std::span<CompileRequest const> requests,
                                          int n_processes);

// An object is a shared object, followed by the stack size of its largest function.

/// Why the shared object is incomplete, as the end of a sentence; empty if it has every part that its ELF headers name.
/// The loader does not check this: a program that loads a truncated object ends with SIGBUS. Bytes after the object are
/// allowed.
std::string why_incomplete(std::string_view object);

/// Appends the stack size of the largest function, which does not disturb the loader and is cached with the object.
/// Does nothing for an empty object or a negative size.
std::string with_stack_bytes(std::string object, int bytes);
std::string_view without_stack_bytes(std::string_view object);

/// The appended stack size, mostly spilled registers; empty if the compiler reported none.
std::optional<std::size_t> stack_bytes(std::string const& object);

} // namespace chemora::device
