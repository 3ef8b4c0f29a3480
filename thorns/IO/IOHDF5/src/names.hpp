/// Names of datasets and files. Those of checkpoints are the names of the original thorn IOHDF5, so that each thorn can
/// read the files of the other.
#pragma once

#include <optional>
#include <string>

namespace iohdf5 {

/// The name of a dataset in output files: "wave::u it=4 tl=0 rl=0 c=0" for grid functions. Arrays and scalars have
/// neither level nor component.
std::string dataset_name(std::string const& full_name, int iteration, int time_level, bool is_grid_function);

/// The base of the file name of a group: "wave::fields" becomes "wave-fields", in lower case.
std::string group_file_base(std::string group, std::string const& separator);

constexpr char parameters_group[] = "Cactus Parameters";
constexpr char all_parameters[] = "All Parameters";
constexpr char global_attributes[] = "Global Attributes";

/// The name of a field in a checkpoint: "wave::u timelevel 0 at iteration 8". It is a dataset, or a group of datasets
/// "chunk0", "chunk1", ...
std::string checkpoint_object_name(std::string const& full_name, int time_level, int iteration);

/// The content of the name of a dataset or group.
struct StoredName {
  std::string variable;
  int time_level = 0;
  int iteration = 0;

  bool operator==(StoredName const&) const = default;
};

/// Parses names of checkpoints and of output files. Empty for other names.
std::optional<StoredName> parse_object_name(std::string const& name);

/// "chunk<number>".
std::string chunk_name(int number);

/// "<set>.h5", or "<set>.file_<number>.h5" if the set has several files.
std::string checkpoint_file_name(std::string const& set, int number, bool is_only_one);

} // namespace iohdf5
