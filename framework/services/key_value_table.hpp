/// Tables of named arrays of any type, as in util_Table.h.
#pragma once

#include "framework/include/util_Table.h"
#include "framework/services/registry.hpp"

#include <cstddef>
#include <list>
#include <string>
#include <vector>

namespace chemora::services {

/// One value: `n_elements` of a type (CCTK_VARIABLE_*), as bytes.
struct TableValue {
  int type_code = 0;
  int n_elements = 0;
  std::vector<std::byte> bytes;
};

/// The flags specify whether the case of keys is significant. The key that was set last comes first.
class KeyValueTable {
public:
  struct Entry {
    std::string key;
    TableValue value;
  };

  explicit KeyValueTable(int flags) : flags_(flags) {}

  int flags() const { return flags_; }
  std::list<Entry> const& entries() const { return entries_; }

  TableValue const* find(std::string const& key) const;
  /// entries().end() for an unknown key.
  std::list<Entry>::const_iterator find_entry(std::string const& key) const;
  /// Returns whether the key existed before.
  bool set(std::string const& key, TableValue value);
  bool erase(std::string const& key);

private:
  int flags_;
  std::list<Entry> entries_;
};

/// Returns the container of all tables.
Handles<KeyValueTable>& tables();

/// nullptr for an unknown handle.
KeyValueTable* find_table(int handle);

/// Bytes of one element; 0 for an unknown type code.
std::size_t element_size(int type_code);

/// Whether the text is a valid key: not empty, without '/'.
bool is_key(char const* key);

/// Sets keys from `order=3 name="a\n" plain='a b' size={1 2 3}`. Returns the number of keys, or an error code; after an
/// error, the keys before it are set.
int set_from_text(KeyValueTable& table, std::string const& text);

/// The text of a value in the form that set_from_text() reads: `3`, `{1 2 3}`, `"a b"`, complex numbers as `(re,im)`.
std::string to_text(TableValue const& value);

} // namespace chemora::services
