/// The C functions of util_Table.h for tables, keys and values.
#include "framework/services/key_value_table.hpp"

#include "framework/include/cctk_Constants.h"
#include "framework/include/util_ErrorCodes.h"

#include <algorithm>
#include <cstring>

namespace chemora::services {

Handles<KeyValueTable>& tables() {
  static Handles<KeyValueTable> registry;
  return registry;
}

KeyValueTable* find_table(int handle) { return tables().find(handle); }

bool is_key(char const* key) { return key && *key && !std::strchr(key, '/'); }

namespace {

int set(int handle, int type_code, int n_elements, void const* elements, char const* key) {
  KeyValueTable* const table = find_table(handle);
  if (!table) return UTIL_ERROR_BAD_HANDLE;
  if (!is_key(key)) return UTIL_ERROR_TABLE_BAD_KEY;
  std::size_t const size = element_size(type_code);
  if (n_elements < 0 || size == 0 || (n_elements > 0 && !elements)) return UTIL_ERROR_BAD_INPUT;
  TableValue value{type_code, n_elements, std::vector<std::byte>(size * static_cast<std::size_t>(n_elements))};
  if (n_elements > 0) std::memcpy(value.bytes.data(), elements, value.bytes.size());
  return table->set(key, std::move(value)) ? 1 : 0;
}

/// Copies at most `n_elements`; returns the number of elements in the table.
int get(int handle, int type_code, int n_elements, void* elements, char const* key) {
  KeyValueTable const* const table = find_table(handle);
  if (!table) return UTIL_ERROR_BAD_HANDLE;
  if (!is_key(key)) return UTIL_ERROR_TABLE_BAD_KEY;
  TableValue const* const value = table->find(key);
  if (!value) return UTIL_ERROR_TABLE_NO_SUCH_KEY;
  if (value->type_code != type_code) return UTIL_ERROR_TABLE_WRONG_DATA_TYPE;
  std::size_t const wanted = element_size(type_code) * static_cast<std::size_t>(std::max(0, n_elements));
  if (elements && wanted) std::memcpy(elements, value->bytes.data(), std::min(wanted, value->bytes.size()));
  return value->n_elements;
}

int get_one(int handle, int type_code, void* element, char const* key) {
  int const n_elements = get(handle, type_code, 1, element, key);
  return n_elements == 0 ? UTIL_ERROR_TABLE_VALUE_IS_EMPTY : n_elements;
}

} // namespace

} // namespace chemora::services

using namespace chemora::services;

extern "C" {

int Util_TableCreate(int flags) {
  if (flags < 0) return UTIL_ERROR_TABLE_BAD_FLAGS;
  return tables().add(KeyValueTable(flags));
}

int Util_TableClone(int handle) {
  KeyValueTable const* const table = find_table(handle);
  if (!table) return UTIL_ERROR_BAD_HANDLE;
  KeyValueTable clone(table->flags());
  for (auto const& [key, value] : table->entries()) clone.set(key, value); // the first key comes last, as in Cactus
  return tables().add(std::move(clone));
}

int Util_TableDestroy(int handle) { return tables().remove(handle) ? 0 : UTIL_ERROR_BAD_HANDLE; }

int Util_TableQueryFlags(int handle) {
  KeyValueTable const* const table = find_table(handle);
  return table ? table->flags() : UTIL_ERROR_BAD_HANDLE;
}

int Util_TableQueryNKeys(int handle) {
  KeyValueTable const* const table = find_table(handle);
  return table ? static_cast<int>(table->entries().size()) : UTIL_ERROR_BAD_HANDLE;
}

int Util_TableQueryMaxKeyLength(int handle) {
  KeyValueTable const* const table = find_table(handle);
  if (!table) return UTIL_ERROR_BAD_HANDLE;
  std::size_t longest = 0;
  for (auto const& [key, value] : table->entries()) longest = std::max(longest, key.size());
  return static_cast<int>(longest);
}

int Util_TableQueryValueInfo(int handle, CCTK_INT* type_code, CCTK_INT* N_elements, const char* key) {
  KeyValueTable const* const table = find_table(handle);
  if (!table) return UTIL_ERROR_BAD_HANDLE;
  if (!is_key(key)) return UTIL_ERROR_TABLE_BAD_KEY;
  TableValue const* const value = table->find(key);
  if (!value) return 0;
  if (type_code) *type_code = value->type_code;
  if (N_elements) *N_elements = value->n_elements;
  return 1;
}

int Util_TableDeleteKey(int handle, const char* key) {
  KeyValueTable* const table = find_table(handle);
  if (!table) return UTIL_ERROR_BAD_HANDLE;
  if (!is_key(key)) return UTIL_ERROR_TABLE_BAD_KEY;
  return table->erase(key) ? 0 : UTIL_ERROR_TABLE_NO_SUCH_KEY;
}

int Util_TableSetFromString(int handle, const char string[]) {
  KeyValueTable* const table = find_table(handle);
  if (!table) return UTIL_ERROR_BAD_HANDLE;
  return string ? set_from_text(*table, string) : UTIL_ERROR_BAD_INPUT;
}

int Util_TableCreateFromString(const char string[]) {
  if (!string) return UTIL_ERROR_BAD_INPUT;
  KeyValueTable table(UTIL_TABLE_FLAGS_CASE_INSENSITIVE);
  int const status = set_from_text(table, string);
  return status < 0 ? status : tables().add(std::move(table));
}

int Util_TableSetString(int handle, const char* string, const char* key) {
  if (!string) return UTIL_ERROR_BAD_INPUT;
  return set(handle, CCTK_VARIABLE_CHAR, static_cast<int>(std::strlen(string)), string, key);
}

int Util_TableGetString(int handle, int buffer_length, char buffer[], const char* key) {
  int const length = get(handle, CCTK_VARIABLE_CHAR, buffer_length - 1, buffer, key);
  if (length < 0 || !buffer || buffer_length <= 0) return length;
  buffer[std::min(length, buffer_length - 1)] = '\0';
  return length < buffer_length ? length : UTIL_ERROR_TABLE_STRING_TRUNCATED;
}

int Util_TableSetGeneric(int handle, int type_code, const void* value_ptr, const char* key) {
  return set(handle, type_code, 1, value_ptr, key);
}
int Util_TableSetGenericArray(int handle, int type_code, int N_elements, const void* array, const char* key) {
  return set(handle, type_code, N_elements, array, key);
}
int Util_TableGetGeneric(int handle, int type_code, void* value_ptr, const char* key) {
  return get_one(handle, type_code, value_ptr, key);
}
int Util_TableGetGenericArray(int handle, int type_code, int N_elements, void* array, const char* key) {
  return get(handle, type_code, N_elements, array, key);
}

// The four functions for each element type.
#define CHEMORA_TABLE_FUNCTIONS(Name, Type, code)                                                                      \
  int Util_TableSet##Name(int handle, Type value, const char* key) { return set(handle, code, 1, &value, key); }       \
  int Util_TableGet##Name(int handle, Type* value, const char* key) { return get_one(handle, code, value, key); }      \
  int Util_TableSet##Name##Array(int handle, int N_elements, Type const array[], const char* key) {                    \
    return set(handle, code, N_elements, array, key);                                                                  \
  }                                                                                                                    \
  int Util_TableGet##Name##Array(int handle, int N_elements, Type array[], const char* key) {                          \
    return get(handle, code, N_elements, array, key);                                                                  \
  }
