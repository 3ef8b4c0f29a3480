#include "xdmf_files.hpp"

#include "checkpoint.hpp"
#include "names.hpp"
#include "read_file.hpp"

#include "IO/IOTools/src/grid_data.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"

#include <algorithm>
#include <cctk_Parameters.h>
#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

namespace iohdf5 {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// One XDMF file of this run.
struct XdmfFile {
  StoredArrays arrays;
  bool is_complete = false; ///< the file on disk contains all arrays
  bool is_advertised = false;
  Clock::time_point next{}; ///< the earliest time of the next writing
};

std::map<std::string, XdmfFile>& xdmf_files() {
  static std::map<std::string, XdmfFile> by_path;
  return by_path;
}

std::string path_of(std::string const& folder, std::string const& slice) {
  auto const run = fs::path(iotools::parameter_file_path()).stem().string();
  return folder + "/" + run + (slice.empty() ? "" : "." + slice) + ".xmf";
}

void add(std::string const& folder, std::string const& slice, std::string const& variable, int iteration,
         StoredArray array) {
  auto& file = xdmf_files()[path_of(folder, slice)];
  file.arrays.add(variable, iteration, std::move(array));
  file.is_complete = false;
}

/// Whether the file of an earlier run can contain output.
bool is_output(fs::path const& path) {
  DECLARE_CCTK_PARAMETERS
  auto const name = path.filename().string();
  return name.ends_with(out_extension) && name.find(".it_") == std::string::npos; // not a checkpoint
}

/// The grid of a dataset, from its attributes.
UniformGrid grid_of(InputFile const& file, std::string const& dataset, std::vector<std::size_t> const& shape,
                    std::vector<int> const& directions) {
  UniformGrid grid;
  auto const origin = file.reals(dataset, "origin"), delta = file.reals(dataset, "delta");
  auto const n = shape.size();
  if (file.has(dataset, "slice_position")) {
    auto const position = file.reals(dataset, "slice_position");
    std::copy_n(position.begin(), std::min<std::size_t>(3, position.size()), grid.origin.begin());
  }
  for (std::size_t d = 0; d < n; ++d) {
    auto const direction = directions.empty() ? d : static_cast<std::size_t>(directions[d]);
    grid.points[direction] = shape[n - 1 - d];
    grid.origin[direction] = origin[d];
    grid.delta[direction] = delta[d];
  }
  return grid;
}

/// Records the arrays in a file of an earlier run that XDMF files can contain. Arrays after the checkpoint from which
/// this run continues are not part of its output.
void add_arrays_of(std::string const& folder, fs::path const& path) try {
  InputFile const file(path.string());
  auto const last = recovered_iteration();
  for (auto const& object : file.objects()) {
    if (last && object.name.iteration > *last) continue;
    auto const variable = xdmf_name(object.name.variable);
    auto const link = link_path(variable, object.name.iteration);
    if (!file.has_object(link)) continue;
    std::vector<int> directions;
    std::string slice;
    if (file.has(link, "slice_directions"))
      for (double const d : file.reals(link, "slice_directions")) directions.push_back(static_cast<int>(d));
    for (int const d : directions) slice += "xyz"[d % 3];
    auto const [shape, type] = file.shape_and_type(link);
    add(folder, slice, variable, object.name.iteration,
        {.file = path.filename().string(),
         .dataset = link,
         .type = type,
         .time = file.real(link, "time"),
         .grid = grid_of(file, link, shape, directions)});
  }
} catch (Hdf5Error const&) {
  // A damaged file of an earlier run contains no arrays that a reader could open.
}

iotools::OutputFiles files(CCTK_THORNSTRING, IOUtil_AdvertiseFile);

void write(cGH const* cctkGH, std::string const& path, XdmfFile& file) {
  auto const begin = Clock::now();
  if (auto const reason = iotools::write_whole_file(path, file.arrays.xdmf_text()); !reason.empty()) {
    iotools::report_io_error(CCTK_THORNSTRING, "Cannot write `" + path + "`: " + reason + ".");
    return;
  }
  file.is_complete = true;
  auto const end = Clock::now();
  file.next = end + 100 * (end - begin);
  if (!std::exchange(file.is_advertised, true))
    files.advertise(cctkGH, path,
                    {.variable = "",
                     .slice = "full",
                     .mime_type = "application/xml",
                     .description = "Grids and times of the HDF5 files, for ParaView and VisIt"});
}

} // namespace

std::string xdmf_name(std::string const& full_name) {
  auto const length = full_name.rfind("::");
  if (length == std::string::npos) return full_name;
  auto const name = full_name.substr(length + 2);
  for (int i = 0; i < CCTK_NumVars(); ++i) {
    auto const other = iotools::full_name(i);
    if (other.ends_with("::" + name) && !CCTK_Equals(other.c_str(), full_name.c_str()))
      return full_name.substr(0, length) + "-" + name;
  }
  return name;
}

void start_xdmf_file(cGH const* cctkGH, std::string const& folder, std::string const& slice) {
  files.start(cctkGH, path_of(folder, slice));
}

void record(cGH const* cctkGH, WrittenArray const& written) {
  static std::set<std::string> folders;
  if (folders.insert(written.folder).second && !iotools::replaces_older_files(cctkGH)) {
    std::error_code error;
    for (fs::directory_iterator entry(written.folder, error), end; !error && entry != end; entry.increment(error))
      if (is_output(entry->path())) add_arrays_of(written.folder, entry->path());
  }
  add(written.folder, written.slice, written.variable, cctkGH->cctk_iteration, written.array);
}

void write_xdmf_files(cGH const* cctkGH, bool is_last) {
  for (auto& [path, file] : xdmf_files())
    if (!file.is_complete && (is_last || Clock::now() >= file.next)) write(cctkGH, path, file);
}

} // namespace iohdf5
