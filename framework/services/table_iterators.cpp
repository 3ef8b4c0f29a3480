/// The C functions of util_Table.h for iterators and printing.
#include "framework/services/key_value_table.hpp"

#include "framework/include/util_ErrorCodes.h"

#include <cstring>
#include <iterator>
#include <list>
#include <optional>

namespace chemora::services {

namespace {

/// An iterator over a table. The iterator stores the current key, so that it stays valid when other keys change.
struct Iterator {
  int table = 0;
  std::optional<std::string> key;
};

Handles<Iterator>& iterators() {
  static Handles<Iterator> registry;
  return registry;
}

/// The entry of the iterator; empty after the last key, or if the table or the key no longer exists.
std::optional<std::list<KeyValueTable::Entry>::const_iterator> entry_of(Iterator const& iterator) {
  KeyValueTable const* const table = find_table(iterator.table);
  if (!table || !iterator.key) return std::nullopt;
  auto const entry = table->find_entry(*iterator.key);
  return entry == table->entries().end() ? std::nullopt : std::optional(entry);
}

void go_to(Iterator& iterator, std::list<KeyValueTable::Entry>::const_iterator entry) {
  KeyValueTable const* const table = find_table(iterator.table);
  iterator.key = entry == table->entries().end() ? std::nullopt : std::optional(entry->key);
}

} // namespace

} // namespace chemora::services

using namespace chemora::services;

extern "C" {

int Util_TableItCreate(int handle) {
  if (!find_table(handle)) return UTIL_ERROR_BAD_HANDLE;
  int const iterator = iterators().add({handle, std::nullopt});
  Util_TableItResetToStart(iterator);
  return iterator;
}

int Util_TableItClone(int ihandle) {
  Iterator const* const iterator = iterators().find(ihandle);
  return iterator ? iterators().add(Iterator(*iterator)) : UTIL_ERROR_BAD_HANDLE;
}

int Util_TableItDestroy(int ihandle) { return iterators().remove(ihandle) ? 0 : UTIL_ERROR_BAD_HANDLE; }

int Util_TableItQueryIsNull(int ihandle) {
  Iterator const* const iterator = iterators().find(ihandle);
  return iterator ? !iterator->key : UTIL_ERROR_BAD_HANDLE;
}

int Util_TableItQueryIsNonNull(int ihandle) {
  Iterator const* const iterator = iterators().find(ihandle);
  return iterator ? iterator->key.has_value() : UTIL_ERROR_BAD_HANDLE;
}

int Util_TableItQueryTableHandle(int ihandle) {
  Iterator const* const iterator = iterators().find(ihandle);
  return iterator ? iterator->table : UTIL_ERROR_BAD_HANDLE;
}

int Util_TableItQueryKeyValueInfo(int ihandle, int key_buffer_length, char key_buffer[], CCTK_INT* type_code,
                                  CCTK_INT* N_elements) {
  Iterator const* const iterator = iterators().find(ihandle);
  if (!iterator) return UTIL_ERROR_BAD_HANDLE;
  auto const place = entry_of(*iterator);
  if (!place) return UTIL_ERROR_TABLE_ITERATOR_IS_NULL;
  TableValue const& value = (*place)->value;
  if (type_code) *type_code = value.type_code;
  if (N_elements) *N_elements = value.n_elements;
  int const length = static_cast<int>(iterator->key->size());
  if (key_buffer) {
    if (length >= key_buffer_length) return UTIL_ERROR_TABLE_STRING_TRUNCATED;
    std::strcpy(key_buffer, iterator->key->c_str());
  }
  return length;
}

int Util_TableItAdvance(int ihandle) {
  Iterator* const iterator = iterators().find(ihandle);
  if (!iterator) return UTIL_ERROR_BAD_HANDLE;
  auto const place = entry_of(*iterator);
  if (place)
    go_to(*iterator, std::next(*place));
  else
    iterator->key.reset();
  return iterator->key.has_value();
}

int Util_TableItResetToStart(int ihandle) {
  Iterator* const iterator = iterators().find(ihandle);
  if (!iterator) return UTIL_ERROR_BAD_HANDLE;
  KeyValueTable const* const table = find_table(iterator->table);
  if (!table) return UTIL_ERROR_BAD_HANDLE;
  go_to(*iterator, table->entries().begin());
  return iterator->key.has_value();
}

int Util_TableItSetToNull(int ihandle) {
  Iterator* const iterator = iterators().find(ihandle);
  if (!iterator) return UTIL_ERROR_BAD_HANDLE;
  iterator->key.reset();
  return 0;
}

int Util_TableItSetToKey(int ihandle, const char* key) {
  Iterator* const iterator = iterators().find(ihandle);
  if (!iterator) return UTIL_ERROR_BAD_HANDLE;
  KeyValueTable const* const table = find_table(iterator->table);
  if (!table) return UTIL_ERROR_BAD_HANDLE;
  if (!is_key(key)) return UTIL_ERROR_TABLE_BAD_KEY;
  if (!table->find(key)) return UTIL_ERROR_TABLE_NO_SUCH_KEY;
  go_to(*iterator, table->find_entry(key));
  return 0;
}

int Util_TablePrintPretty(FILE* stream, int handle) {
  KeyValueTable const* const table = find_table(handle);
  if (!table) std::fprintf(stream, "NULL\n");
  char const* separator = "";
  for (auto const& [key, value] : table ? table->entries() : std::list<KeyValueTable::Entry>()) {
    std::fprintf(stream, "%s%s=%s", separator, key.c_str(), to_text(value).c_str());
    separator = " ";
  }
  return 0;
}

int Util_TablePrint(FILE* stream, int handle) {
  KeyValueTable const* const table = find_table(handle);
  if (!table) {
    std::fprintf(stream, "table %d: NULL\n", handle);
    return 0;
  }
  std::fprintf(stream, "table %d: flags=%d, %zu keys\n", handle, table->flags(), table->entries().size());
  for (auto const& [key, value] : table->entries())
    std::fprintf(stream, "  %s: type %d, %d elements: %s\n", key.c_str(), value.type_code, value.n_elements,
                 to_text(value).c_str());
  return 0;
}

int Util_TablePrintAll(FILE* stream) {
  for (int handle = 0; handle < tables().size(); ++handle)
    if (find_table(handle)) Util_TablePrint(stream, handle);
  return 0;
}

int Util_TablePrintAllIterators(FILE* stream) {
  for (int handle = 0; handle < iterators().size(); ++handle)
    if (Iterator const* const iterator = iterators().find(handle))
      std::fprintf(stream, "iterator %d: table %d, %s\n", handle, iterator->table,
                   iterator->key ? iterator->key->c_str() : "null");
  return 0;
}

} // extern "C"
