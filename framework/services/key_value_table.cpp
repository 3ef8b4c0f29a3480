#include "framework/services/key_value_table.hpp"

#include "framework/include/cctk_Constants.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <strings.h>

namespace chemora::services {

std::list<KeyValueTable::Entry>::const_iterator KeyValueTable::find_entry(std::string const& key) const {
  bool const is_folded = (flags_ & UTIL_TABLE_FLAGS_CASE_INSENSITIVE) != 0;
  return std::find_if(entries_.begin(), entries_.end(), [&](Entry const& entry) {
    return is_folded ? strcasecmp(entry.key.c_str(), key.c_str()) == 0 : entry.key == key;
  });
}

TableValue const* KeyValueTable::find(std::string const& key) const {
  auto const entry = find_entry(key);
  return entry == entries_.end() ? nullptr : &entry->value;
}

bool KeyValueTable::set(std::string const& key, TableValue value) {
  bool const existed = erase(key);
  entries_.push_front({key, std::move(value)});
  return existed;
}

bool KeyValueTable::erase(std::string const& key) {
  auto const entry = find_entry(key);
  if (entry == entries_.end()) return false;
  entries_.erase(entry);
  return true;
}

std::size_t element_size(int type_code) {
  switch (type_code) {
  case CCTK_VARIABLE_BYTE:
    return sizeof(CCTK_BYTE);
  case CCTK_VARIABLE_CHAR:
    return sizeof(CCTK_CHAR);
  case CCTK_VARIABLE_INT:
    return sizeof(CCTK_INT);
  case CCTK_VARIABLE_INT1:
    return sizeof(CCTK_INT1);
  case CCTK_VARIABLE_INT2:
    return sizeof(CCTK_INT2);
  case CCTK_VARIABLE_INT4:
    return sizeof(CCTK_INT4);
  case CCTK_VARIABLE_INT8:
    return sizeof(CCTK_INT8);
  case CCTK_VARIABLE_INT16:
    return sizeof(CCTK_INT16);
  case CCTK_VARIABLE_REAL:
    return sizeof(CCTK_REAL);
  case CCTK_VARIABLE_REAL4:
    return sizeof(CCTK_REAL4);
  case CCTK_VARIABLE_REAL8:
    return sizeof(CCTK_REAL8);
  case CCTK_VARIABLE_REAL16:
    return sizeof(CCTK_REAL16);
  case CCTK_VARIABLE_COMPLEX:
    return sizeof(CCTK_COMPLEX);
  case CCTK_VARIABLE_COMPLEX8:
    return sizeof(CCTK_COMPLEX8);
  case CCTK_VARIABLE_COMPLEX16:
    return sizeof(CCTK_COMPLEX16);
  case CCTK_VARIABLE_COMPLEX32:
    return sizeof(CCTK_COMPLEX32);
  case CCTK_VARIABLE_STRING:
    return sizeof(CCTK_STRING);
  case CCTK_VARIABLE_POINTER:
    return sizeof(CCTK_POINTER);
  case CCTK_VARIABLE_POINTER_TO_CONST:
    return sizeof(CCTK_POINTER_TO_CONST);
  case CCTK_VARIABLE_FPOINTER:
    return sizeof(CCTK_FPOINTER);
  }
  return 0;
}

namespace {

template <class T>
T element(TableValue const& value, std::size_t index) {
  T copied;
  std::memcpy(&copied, value.bytes.data() + index * sizeof(T), sizeof(T));
  return copied;
}

template <class T>
std::string complex_text(TableValue const& value, std::size_t index) {
  auto const number = element<T>(value, index);
  return fmt::format("({:#.17g},{:#.17g})", number.real(), number.imag());
}

std::string element_text(TableValue const& value, std::size_t index) {
  switch (value.type_code) {
  case CCTK_VARIABLE_BYTE:
    return fmt::format("{:#04x}", element<CCTK_BYTE>(value, index));
  case CCTK_VARIABLE_INT1:
    return fmt::format("{}", element<CCTK_INT1>(value, index));
  case CCTK_VARIABLE_INT2:
    return fmt::format("{}", element<CCTK_INT2>(value, index));
  case CCTK_VARIABLE_INT:
    return fmt::format("{}", element<CCTK_INT>(value, index));
  case CCTK_VARIABLE_INT4:
    return fmt::format("{}", element<CCTK_INT4>(value, index));
  case CCTK_VARIABLE_INT8:
    return fmt::format("{}", element<CCTK_INT8>(value, index));
  case CCTK_VARIABLE_REAL:
    return fmt::format("{:#.17g}", element<CCTK_REAL>(value, index));
  case CCTK_VARIABLE_REAL4:
    return fmt::format("{:#.17g}", element<CCTK_REAL4>(value, index));
  case CCTK_VARIABLE_REAL8:
    return fmt::format("{:#.17g}", element<CCTK_REAL8>(value, index));
  case CCTK_VARIABLE_REAL16:
    return fmt::format("{:#.17g}", element<CCTK_REAL16>(value, index));
  case CCTK_VARIABLE_COMPLEX:
    return complex_text<CCTK_COMPLEX>(value, index);
  case CCTK_VARIABLE_COMPLEX8:
    return complex_text<CCTK_COMPLEX8>(value, index);
  case CCTK_VARIABLE_COMPLEX16:
    return complex_text<CCTK_COMPLEX16>(value, index);
  case CCTK_VARIABLE_COMPLEX32:
    return complex_text<CCTK_COMPLEX32>(value, index);
  }
  return "[a value without text]";
}

std::string string_text(TableValue const& value) {
  std::string text = "\"";
  for (auto const byte : value.bytes) {
    auto const c = std::to_integer<unsigned char>(byte);
    if (c == '"' || c == '\\')
      text += fmt::format("\\{:c}", c);
    else
      text += std::isprint(c) ? std::string(1, static_cast<char>(c)) : fmt::format("\\x{:02x}", c);
  }
  return text + "\"";
}

} // namespace

std::string to_text(TableValue const& value) {
  if (value.type_code == CCTK_VARIABLE_CHAR) return string_text(value);
  std::string text;
  for (int index = 0; index < value.n_elements; ++index)
    text += (index ? " " : "") + element_text(value, static_cast<std::size_t>(index));
  return value.n_elements == 1 ? text : "{" + text + "}";
}

} // namespace chemora::services
