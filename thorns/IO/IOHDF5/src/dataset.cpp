// Creation properties: no time stamps, so that the same data give the same bytes.
#include "dataset.hpp"

#include "data_type.hpp"

#include <algorithm>

namespace iohdf5 {
namespace {

std::vector<hsize_t> reversed(std::vector<std::size_t> const& extent) { return {extent.rbegin(), extent.rend()}; }

Handle space_of(std::vector<hsize_t> const& extent, std::string const& name) {
  if (extent.empty()) return {check(H5Screate(H5S_SCALAR), "H5Screate", name), H5Sclose};
  return {check(H5Screate_simple(static_cast<int>(extent.size()), extent.data(), nullptr), "H5Screate_simple", name),
          H5Sclose};
}

/// Chunks of at most this many bytes; one plane of a grid is at most a few of them.
constexpr std::size_t chunk_bytes = std::size_t{1} << 22;

std::vector<hsize_t> chunk_of(std::vector<hsize_t> extent, std::size_t element_bytes) {
  for (auto& n : extent) {
    std::size_t bytes = element_bytes;
    for (auto const m : extent) bytes *= m;
    if (bytes > chunk_bytes) n = std::max<hsize_t>(1, n * chunk_bytes / bytes);
  }
  return extent;
}

Handle creation_properties(Dataset const& dataset, std::vector<hsize_t> const& extent, std::size_t element_bytes) {
  Handle properties{check(H5Pcreate(H5P_DATASET_CREATE), "H5Pcreate", dataset.name), H5Pclose};
  check_status(H5Pset_obj_track_times(properties, false), "H5Pset_obj_track_times", dataset.name);
  std::size_t bytes = element_bytes;
  for (auto const n : extent) bytes *= n;
  auto const& wanted = dataset.compression;
  bool const is_compressed = wanted.level > 0 && bytes > wanted.minimum_bytes;
  if (extent.empty() || bytes == 0 || !(is_compressed || wanted.has_checksums)) return properties;
  auto const chunk = chunk_of(extent, element_bytes);
  check_status(H5Pset_chunk(properties, static_cast<int>(chunk.size()), chunk.data()), "H5Pset_chunk", dataset.name);
  if (is_compressed) {
    check_status(H5Pset_shuffle(properties), "H5Pset_shuffle", dataset.name);
    check_status(H5Pset_deflate(properties, static_cast<unsigned>(wanted.level)), "H5Pset_deflate", dataset.name);
  }
  if (wanted.has_checksums) check_status(H5Pset_fletcher32(properties), "H5Pset_fletcher32", dataset.name);
  return properties;
}

} // namespace

void write_dataset(hid_t file, Dataset const& dataset) {
  auto const& name = dataset.name;
  if (check(H5Lexists(file, name.c_str(), H5P_DEFAULT), "H5Lexists", name) > 0)
    check_status(H5Ldelete(file, name.c_str(), H5P_DEFAULT), "H5Ldelete", name);
  Handle const type = data_type(dataset.variable_type);
  auto const extent = reversed(dataset.extent);
  Handle const space = space_of(extent, name);
  Handle const properties = creation_properties(dataset, extent, H5Tget_size(type));
  Handle object{
      check(H5Dcreate2(file, name.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT), "H5Dcreate2", name),
      H5Dclose};
  check_status(H5Dwrite(object, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, dataset.data), "H5Dwrite", name);
  write_attributes(object, dataset.attributes);
  object.close(name);
}

} // namespace iohdf5
