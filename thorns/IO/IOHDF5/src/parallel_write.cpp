#include "parallel_write.hpp"

#include "checkpoint.hpp"

#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/output_files.hpp"

#include <algorithm>
#include <cctk_Parameters.h>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <sys/vfs.h>
#include <utility>

namespace iohdf5 {
namespace {

/// Variables with fewer bytes are written faster by one process (docs/decisions/0022-writers.md).
constexpr std::size_t min_bytes = std::size_t{1} << 25;

/// Whether several processes may write to one file of the folder efficiently. Network file systems for few clients lock
/// or cache parts of the file, so that writes of several processes are slow or lost.
bool permits_several_writers(std::string const& folder) {
  constexpr unsigned long nfs = 0x6969, smb2 = 0xfe534d42, cifs = 0xff534d42, fuse = 0x65735546; // statfs(2)
  struct statfs status {};
  if (statfs(folder.c_str(), &status) != 0) return false;
  auto const type = static_cast<unsigned long>(status.f_type);
  return type != nfs && type != smb2 && type != cifs && type != fuse;
}

/// Whether all processes can open a file that process 0 creates in the folder. A folder on the local disk of a node is
/// not the same folder on other nodes. Collective.
bool is_same_folder_on_all(std::string const& folder) {
  std::string path;
  if (iotools::is_root()) {
    path = folder + "/.seen-by-all-" + std::to_string(std::random_device()());
    if (!iotools::write_file(path, "").empty()) path.clear();
  }
  path = iotools::broadcast_from_root(path);
  int can_open = !path.empty() && std::ifstream(path).is_open(), all_can_open = 0;
  MPI_Allreduce(&can_open, &all_can_open, 1, MPI_INT, MPI_MIN, iotools::communicator());
  std::error_code ignored;
  if (iotools::is_root() && !path.empty()) std::filesystem::remove(path, ignored);
  return all_can_open != 0;
}

/// What the file system of a folder permits.
struct Folder {
  bool is_same_on_all = false, permits_several_writers = false;
};

/// Process 0 has created the folder. Collective.
Folder const& folder_properties(std::string const& path) {
  static std::map<std::string, Folder> known;
  auto const [entry, is_new] = known.try_emplace(path);
  if (!is_new) return entry->second;
  entry->second.is_same_on_all = is_same_folder_on_all(path);
  entry->second.permits_several_writers =
      !iotools::broadcast_from_root(iotools::is_root() && permits_several_writers(path) ? "yes" : "").empty();
  if (!entry->second.is_same_on_all && iotools::is_root())
    CCTK_VWarn(1, __LINE__, __FILE__, CCTK_THORNSTRING,
               "Process 0 alone writes the HDF5 files in `%s`, because other processes cannot open files that it "
               "creates there. Set IO::out_dir to a folder of a file system that all nodes share",
               path.c_str());
  return entry->second;
}

/// Whether each direction of the slab is the same direction of the variable. The local part of a line or plane is not a
/// box of the local array.
bool has_directions_of_variable(iotools::Slab const& slab, std::size_t dimension) {
  if (slab.extent.size() != dimension || slab.direction.size() != dimension * dimension) return false;
  for (std::size_t i = 0; i < slab.direction.size(); ++i)
    if (slab.direction[i] != (i % (dimension + 1) == 0 ? 1 : 0)) return false;
  return true;
}

} // namespace

#ifdef H5_HAVE_PARALLEL

bool has_parallel_writes() { return true; }

namespace {

/// The points of a slab that this process owns.
struct OwnedPart {
  std::vector<hsize_t> memory_extent, memory_start, memory_stride; ///< in the local array, slowest index first
  std::vector<hsize_t> file_start, count;
};

OwnedPart owned_part(LocalPart const& part, iotools::Slab const& slab) {
  OwnedPart owned;
  for (std::size_t d = slab.extent.size(); d-- > 0;) {
    int const step = static_cast<int>(slab.downsample[d]), origin = static_cast<int>(slab.origin[d]);
    int const begin = std::max(part.owned.begin[d], origin);
    int const end = std::min(part.owned.end[d], origin + static_cast<int>(slab.extent[d]));
    int const first = (begin - origin + step - 1) / step; // index in the dataset
    int const n = std::max(0, (end - origin + step - 1) / step - first);
    owned.file_start.push_back(static_cast<hsize_t>(first));
    owned.count.push_back(static_cast<hsize_t>(n));
    owned.memory_extent.push_back(static_cast<hsize_t>(part.strides[d]));
    owned.memory_start.push_back(static_cast<hsize_t>(n == 0 ? 0 : origin + first * step - part.stored.begin[d]));
    owned.memory_stride.push_back(static_cast<hsize_t>(step));
  }
  return owned;
}

void select(hid_t space, std::vector<hsize_t> const& start, std::vector<hsize_t> const& stride,
            std::vector<hsize_t> const& count) {
  if (std::ranges::find(count, hsize_t{0}) != count.end())
    check_status(H5Sselect_none(space), "H5Sselect_none", "part");
  else
    check_status(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), stride.data(), count.data(), nullptr),
                 "H5Sselect_hyperslab", "part");
}

