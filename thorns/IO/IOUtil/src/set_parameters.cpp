// The parameters of a checkpoint as text, and from text into the run.
#include "ioutil_CheckpointRecovery.h"

#include "IO/IOTools/src/parameters_text.hpp"
#include "text/value_encoding.hpp"

#include <cctk_Parameters.h>

#include <cstdlib>
#include <cstring>
#include <optional>
#include <sstream>

namespace ioutil {
namespace {

/// Requests that were granted by the run that wrote the checkpoint, and must not end the next one at once.
bool is_momentary(std::string const& name) { return CCTK_Equals(name.c_str(), "Cactus::terminate_next"); }

/// What stands before the first blank, "owner::name", and the value after " = ".
struct Line {
  std::string owner, name, value;
};

std::optional<Line> parse_line(std::string const& text) {
  auto const colons = text.find("::"), equals = text.find(" = ");
  if (colons == std::string::npos || equals == std::string::npos || colons > equals) return std::nullopt;
  auto const value = decode_value(text.substr(equals + 3));
  if (!value) return std::nullopt;
  return Line{text.substr(0, colons), text.substr(colons + 2, equals - colons - 2), *value};
}

std::string current_value(Line const& line, char const* thorn) {
  char* const value = CCTK_ParameterValString(line.name.c_str(), thorn);
  std::string const text = value == nullptr ? "" : value;
  std::free(value);
  return text;
}

/// A sentence about a setting of the parameter file that contradicts the checkpoint; empty if there is none.
std::string set(Line const& line) {
  char const* const implementor = CCTK_ActivatingThorn(line.owner.c_str());
  char const* const thorn = implementor != nullptr ? implementor : line.owner.c_str();
  auto const full_name = line.owner + "::" + line.name;
  if (!CCTK_IsThornActive(thorn) || is_momentary(full_name)) return "";
  auto const* const data = CCTK_ParameterData(line.name.c_str(), thorn);
  if (data == nullptr || data->accumulator_expression != nullptr) return "";
  constexpr int set_to_other_value = -10, out_of_range = -1;
  int const result = CCTK_ParameterSet(line.name.c_str(), thorn, line.value.c_str());
  if (result == out_of_range)
    CCTK_VWARN(CCTK_WARN_ALERT, "The checkpoint's value `%s` of %s is not allowed any more; `%s` stays",
               line.value.c_str(), full_name.c_str(), current_value(line, thorn).c_str());
  if (result != set_to_other_value) return "";
  return full_name + " is `" + current_value(line, thorn) + "` in the parameter file, but `" + line.value +
         "` in the checkpoint.\n";
}

} // namespace
} // namespace ioutil

extern "C" char* IOUtil_GetAllParameters(cGH const*, int all) {
  std::string text;
  for (auto const& parameter : iotools::all_parameters())
    if (all != 0 || parameter.times_set > 0)
      text += parameter.full_name + " = " + ioutil::encode_value(parameter.value) + "\n";
  return strdup(text.c_str());
}

extern "C" void IOUtil_SetAllParameters(char const* parameters) {
  std::istringstream lines(parameters);
  std::string conflicts;
  for (std::string text; std::getline(lines, text);) {
    if (auto const line = ioutil::parse_line(text))
      conflicts += ioutil::set(*line);
    else
      CCTK_VWARN(CCTK_WARN_ALERT, "`%s` among the parameters of the checkpoint is not `owner::name = value`",
                 text.c_str());
  }
  if (!conflicts.empty())
    CCTK_VERROR("%sThese parameters cannot change from a checkpoint to the run that continues it. Take the values of "
                "the checkpoint, or remove the settings.",
                conflicts.c_str());
}
