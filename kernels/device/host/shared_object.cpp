#include "kernels/device/host/shared_object.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstring>
#include <elf.h>
#include <link.h>

namespace chemora::device {

namespace {

constexpr std::string_view stack_mark = "\nchemora: bytes on the stack: ";

/// Reads a structure; empty if it is not within the object.
template <class T>
std::optional<T> read_at(std::string_view object, std::size_t offset) {
  if (offset > object.size() || object.size() - offset < sizeof(T)) return {};
  T value;
  std::memcpy(&value, object.data() + offset, sizeof(T));
  return value;
}

bool is_within(std::string_view object, std::size_t offset, std::size_t size) {
  return offset <= object.size() && size <= object.size() - offset;
}

} // namespace

std::string why_incomplete(std::string_view object) {
  auto const header = read_at<ElfW(Ehdr)>(object, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return "it has no ELF header";
  for (std::size_t n = 0; n < header->e_phnum; ++n) {
    auto const segment = read_at<ElfW(Phdr)>(object, header->e_phoff + n * header->e_phentsize);
    if (!segment || !is_within(object, segment->p_offset, segment->p_filesz))
      return fmt::format("its segment {} ends after its last byte, {}", n, object.size());
  }
  for (std::size_t n = 0; n < header->e_shnum; ++n) {
    auto const section = read_at<ElfW(Shdr)>(object, header->e_shoff + n * header->e_shentsize);
    bool const has_bytes = section && section->sh_type != SHT_NOBITS;
    if (!section || (has_bytes && !is_within(object, section->sh_offset, section->sh_size)))
      return fmt::format("its section {} ends after its last byte, {}", n, object.size());
    if (n == header->e_shstrndx && section->sh_type != SHT_STRTAB) return "its section headers are damaged";
  }
  return {};
}

std::string with_stack_bytes(std::string object, int bytes) {
  if (object.empty() || bytes < 0) return object;
  return object.append(stack_mark).append(std::to_string(bytes));
}

std::string_view without_stack_bytes(std::string_view object) { return object.substr(0, object.rfind(stack_mark)); }

std::optional<std::size_t> stack_bytes(std::string const& object) {
  auto const mark = object.rfind(stack_mark);
  if (mark == std::string::npos) return {};
  std::size_t bytes = 0;
  auto const [end, error] =
      std::from_chars(object.data() + mark + stack_mark.size(), object.data() + object.size(), bytes);
  if (error != std::errc() || end != object.data() + object.size()) return {};
  return bytes;
}

} // namespace chemora::device
