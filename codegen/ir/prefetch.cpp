// The words behind `prefetch`.
#include "codegen/ir/prefetch.hpp"

namespace chemora::ir {

std::string to_text(Prefetch const& prefetch) {
  return std::to_string(prefetch.ahead) + (prefetch.stores ? " stores" : "") + (prefetch.edges ? " edges" : "");
}

} // namespace chemora::ir
