/// Defines names of datasets and files. Checkpoints use the names of the original thorn IOHDF5, so that each of the two
/// thorns can read the other's files.
#pragma once

#include "IO/IOTools/src/text.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace iohdf5 {

/// The name of a dataset in output files: "wave::u it=4 tl=0 rl=0 c=0" for grid functions. The names of arrays and
/// scalars have no refinement level `rl` and no component `c`.
inline std::string dataset_name(std::string const& full_name, int iteration, int time_level, bool is_grid_function) {
  auto const name = full_name + " it=" + std::to_string(iteration) + " tl=" + std::to_string(time_level);
  return is_grid_function ? name + " rl=0 c=0" : name;
}

/// The name of a dataset in an output file until it has all of its values.
constexpr char incomplete_dataset[] = "incomplete";

constexpr char parameters_group[] = "Cactus Parameters";
constexpr char all_parameters[] = "All Parameters";
constexpr char global_attributes[] = "Global Attributes";

/// Returns the name of the HDF5 object that contains a field: "wave::u timelevel 0 at iteration 8". The object is a
/// dataset, or a group with the datasets "chunk0", "chunk1", ...
inline std::string checkpoint_object_name(std::string const& full_name, int time_level, int iteration) {
  return full_name + " timelevel " + std::to_string(time_level) + " at iteration " + std::to_string(iteration);
}

/// The parts of the name of a dataset or group.
struct StoredName {
  std::string variable;
  int time_level = 0;
  int iteration = 0;

  bool operator==(StoredName const&) const = default;
};

/// Removes `word` and the number after it from the start of the text. Returns the number. The result is empty if the
/// text starts differently.
inline std::optional<int> take(std::string_view& text, std::string_view word) {
  return iotools::take_prefix(text, word) ? iotools::take_number(text) : std::nullopt;
}

/// Parses the name of an object in a checkpoint or an output file. The result is empty for other names.
inline std::optional<StoredName> parse_object_name(std::string const& name) {
  auto const blank = name.find(' ');
  if (blank == std::string::npos || blank == 0) return std::nullopt;
  std::string const variable = name.substr(0, blank);
  std::string_view remainder = std::string_view(name).substr(blank);
  if (auto const level = take(remainder, " timelevel ")) {
    auto const iteration = take(remainder, " at iteration ");
    return iteration && remainder.empty() ? std::optional(StoredName{variable, *level, *iteration}) : std::nullopt;
  }
  auto const iteration = take(remainder, " it=");
  auto const level = take(remainder, " tl=");
  return iteration && level ? std::optional(StoredName{variable, *level, *iteration}) : std::nullopt;
}

/// "chunk<number>".
inline std::string chunk_name(int number) { return "chunk" + std::to_string(number); }

/// "<set>.h5", or "<set>.file_<number>.h5" if the set has several files.
inline std::string checkpoint_file_name(std::string const& set, int number, bool is_only_one) {
  return set + (is_only_one ? "" : ".file_" + std::to_string(number)) + ".h5";
}

} // namespace iohdf5
