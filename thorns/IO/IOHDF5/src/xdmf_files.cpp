#include "xdmf_files.hpp"

#include "names.hpp"
#include "read_file.hpp"

#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"

#include <algorithm>
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

std::string short_name(std::string const& full_name) { return full_name.substr(full_name.rfind("::") + 2); }

bool is_checkpoint(fs::path const& path) { return path.filename().string().find(".it_") != std::string::npos; }

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

/// Records the arrays in a file of an earlier run that XDMF files can contain.
void add_arrays_of(std::string const& folder, fs::path const& path) try {
  InputFile const file(path.string());
  for (auto const& object : file.objects()) {
    auto const variable = short_name(object.name.variable);
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

void write(cGH const* cctkGH, std::string const& path, XdmfFile& file) {
  static iotools::OutputFiles files(CCTK_THORNSTRING, IOUtil_AdvertiseFile);
  auto const begin = Clock::now();
  bool const is_first = files.start(cctkGH, path);
  auto const temporary = path + ".tmp";
  auto reason = iotools::write_file(temporary, file.arrays.xdmf_text());
  std::error_code error;
  if (reason.empty()) fs::rename(temporary, path, error);
  if (error) reason = error.message();
  if (!reason.empty()) {
    fs::remove(temporary, error);
    iotools::report_io_error(CCTK_THORNSTRING, "Cannot write `" + path + "`: " + reason + ".");
    return;
  }
  file.is_complete = true;
  auto const end = Clock::now();
  file.next = end + 100 * (end - begin);
  if (is_first)
    files.advertise(cctkGH, path,
                    {.variable = "",
                     .slice = "full",
                     .mime_type = "application/xml",
                     .description = "Grids and times of the HDF5 files, for ParaView and VisIt"});
}

} // namespace

void record(cGH const* cctkGH, WrittenArray const& written) {
  static std::set<std::string> folders;
  if (folders.insert(written.folder).second && !iotools::replaces_older_files(cctkGH)) {
    std::error_code error;
    for (auto const& entry : fs::directory_iterator(written.folder, error))
      if (entry.path().extension() == ".h5" && !is_checkpoint(entry.path()))
        add_arrays_of(written.folder, entry.path());
  }
  add(written.folder, written.slice, written.variable, cctkGH->cctk_iteration, written.array);
}

void write_xdmf_files(cGH const* cctkGH, bool is_last) {
  for (auto& [path, file] : xdmf_files())
    if (!file.is_complete && (is_last || Clock::now() >= file.next)) write(cctkGH, path, file);
}

} // namespace iohdf5