/// This process' part of a dataset, in an open file. No function waits for another process, because an error of one
/// process in a collective call would block the others. All functions throw Hdf5Error.
class PartOfDataset {
public:
  PartOfDataset(cGH const* cctkGH, int variable, iotools::Slab const& slab, std::string const& path,
                Dataset const& dataset)
      : path_(path), dataset_(dataset), file_(open_alone(path)),
        object_(check(H5Dopen2(file_, dataset.name.c_str(), H5P_DEFAULT), "H5Dopen2", dataset.name), H5Dclose),
        file_space_(check(H5Dget_space(object_), "H5Dget_space", dataset.name), H5Sclose),
        owned_(owned_part(local_part(cctkGH, CCTK_GroupIndexFromVarI(variable)), slab)),
        memory_space_(space_of(owned_.memory_extent, dataset.name)) {
    select(file_space_, owned_.file_start, std::vector<hsize_t>(owned_.count.size(), 1), owned_.count);
    select(memory_space_, owned_.memory_start, owned_.memory_stride, owned_.count);
  }

  void write(int variable_type, void const* values) {
    check_status(H5Dwrite(object_, data_type(variable_type), memory_space_, file_space_, H5P_DEFAULT, values),
                 "H5Dwrite", dataset_.name);
    object_.close(dataset_.name);
    file_.close(path_);
  }

private:
  /// Opens a file with a driver that writes only the bytes of the selected points.
  static Handle open_alone(std::string const& path) {
    Handle const access(check(H5Pcreate(H5P_FILE_ACCESS), "H5Pcreate", path), H5Pclose);
    check_status(H5Pset_fapl_mpio(access, MPI_COMM_SELF, MPI_INFO_NULL), "H5Pset_fapl_mpio", path);
    return {check(H5Fopen(path.c_str(), H5F_ACC_RDWR, access), "H5Fopen", path), H5Fclose};
  }

  std::string const& path_;
  Dataset const& dataset_;
  Handle file_, object_, file_space_;
  OwnedPart owned_;
  Handle memory_space_;
};

/// Runs an action on each process. Returns the first reason of a failure, or an empty text. Collective.
template <class Action>
std::string attempt_on_all(Action action) {
  std::string failure;
  try {
    action();
  } catch (std::exception const& error) {
    failure = error.what();
  }
  for (auto const& other : iotools::gather_from_all(failure))
    if (failure.empty()) failure = other;
  return failure;
}

} // namespace

std::string write_by_all(cGH const* cctkGH, int variable, iotools::Slab const& slab, std::string const& path,
                         Dataset const& dataset) {
  iotools::copy_to_host(cctkGH, variable);
  std::unique_ptr<PartOfDataset> part;
  auto const failure =
      attempt_on_all([&] { part = std::make_unique<PartOfDataset>(cctkGH, variable, slab, path, dataset); });
  bool const are_all_open = failure.empty();
  auto const written = attempt_on_all([&] { // also closes the file, before process 0 may open it again
    auto const closed_part = std::move(part);
    if (are_all_open) closed_part->write(CCTK_VarTypeI(variable), CCTK_VarDataPtrI(cctkGH, 0, variable));
  });
  return are_all_open ? written : failure;
}

#else

bool has_parallel_writes() { return false; }

std::string write_by_all(cGH const*, int, iotools::Slab const&, std::string const&, Dataset const&) {
  return "the HDF5 library of this build writes by one process only";
}

#endif

bool is_written_by_all(cGH const* cctkGH, int variable, iotools::Slab const& slab, Dataset const& dataset,
                       std::string const& folder) {
  DECLARE_CCTK_PARAMETERS
  int const group = CCTK_GroupIndexFromVarI(variable);
  bool const is_possible = has_parallel_writes() && iotools::n_ranks() > 1 && !has_chunks(dataset) &&
                           has_directions_of_variable(slab, static_cast<std::size_t>(CCTK_GroupDimI(group))) &&
                           !local_part(cctkGH, group).is_replicated;
  if (!is_possible || CCTK_Equals(writers, "one")) return false;
  bool const is_requested = CCTK_Equals(writers, "all");
  if (!is_requested && size_of(dataset) < min_bytes) return false;
  auto const& properties = folder_properties(folder);
  return properties.is_same_on_all && (is_requested || properties.permits_several_writers);
}

} // namespace iohdf5
