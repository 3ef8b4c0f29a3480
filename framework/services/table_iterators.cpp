// util_Table.h: iterators over keys, and printing of tables.
#include "framework/services/key_value_table.hpp"

#include "framework/include/util_ErrorCodes.h"

#include <cstring>

namespace chemora::services {

namespace {

/// A place in a table, kept as the key it stands at so that it survives changes of other keys.
struct Iterator {
  int table = 0;
  std::optional<std::string> key;
};

Handles<Iterator>& iterators() {
  static Handles<Iterator> all;
  return all;
}

/// The table's entries, or null when it is gone.
std::map<std::string, TableValue> const* entries_of(Iterator const& iterator) {
  KeyValueTable const* const table = find_table(iterator.table);
  return table ? &table->values() : nullptr;
}

void go_to(Iterator& iterator, std::map<std::string, TableValue>::const_iterator entry) {
  auto const* const entries = entries_of(iterator);
  iterator.key = entry == entries->end() ? std::nullopt : std::optional(entry->first);
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
  if (!iterator->key) return UTIL_ERROR_TABLE_ITERATOR_IS_NULL;
  KeyValueTable const* const table = find_table(iterator->table);
  TableValue const* const value = table ? table->find(*iterator->key) : nullptr;
  if (!value) return UTIL_ERROR_TABLE_ITERATOR_IS_NULL;
  if (type_code) *type_code = value->type_code;
  if (N_elements) *N_elements = value->n_elements;
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
  auto const* const entries = entries_of(*iterator);
  if (!entries || !iterator->key) {
    iterator->key.reset();
    return 0;
  }
  go_to(*iterator, entries->upper_bound(*iterator->key));
  return iterator->key.has_value();
}

int Util_TableItResetToStart(int ihandle) {
  Iterator* const iterator = iterators().find(ihandle);
  if (!iterator) return UTIL_ERROR_BAD_HANDLE;
  auto const* const entries = entries_of(*iterator);
  if (!entries) return UTIL_ERROR_BAD_HANDLE;
  go_to(*iterator, entries->begin());
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
  auto const* const entries = entries_of(*iterator);
  KeyValueTable const* const table = find_table(iterator->table);
  if (!key || !entries || !table->find(key)) return UTIL_ERROR_TABLE_NO_SUCH_KEY;
  for (auto entry = entries->begin(); entry != entries->end(); ++entry)
    if (&entry->second == table->find(key)) go_to(*iterator, entry);
  return 0;
}

int Util_TablePrintPretty(FILE* stream, int handle) {
  KeyValueTable const* const table = find_table(handle);
  if (!table) std::fprintf(stream, "NULL\n");
  char const* separator = "";
  for (auto const& [key, value] : table ? table->values() : std::map<std::string, TableValue>()) {
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
  std::fprintf(stream, "table %d: flags=%d, %zu keys\n", handle, table->flags(), table->values().size());
  for (auto const& [key, value] : table->values())
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
