// Whether the bytes of a shared object are all there.
#pragma once

#include <string>
#include <string_view>

namespace chemora::device {

/// Why the object is incomplete, as the end of a sentence; empty if every part that its ELF headers name is there.
/// The loader maps objects without such a check: a program that loads a truncated one ends with SIGBUS. Bytes after the
/// object are allowed.
std::string why_incomplete(std::string_view object);

} // namespace chemora::device
