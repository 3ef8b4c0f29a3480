// The machine's C++ compiler: where it is, what it is, and how it is started (without a shell).
#pragma once

#include "kernels/device/device.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace chemora::device {

struct Compiler {
  std::string path;    ///< absolute
  std::string version; ///< first line of its --version
};

/// This machine has no compiler that works: why, as a sentence.
class NoCompiler : public DeviceError {
public:
  using DeviceError::DeviceError;
};

/// $CHEMORA_CXX if that is the absolute path of an executable file (anything else in it is an error), or else the
/// first of c++, g++, clang++ in the absolute folders of PATH. Throws NoCompiler when there is none, or it cannot say
/// its version, and another DeviceError for a wrong CHEMORA_CXX.
Compiler find_compiler();

/// What every kernel is compiled with. Nothing that changes the bits: no contraction, no reassociation.
std::vector<std::string> const& compiler_flags();

/// Whether the compiler, whose `--version` works, makes an object of a text of one line: it may lack its assembler,
/// linker or libraries. To be asked when another text did not compile.
bool compiles_anything(Compiler const& compiler);

/// Bytes on the stack of the largest function of an object that compile_texts made, if its compiler said so: registers
/// that were too few, above all.
std::optional<std::size_t> stack_bytes(std::string const& object);

/// The shared object itself, without the bytes that compile_texts appends.
std::string_view without_stack_bytes(std::string_view object);

/// Compiles every text into a shared object, at most `n_processes` compilers at a time, in a folder of this user's
/// own below $TMPDIR or /tmp. The folder is removed, but kept with source and log when a text does not compile; what
/// was in one that somebody else removes is compiled anew in another, twice at most. Throws DeviceError when folders
/// cannot be used or the compiler cannot be started; no compiler is left running then.
std::vector<CompiledObject> compile_texts(Compiler const& compiler, std::span<CompileRequest const> requests,
                                          int n_processes);

} // namespace chemora::device
