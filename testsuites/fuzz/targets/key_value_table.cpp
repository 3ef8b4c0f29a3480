// A fuzz target for the text form of key-value tables, which TAGS and the options of interpolators and reductions use.
#include "framework/include/util_Table.h"
#include "testsuites/fuzz/targets/target.hpp"

namespace chemora::fuzz {

bool key_value_table(std::string const& text) {
  int const handle = Util_TableCreateFromString(text.c_str());
  if (handle < 0) return false;
  int const n_keys = Util_TableQueryNKeys(handle);
  require(n_keys >= 0 && n_keys <= static_cast<int>(text.size()), "more keys than characters");
  Util_TableDestroy(handle);
  return true;
}

} // namespace chemora::fuzz
