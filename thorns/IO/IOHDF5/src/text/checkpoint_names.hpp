// Names inside and of checkpoint files, as the standard thorn IOHDF5 has them, so that each reads the other's.
#pragma once

#include <optional>
#include <string>

namespace iohdf5 {

constexpr char parameters_group[] = "Cactus Parameters";
constexpr char all_parameters[] = "All Parameters";
constexpr char global_attributes[] = "Global Attributes";

/// "wave::u timelevel 0 at iteration 8": a dataset, or a group of datasets "chunk0", "chunk1", ...
std::string checkpoint_object_name(std::string const& full_name, int time_level, int iteration);

/// What the name of a dataset or group says.
struct StoredName {
  std::string variable;
  int time_level = 0;
  int iteration = 0;

  bool operator==(StoredName const&) const = default;
};

/// Of names as above and of those in output files: "wave::u it=8 tl=0 rl=0 c=0".
std::optional<StoredName> parse_object_name(std::string const& name);

/// The number n of "chunk<n>".
std::string chunk_name(int number);

/// "<set>.h5", or with several files "<set>.file_<number>.h5".
std::string checkpoint_file_name(std::string const& set, int number, bool is_only_one);

} // namespace iohdf5
