#include "cctk.h"
#ifdef HAVE_CAPABILITY_IOHDF5

#include "hdf5_tables.hpp"

#include "IO/IOHDF5/src/hdf5_objects.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <set>

namespace analysis {

namespace {

using namespace iohdf5;

constexpr std::size_t n_keys = 2, value_bytes = 8; // iteration and time; all members have the same size
constexpr hsize_t max_chunk_rows = 1024;

/// The type of a row in files of all machines.
Handle row_type(Table const& table) {
  std::size_t const n = n_keys + table.columns.size();
  Handle type{check(H5Tcreate(H5T_COMPOUND, n * value_bytes), "H5Tcreate", "row"), H5Tclose};
  std::set<std::string> names;
  auto const insert = [&](std::size_t place, std::string name, bool is_integer) {
    while (!names.insert(name).second) name += "_"; // of a column `time`
    check_status(H5Tinsert(type, name.c_str(), place * value_bytes, is_integer ? H5T_STD_I64LE : H5T_IEEE_F64LE),
                 "H5Tinsert", name);
  };
  insert(0, "iteration", true);
  insert(1, "time", false);
  for (std::size_t c = 0; c < table.columns.size(); ++c)
    insert(n_keys + c, table.columns[c].name, table.columns[c].is_integer);
  return type;
}

void put(std::string& bytes, double value, bool is_integer) {
  std::uint64_t bits = 0;
  auto const integer = is_integer ? static_cast<std::int64_t>(value) : 0;
  is_integer ? std::memcpy(&bits, &integer, value_bytes) : std::memcpy(&bits, &value, value_bytes);
  for (std::size_t n = 0; n < value_bytes; ++n) bytes.push_back(static_cast<char>(bits >> (8 * n) & 255U));
}

std::string bytes_of(Table const& table, Moment const& moment) {
  std::string bytes;
  std::size_t const n_columns = table.columns.size();
  for (std::size_t row = 0; row < table.n_rows(); ++row) {
    put(bytes, moment.iteration, true);
    put(bytes, moment.time, false);
    for (std::size_t c = 0; c < n_columns; ++c)
      put(bytes, table.values[row * n_columns + c], table.columns[c].is_integer);
  }
  return bytes;
}

hsize_t chunk_rows(Table const& table) { return std::clamp<hsize_t>(table.n_rows(), 64, max_chunk_rows); }

Handle new_table(hid_t file, std::string const& name, Table const& table, Description const& description) {
  hsize_t const extent = 0, max_extent = H5S_UNLIMITED, chunk = chunk_rows(table);
  Handle const space{check(H5Screate_simple(1, &extent, &max_extent), "H5Screate_simple", name), H5Sclose};
  Handle const properties{check(H5Pcreate(H5P_DATASET_CREATE), "H5Pcreate", name), H5Pclose};
  check_status(H5Pset_obj_track_times(properties, false), "H5Pset_obj_track_times", name); // equal bytes of all runs
  check_status(H5Pset_chunk(properties, 1, &chunk), "H5Pset_chunk", name);
  Handle dataset{check(H5Dcreate2(file, name.c_str(), row_type(table), space, H5P_DEFAULT, properties, H5P_DEFAULT),
                       "H5Dcreate2", name),
                 H5Dclose};
  std::vector<Attribute> attributes;
  for (auto const& [key, text] : description) attributes.push_back({key, text});
  write_attributes(dataset, attributes);
  return dataset;
}

/// Opens a dataset whose rows must have the type of the table.
Handle existing_table(hid_t file, std::string const& name, Table const& table) {
  Handle dataset{check(H5Dopen2(file, name.c_str(), H5P_DEFAULT), "H5Dopen2", name), H5Dclose};
  Handle const type{check(H5Dget_type(dataset), "H5Dget_type", name), H5Tclose};
  if (check(H5Tequal(type, row_type(table)), "H5Tequal", name) == 0)
    throw Hdf5Error("The table `" + name + "` has other columns than those of this run. Move the file away.");
  return dataset;
}

hsize_t n_rows_of(hid_t dataset, std::string const& name) {
  Handle const space{check(H5Dget_space(dataset), "H5Dget_space", name), H5Sclose};
  return static_cast<hsize_t>(check(H5Sget_simple_extent_npoints(space), "H5Sget_simple_extent_npoints", name));
}

/// Returns the number of rows up to an iteration. Iterations increase from row to row.
hsize_t n_rows_until(hid_t dataset, std::string const& name, int last_iteration) {
  hsize_t const n = n_rows_of(dataset, name);
  Handle const type{check(H5Tcreate(H5T_COMPOUND, sizeof(std::int64_t)), "H5Tcreate", name), H5Tclose};
  check_status(H5Tinsert(type, "iteration", 0, H5T_NATIVE_INT64), "H5Tinsert", name);
  std::vector<std::int64_t> iterations(n);
  check_status(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, iterations.data()), "H5Dread", name);
  return static_cast<hsize_t>(std::upper_bound(iterations.begin(), iterations.end(), last_iteration) -
                              iterations.begin());
}

void write_rows(hid_t dataset, std::string const& name, Table const& table, std::string const& bytes, hsize_t first) {
  hsize_t const n = table.n_rows(), extent = first + n;
  check_status(H5Dset_extent(dataset, &extent), "H5Dset_extent", name);
  if (n == 0) return;
  Handle const space{check(H5Dget_space(dataset), "H5Dget_space", name), H5Sclose};
  check_status(H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, nullptr, &n, nullptr), "H5Sselect_hyperslab", name);
  check_status(H5Dwrite(dataset, row_type(table), space_of({n}, name), space, H5P_DEFAULT, bytes.data()), "H5Dwrite",
               name);
}

} // namespace

void append_rows(std::string const& path, std::string const& name, Table const& table, Moment const& moment,
                 std::optional<int> last_iteration, Description const& description) {
  prepare_library();
  std::error_code missing;
  if (std::filesystem::file_size(path, missing) == 0 || missing) make_empty_file(path);
  std::string const bytes = bytes_of(table, moment);
  std::size_t const chunk_bytes = chunk_rows(table) * (n_keys + table.columns.size()) * value_bytes;
  ReservedSpace const space(path, bytes.size() + 2 * chunk_bytes);
  Handle file = open_file(path, H5F_ACC_RDWR);
  bool const exists = check(H5Lexists(file, name.c_str(), H5P_DEFAULT), "H5Lexists", name) > 0;
  Handle dataset = exists ? existing_table(file, name, table) : new_table(file, name, table, description);
  hsize_t const n_rows = last_iteration ? n_rows_until(dataset, name, *last_iteration) : n_rows_of(dataset, name);
  write_rows(dataset, name, table, bytes, n_rows);
  dataset.close(name);
  file.close(path);
}

} // namespace analysis

#endif
