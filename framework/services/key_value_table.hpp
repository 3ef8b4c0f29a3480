// A set of named arrays of any type: what a table handle of the C interface stands for.
#pragma once

#include "framework/include/util_Table.h"
#include "framework/services/handles.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace chemora::services {

/// One value: `n_elements` of a type (CCTK_VARIABLE_*), as bytes.
struct TableValue {
  int type_code = 0;
  int n_elements = 0;
  std::vector<std::byte> bytes;
};

/// Keys keep the spelling of their first use; whether case counts is said when the table is made.
class KeyValueTable {
public:
  explicit KeyValueTable(int flags) : flags_(flags) {}

  int flags() const { return flags_; }
  std::map<std::string, TableValue> const& values() const { return values_; }

  TableValue const* find(std::string const& key) const;
  /// True if a value was there before.
  bool set(std::string const& key, TableValue value);
  bool erase(std::string const& key);

private:
  std::string const* stored_key(std::string const& key) const;

  int flags_;
  std::map<std::string, TableValue> values_;
};

/// All tables by handle.
Handles<KeyValueTable>& tables();

/// The table of a handle, or null.
KeyValueTable* find_table(int handle);

/// Bytes of one element, 0 for an unknown type code.
std::size_t element_size(int type_code);

/// Sets keys from `order=3 name="a b" size={1 2 3}`; the number of keys set or UTIL_ERROR_BAD_INPUT, the table then
/// unchanged.
int set_from_text(KeyValueTable& table, std::string const& text);

/// `[1 2 3]`-like text of a value, for printing.
std::string to_text(TableValue const& value);

} // namespace chemora::services
