// The life of a file between two outputs: closed.
#include "output_file.hpp"

#include "disk_space.hpp"
#include "metadata.hpp"

#include "IO/IOTools/src/text_file.hpp"

#include <filesystem>
#include <set>

namespace iohdf5 {
namespace {

/// True the first time in this run; then an older file is set aside, unless files are to be continued.
bool is_first_output(cGH const* cctkGH, std::string const& path) {
  static std::set<std::string> known;
  bool const is_first = known.insert(path).second;
  if (is_first && iotools::begins_anew(cctkGH)) iotools::set_aside(path);
  return is_first;
}

bool is_missing_or_empty(std::string const& path) {
  std::error_code missing;
  return std::filesystem::file_size(path, missing) == 0 || missing;
}

} // namespace

bool append_to_file(cGH const* cctkGH, std::string const& path, std::vector<std::string> const& variables,
                    Dataset const& dataset) {
  bool const is_first = is_first_output(cctkGH, path);
  if (is_missing_or_empty(path)) make_empty_file(path);
  ReservedSpace const space(path, dataset.bytes + metadata_bytes());
  Handle file(check(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "H5Fopen", path), H5Fclose);
  write_metadata(file, cctkGH, variables);
  write_dataset(file, dataset);
  check_status(H5Fflush(file, H5F_SCOPE_GLOBAL), "H5Fflush", path);
  file.close(path);
  return is_first;
}

} // namespace iohdf5
