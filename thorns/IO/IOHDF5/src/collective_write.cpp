#include "collective_write.hpp"

#include "checkpoint.hpp"

#include "IO/IOTools/src/communicate.hpp"

#include <algorithm>
#include <cctk_Parameters.h>
#include <map>
#include <sys/vfs.h>

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

bool has_collective_writes() { return true; }

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

void write_part(cGH const* cctkGH, int variable, iotools::Slab const& slab, std::string const& path,
                Dataset const& dataset) {
  auto const part = local_part(cctkGH, CCTK_GroupIndexFromVarI(variable));
  auto const owned = owned_part(part, slab);
  Handle const access(check(H5Pcreate(H5P_FILE_ACCESS), "H5Pcreate", path), H5Pclose);
  check_status(H5Pset_fapl_mpio(access, iotools::communicator(), MPI_INFO_NULL), "H5Pset_fapl_mpio", path);
  Handle file{check(H5Fopen(path.c_str(), H5F_ACC_RDWR, access), "H5Fopen", path), H5Fclose};
  Handle object{check(H5Dopen2(file, dataset.name.c_str(), H5P_DEFAULT), "H5Dopen2", dataset.name), H5Dclose};
  Handle const file_space{check(H5Dget_space(object), "H5Dget_space", dataset.name), H5Sclose};
  Handle const memory_space = space_of(owned.memory_extent, dataset.name);
  select(file_space, owned.file_start, std::vector<hsize_t>(owned.count.size(), 1), owned.count);
  select(memory_space, owned.memory_start, owned.memory_stride, owned.count);
  Handle const transfer(check(H5Pcreate(H5P_DATASET_XFER), "H5Pcreate", dataset.name), H5Pclose);
  check_status(H5Pset_dxpl_mpio(transfer, H5FD_MPIO_COLLECTIVE), "H5Pset_dxpl_mpio", dataset.name);
  check_status(H5Dwrite(object, data_type(CCTK_VarTypeI(variable)), memory_space, file_space, transfer,
                        CCTK_VarDataPtrI(cctkGH, 0, variable)),
               "H5Dwrite", dataset.name);
  object.close(dataset.name);
  file.close(path);
}

} // namespace

std::string write_by_all(cGH const* cctkGH, int variable, iotools::Slab const& slab, std::string const& path,
                         Dataset const& dataset) {
  std::string failure;
  iotools::copy_to_host(cctkGH, variable);
  try {
    write_part(cctkGH, variable, slab, path, dataset);
  } catch (Hdf5Error const& error) {
    failure = error.what();
  }
  for (auto const& other : iotools::gather_from_all(failure))
    if (failure.empty()) failure = other;
  return failure;
}

#else

bool has_collective_writes() { return false; }

std::string write_by_all(cGH const*, int, iotools::Slab const&, std::string const&, Dataset const&) {
  return "the HDF5 library of this build writes by one process only";
}

#endif

bool is_written_by_all(cGH const* cctkGH, int variable, iotools::Slab const& slab, Dataset const& dataset,
                       std::string const& folder) {
  DECLARE_CCTK_PARAMETERS
  int const group = CCTK_GroupIndexFromVarI(variable);
  bool const is_possible = has_collective_writes() && iotools::n_ranks() > 1 && !has_chunks(dataset) &&
                           has_directions_of_variable(slab, static_cast<std::size_t>(CCTK_GroupDimI(group))) &&
                           !local_part(cctkGH, group).is_replicated;
  if (!is_possible || CCTK_Equals(writers, "one")) return false;
  if (CCTK_Equals(writers, "all")) return true;
  if (size_of(dataset) < min_bytes) return false;
  static std::map<std::string, bool> permits; // by folder; process 0 has created it
  auto const [entry, is_new] = permits.try_emplace(folder, false);
  if (is_new)
    entry->second =
        iotools::broadcast_from_root(iotools::is_root() && permits_several_writers(folder) ? "yes" : "") != "";
  return entry->second;
}

} // namespace iohdf5
