/// The C functions of util_String.h.
#include "framework/include/util_String.h"

#include "framework/services/services.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <strings.h>

namespace {

char* copy_of(std::string const& text) { return strdup(text.c_str()); }

int print(char** buffer, size_t limit, char const* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int const length = std::vsnprintf(nullptr, 0, format, arguments);
  size_t const size = std::min(limit, static_cast<size_t>(std::max(0, length)) + 1);
  *buffer = static_cast<char*>(std::malloc(std::max<size_t>(1, size)));
  if (*buffer) std::vsnprintf(*buffer, size, format, again);
  va_end(again);
  return *buffer ? length : -1;
}

} // namespace

int chemora::services::copy_text(std::string const& text, int length, char* buffer) {
  return static_cast<int>(Util_Strlcpy(buffer, text.c_str(), static_cast<size_t>(std::max(0, length))));
}

extern "C" {

const char* Util_StrSep(const char** stringp, const char* delim) {
  static thread_local std::string part;
  if (!stringp || !*stringp) return nullptr;
  size_t const length = std::strcspn(*stringp, delim);
  if ((*stringp)[length] == '\0') return nullptr;
  part.assign(*stringp, length);
  *stringp += length + 1;
  return part.c_str();
}

int Util_SplitString(char** before, char** after, const char* string, const char* sep) {
  *before = *after = nullptr;
  std::string const text = string ? string : "";
  size_t const at = text.find(sep);
  if (at == std::string::npos) return -1;
  *before = copy_of(text.substr(0, at));
  *after = copy_of(text.substr(at + std::strlen(sep)));
  return 0;
}

int Util_SplitFilename(char** dir, char** file, const char* string) {
  *dir = *file = nullptr;
  std::string const text = string ? string : "";
  size_t const at = text.rfind('/');
  if (at == std::string::npos) {
    *file = copy_of(text);
    return -1;
  }
  *dir = copy_of(text.substr(0, at));
  *file = copy_of(text.substr(at + 1));
  return 0;
}

size_t Util_Strlcpy(char* dst, const char* src, size_t dst_size) {
  size_t const wanted = std::strlen(src);
  if (dst_size > 0) {
    size_t const length = std::min(wanted, dst_size - 1);
    std::memcpy(dst, src, length);
    dst[length] = '\0';
  }
  return wanted;
}

size_t Util_Strlcat(char* dst, const char* src, size_t dst_size) {
  size_t const used = strnlen(dst, dst_size);
  return used + (used < dst_size ? Util_Strlcpy(dst + used, src, dst_size - used) : std::strlen(src));
}

int Util_StrCmpi(const char* string1, const char* string2) { return strcasecmp(string1, string2); }

int Util_StrMemCmpi(const char* string1, const char* string2, size_t len2) {
  int const difference = strncasecmp(string1, string2, len2);
  return difference ? difference : string1[len2] != '\0';
}

int Util_asprintf(char** buffer, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int const length = print(buffer, static_cast<size_t>(-1), format, arguments);
  va_end(arguments);
  return length;
}

int Util_asnprintf(char** buffer, size_t size, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int const length = print(buffer, size, format, arguments);
  va_end(arguments);
  return length;
}

} // extern "C"
