// Long names spell the reduction out, short ones use the old abbreviations.
#include "scalar_file_name.hpp"

namespace iobasic {
namespace {

std::string short_name(std::string const& reduction) {
  if (reduction == "minimum") return "min";
  if (reduction == "maximum") return "max";
  if (reduction == "norm1") return "nm1";
  return reduction == "norm2" ? "nm2" : reduction;
}

} // namespace

std::string scalar_file_name(std::string const& alias, std::string const& reduction, NameScheme scheme,
                             bool is_xgraph) {
  bool const is_short = scheme == NameScheme::short_names;
  auto const suffix = reduction.empty() ? "" : "_" + (is_short ? short_name(reduction) : reduction);
  return alias + suffix + (is_short ? ".tl" : is_xgraph ? ".xg" : ".asc");
}

} // namespace iobasic
