// A set of named arrays of any type: what a table handle of the C interface stands for.
#pragma once

#include "framework/include/util_Table.h"
#include "framework/services/handles.hpp"

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

/// Whether the case of keys counts is said when the table is made. The key that was set last comes first.
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
  /// The end of entries() if there is none.
  std::list<Entry>::const_iterator find_entry(std::string const& key) const;
  /// True if a value was there before.
  bool set(std::string const& key, TableValue value);
  bool erase(std::string const& key);

private:
  int flags_;
  std::list<Entry> entries_;
};

/// All tables by handle.
Handles<KeyValueTable>& tables();

/// The table of a handle, or null.
KeyValueTable* find_table(int handle);

/// Bytes of one element, 0 for an unknown type code.
std::size_t element_size(int type_code);

/// Whether this may be a key: not empty, without '/'.
bool is_key(char const* key);

/// Sets keys from `order=3 name="a\n" plain='a b' size={1 2 3}`; the number of keys set, or an error code, with the
/// keys before the error set.
int set_from_text(KeyValueTable& table, std::string const& text);

/// Text of a value as set_from_text() reads it: `3`, `{1 2 3}`, `"a b"`, complex numbers as `(re,im)`.
std::string to_text(TableValue const& value);

} // namespace chemora::services
