// The bytes of a compiled kernel: a shared object, followed by the stack size of its largest function.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace chemora::device {

/// Why the shared object is incomplete, as the end of a sentence; empty if it has every part that its ELF headers name.
/// The loader does not check this: a program that loads a truncated object ends with SIGBUS. Bytes after the object are
/// allowed.
std::string why_incomplete(std::string_view object);

/// Appends the stack size, which does not disturb the loader and is cached with the object. Does nothing for an empty
/// object or a negative size.
std::string with_stack_bytes(std::string object, int bytes);
std::string_view without_stack_bytes(std::string_view object);

/// The appended stack size, mostly spilled registers; empty if the compiler reported none.
std::optional<std::size_t> stack_bytes(std::string const& object);

} // namespace chemora::device