CHEMORA_TABLE_FUNCTIONS(Pointer, CCTK_POINTER, CCTK_VARIABLE_POINTER)
CHEMORA_TABLE_FUNCTIONS(PointerToConst, CCTK_POINTER_TO_CONST, CCTK_VARIABLE_POINTER_TO_CONST)
CHEMORA_TABLE_FUNCTIONS(FPointer, CCTK_FPOINTER, CCTK_VARIABLE_FPOINTER)
CHEMORA_TABLE_FUNCTIONS(FnPointer, CCTK_FPOINTER, CCTK_VARIABLE_FPOINTER)
CHEMORA_TABLE_FUNCTIONS(Char, CCTK_CHAR, CCTK_VARIABLE_CHAR)
CHEMORA_TABLE_FUNCTIONS(Byte, CCTK_BYTE, CCTK_VARIABLE_BYTE)
CHEMORA_TABLE_FUNCTIONS(Int, CCTK_INT, CCTK_VARIABLE_INT)
CHEMORA_TABLE_FUNCTIONS(Int1, CCTK_INT1, CCTK_VARIABLE_INT1)
CHEMORA_TABLE_FUNCTIONS(Int2, CCTK_INT2, CCTK_VARIABLE_INT2)
CHEMORA_TABLE_FUNCTIONS(Int4, CCTK_INT4, CCTK_VARIABLE_INT4)
CHEMORA_TABLE_FUNCTIONS(Int8, CCTK_INT8, CCTK_VARIABLE_INT8)
CHEMORA_TABLE_FUNCTIONS(Int16, CCTK_INT16, CCTK_VARIABLE_INT16)
CHEMORA_TABLE_FUNCTIONS(Real, CCTK_REAL, CCTK_VARIABLE_REAL)
CHEMORA_TABLE_FUNCTIONS(Real4, CCTK_REAL4, CCTK_VARIABLE_REAL4)
CHEMORA_TABLE_FUNCTIONS(Real8, CCTK_REAL8, CCTK_VARIABLE_REAL8)
CHEMORA_TABLE_FUNCTIONS(Real16, CCTK_REAL16, CCTK_VARIABLE_REAL16)
CHEMORA_TABLE_FUNCTIONS(Complex, CCTK_COMPLEX, CCTK_VARIABLE_COMPLEX)
CHEMORA_TABLE_FUNCTIONS(Complex8, CCTK_COMPLEX8, CCTK_VARIABLE_COMPLEX8)
CHEMORA_TABLE_FUNCTIONS(Complex16, CCTK_COMPLEX16, CCTK_VARIABLE_COMPLEX16)
CHEMORA_TABLE_FUNCTIONS(Complex32, CCTK_COMPLEX32, CCTK_VARIABLE_COMPLEX32)
#undef CHEMORA_TABLE_FUNCTIONS

} // extern "C"
