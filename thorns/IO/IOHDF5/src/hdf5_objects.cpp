#include "hdf5_objects.hpp"

#include "IO/IOTools/src/output_files.hpp"
#include "Numerics/ThornTools/src/variable_type.hpp"

#include <algorithm>
#include <cctk.h>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace iohdf5 {
namespace {

/// Appends the description of one entry of the HDF5 error stack to `text`.
herr_t collect_reason(unsigned, H5E_error2_t const* error, void* text) {
  auto& reasons = *static_cast<std::string*>(text);
  std::string const reason = error->desc == nullptr ? "" : error->desc;
  if (!reason.empty()) reasons += (reasons.empty() ? "" : "; ") + reason;
  return 0;
}

[[noreturn]] void fail(char const* call, std::string const& object) {
  std::string reasons;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, collect_reason, &reasons);
  H5Eclear2(H5E_DEFAULT);
  throw Hdf5Error(std::string(call) + " failed for `" + object +
                  "`: " + (reasons.empty() ? "no reason given" : reasons) + ".");
}

/// This variable is initialised before main(), because the HDF5 library must start before MPI. Otherwise MPI_Finalize
/// shuts down the library, which crashes the program after a failed write (version 1.10.8). H5dont_atexit() prevents
/// this crash at program exit.
bool const is_started = H5dont_atexit() >= 0 && H5open() >= 0;

} // namespace

hid_t check(hid_t id, char const* call, std::string const& object) {
  if (id < 0) fail(call, object);
  return id;
}

void check_status(herr_t status, char const* call, std::string const& object) {
  if (status < 0) fail(call, object);
}

void Handle::close(std::string const& object) {
  if (id_ >= 0) check_status(close_(std::exchange(id_, -1)), "closing", object);
}

void prepare_library() {
  if (!is_started) throw Hdf5Error("The HDF5 library cannot be started.");
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

namespace {

/// Bytes that the HDF5 library needs in addition to the data: headers, attributes, symbol tables.
constexpr std::size_t overhead = 1 << 16;

/// Returns the bytes of an HDF5 file without objects. The library creates this file in memory.
std::string empty_image() {
  Handle const access(check(H5Pcreate(H5P_FILE_ACCESS), "H5Pcreate", "empty file"), H5Pclose);
  constexpr std::size_t increment = 4096;
  check_status(H5Pset_fapl_core(access, increment, 0), "H5Pset_fapl_core", "empty file");
  Handle const file(check(H5Fcreate("empty", H5F_ACC_TRUNC, H5P_DEFAULT, access), "H5Fcreate", "empty file"), H5Fclose);
  check_status(H5Fflush(file, H5F_SCOPE_GLOBAL), "H5Fflush", "empty file");
  std::string image(static_cast<std::size_t>(check(H5Fget_file_image(file, nullptr, 0), "H5Fget_file_image", "")),
                    '\0');
  check(H5Fget_file_image(file, image.data(), image.size()), "H5Fget_file_image", "empty file");
  return image;
}

/// Reserves space after the end of the file with fallocate(2). If the file system does not support it, only the limit
/// of the file size is checked. Returns the reason of a failure, or an empty text.
std::string reserve(int file, std::size_t bytes) {
  struct stat status {};
  if (fstat(file, &status) != 0) return std::strerror(errno);
  auto const size = static_cast<rlim_t>(status.st_size);
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && size + bytes > limit.rlim_cur)
    return std::strerror(EFBIG);
  if (!S_ISREG(status.st_mode) || fallocate(file, FALLOC_FL_KEEP_SIZE, status.st_size, static_cast<off_t>(bytes)) == 0)
    return "";
  return errno == EOPNOTSUPP || errno == ENOSYS ? "" : std::strerror(errno);
}

} // namespace

void make_empty_file(std::string const& path) {
  static std::string const image = empty_image();
  auto const reason = iotools::write_file(path, image);
  if (reason.empty()) return;
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  throw Hdf5Error("no disk space for a new file: " + reason + ".");
}

ReservedSpace::ReservedSpace(std::string const& path, std::size_t bytes) : path_(path) {
  int const file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  std::string const reason = file < 0 ? std::strerror(errno) : reserve(file, bytes + overhead);
  if (file >= 0) close(file);
  if (!reason.empty()) throw Hdf5Error("no disk space for " + std::to_string(bytes) + " more bytes: " + reason + ".");
}

ReservedSpace::~ReservedSpace() {
  std::error_code ignored;
  auto const size = std::filesystem::file_size(path_, ignored);
  if (!ignored) std::filesystem::resize_file(path_, size, ignored);
}

Handle open_file(std::string const& path, unsigned flags) {
  Handle const access(check(H5Pcreate(H5P_FILE_ACCESS), "H5Pcreate", path), H5Pclose);
#if H5_VERSION_GE(1, 10, 7)
  if (flags == H5F_ACC_RDWR) check_status(H5Pset_file_locking(access, false, true), "H5Pset_file_locking", path);
#endif
  return {check(H5Fopen(path.c_str(), flags, access), "H5Fopen", path), H5Fclose};
}

Handle new_group(hid_t parent, std::string const& name) {
  return {check(H5Gcreate2(parent, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "H5Gcreate2", name), H5Gclose};
}

Handle space_of(std::vector<hsize_t> const& extent, std::string const& name) {
  auto const dimension = static_cast<int>(extent.size());
  return {check(dimension == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(dimension, extent.data(), nullptr),
                "H5Screate", name),
          H5Sclose};
}

namespace {

hid_t real_type(int bytes) {
  return bytes == 4 ? H5T_NATIVE_FLOAT : bytes == 8 ? H5T_NATIVE_DOUBLE : H5T_NATIVE_LDOUBLE;
}

hid_t integer_type(int bytes) {
  return bytes == 1   ? H5T_NATIVE_INT8
         : bytes == 2 ? H5T_NATIVE_INT16
         : bytes == 4 ? H5T_NATIVE_INT32
                      : H5T_NATIVE_INT64;
}

hid_t complex_type(int bytes) {
  auto const size = static_cast<std::size_t>(bytes);
  hid_t const type = H5Tcreate(H5T_COMPOUND, size);
  H5Tinsert(type, "real", 0, real_type(bytes / 2));
  H5Tinsert(type, "imag", size / 2, real_type(bytes / 2));
  return type;
}

} // namespace

Handle data_type(int variable_type) {
  int const bytes = CCTK_VarTypeSize(variable_type);
  if (variable_type == CCTK_VARIABLE_BYTE) return {H5Tcopy(H5T_NATIVE_UCHAR), H5Tclose};
  if (variable_type == CCTK_VARIABLE_CHAR) return {H5Tcopy(H5T_NATIVE_CHAR), H5Tclose};
  if (thorntools::is_integer_type(variable_type)) return {H5Tcopy(integer_type(bytes)), H5Tclose};
  if (thorntools::is_real_type(variable_type)) return {H5Tcopy(real_type(bytes)), H5Tclose};
  if (thorntools::is_complex_type(variable_type)) return {complex_type(bytes), H5Tclose};
  throw Hdf5Error("HDF5 files have no type for " + std::string(CCTK_VarTypeName(variable_type)) + ".");
}

int type_in_file(int variable_type, bool in_single_precision) {
  bool const is_double = variable_type == CCTK_VARIABLE_REAL || variable_type == CCTK_VARIABLE_REAL8;
  return in_single_precision && is_double ? CCTK_VARIABLE_REAL4 : variable_type;
}

namespace {

Handle text_type(std::string const& text) {
  Handle type{check(H5Tcopy(H5T_C_S1), "H5Tcopy", "text"), H5Tclose};
  check_status(H5Tset_size(type, text.size() + 1), "H5Tset_size", "text");
  return type;
}

void write(hid_t object, std::string const& name, hid_t type, hid_t space, void const* value) {
  Handle const attribute{
      check(H5Acreate2(object, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), "H5Acreate2", name), H5Aclose};
  check_status(H5Awrite(attribute, type, value), "H5Awrite", name);
}

struct Writer {
  hid_t object;
  std::string const& name;

  static hid_t type_of(int) { return H5T_NATIVE_INT; }
  static hid_t type_of(double) { return H5T_NATIVE_DOUBLE; }

  template <class Number>
  void operator()(Number value) const {
    write(object, name, type_of(value), space_of({}, name), &value);
  }
  template <class Number>
  void operator()(std::vector<Number> const& values) const {
    write(object, name, type_of(Number{}), space_of({values.size()}, name), values.data());
  }
  void operator()(std::string const& value) const {
    write(object, name, text_type(value), space_of({}, name), value.c_str());
  }
};

/// Returns the creation properties of a dataset. It has no time stamps, so that equal data give files with equal bytes.
Handle creation_properties(std::string const& name) {
  Handle properties{check(H5Pcreate(H5P_DATASET_CREATE), "H5Pcreate", name), H5Pclose};
  check_status(H5Pset_obj_track_times(properties, false), "H5Pset_obj_track_times", name);
  return properties;
}

} // namespace

void write_attributes(hid_t object, std::vector<Attribute> const& attributes) {
  for (auto const& attribute : attributes) std::visit(Writer{object, attribute.name}, attribute.value);
}

void write_text(hid_t group, std::string const& name, std::string const& text) {
  Handle const type = text_type(text), properties = creation_properties(name);
  Handle const dataset{
      check(H5Dcreate2(group, name.c_str(), type, space_of({}, name), H5P_DEFAULT, properties, H5P_DEFAULT),
            "H5Dcreate2", name),
      H5Dclose};
  check_status(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()), "H5Dwrite", name);
}

namespace {

/// Upper bound of the size of a chunk in bytes.
constexpr std::size_t chunk_bytes = std::size_t{1} << 22;

/// The extent of a dataset in the file, slowest index first.
std::vector<hsize_t> file_extent(Dataset const& dataset) { return {dataset.extent.rbegin(), dataset.extent.rend()}; }

std::vector<hsize_t> chunk_of(std::vector<hsize_t> extent, std::size_t element_bytes) {
  for (auto& n : extent) {
    std::size_t bytes = element_bytes;
    for (auto const m : extent) bytes *= m;
    if (bytes > chunk_bytes) n = std::max<hsize_t>(1, n * chunk_bytes / bytes);
  }
  return extent;
}

bool is_compressed(Dataset const& dataset) {
  return dataset.compression.level > 0 && size_of(dataset) > dataset.compression.minimum_bytes;
}

/// Adds chunks, compression and checksums to the creation properties if the dataset requires them.
Handle creation_properties(Dataset const& dataset, std::vector<hsize_t> const& extent, std::size_t element_bytes) {
  Handle properties = creation_properties(dataset.name);
  if (!has_chunks(dataset)) {
    check_status(H5Pset_alloc_time(properties, H5D_ALLOC_TIME_EARLY), "H5Pset_alloc_time", dataset.name);
    check_status(H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER), "H5Pset_fill_time", dataset.name);
    return properties;
  }
  auto const chunk = chunk_of(extent, element_bytes);
  check_status(H5Pset_chunk(properties, static_cast<int>(chunk.size()), chunk.data()), "H5Pset_chunk", dataset.name);
  if (is_compressed(dataset)) {
    check_status(H5Pset_shuffle(properties), "H5Pset_shuffle", dataset.name);
    check_status(H5Pset_deflate(properties, static_cast<unsigned>(dataset.compression.level)), "H5Pset_deflate",
                 dataset.name);
  }
  if (dataset.compression.has_checksums) check_status(H5Pset_fletcher32(properties), "H5Pset_fletcher32", dataset.name);
  return properties;
}

} // namespace

std::size_t size_of(Dataset const& dataset) {
  auto bytes = static_cast<std::size_t>(CCTK_VarTypeSize(dataset.variable_type));
  for (auto const n : dataset.extent) bytes *= n;
  return bytes;
}

bool has_chunks(Dataset const& dataset) {
  return !dataset.extent.empty() && size_of(dataset) > 0 &&
         (is_compressed(dataset) || dataset.compression.has_checksums);
}

void write_dataset(hid_t file, Dataset const& dataset) {
  Handle object = new_dataset(file, dataset);
  check_status(H5Dwrite(object, data_type(dataset.variable_type), H5S_ALL, H5S_ALL, H5P_DEFAULT, dataset.data),
               "H5Dwrite", dataset.name);
  object.close(dataset.name);
}

void write_scalar(hid_t object, Dataset const& dataset, std::byte const* value) {
  check_status(H5Dwrite(object, data_type(dataset.variable_type), H5S_ALL, H5S_ALL, H5P_DEFAULT, value), "H5Dwrite",
               dataset.name);
}

Handle new_dataset(hid_t file, Dataset const& dataset) {
  auto const& name = dataset.name;
  if (check(H5Lexists(file, name.c_str(), H5P_DEFAULT), "H5Lexists", name) > 0)
    check_status(H5Ldelete(file, name.c_str(), H5P_DEFAULT), "H5Ldelete", name);
  Handle const type = data_type(dataset.variable_type);
  auto const extent = file_extent(dataset);
  Handle const properties = creation_properties(dataset, extent, H5Tget_size(type));
  Handle object{
      check(H5Dcreate2(file, name.c_str(), type, space_of(extent, name), H5P_DEFAULT, properties, H5P_DEFAULT),
            "H5Dcreate2", name),
      H5Dclose};
  write_attributes(object, dataset.attributes);
  return object;
}

std::size_t planes_per_part(Dataset const& dataset) {
  if (dataset.extent.empty()) return 1;
  Handle const type = data_type(dataset.variable_type);
  return chunk_of(file_extent(dataset), H5Tget_size(type)).front();
}

void write_planes(hid_t object, Dataset const& dataset, std::size_t first, std::size_t n, std::byte const* values) {
  auto const& name = dataset.name;
  auto count = file_extent(dataset);
  std::vector<hsize_t> start(count.size(), 0);
  start.front() = first;
  count.front() = n;
  Handle const space{check(H5Dget_space(object), "H5Dget_space", name), H5Sclose};
  check_status(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr),
               "H5Sselect_hyperslab", name);
  check_status(H5Dwrite(object, data_type(dataset.variable_type), space_of(count, name), space, H5P_DEFAULT, values),
               "H5Dwrite", name);
}

void add_link(hid_t file, std::string const& dataset, std::string const& path) {
  auto const group = path.substr(0, path.rfind('/'));
  if (check(H5Lexists(file, group.c_str(), H5P_DEFAULT), "H5Lexists", group) == 0) new_group(file, group);
  if (check(H5Lexists(file, path.c_str(), H5P_DEFAULT), "H5Lexists", path) > 0)
    check_status(H5Ldelete(file, path.c_str(), H5P_DEFAULT), "H5Ldelete", path);
  check_status(H5Lcreate_hard(file, dataset.c_str(), file, path.c_str(), H5P_DEFAULT, H5P_DEFAULT), "H5Lcreate_hard",
               path);
}

NumberType number_type(hid_t type) {
  auto const bytes = H5Tget_size(type);
  if (H5Tget_class(type) == H5T_FLOAT) return {bytes <= sizeof(double) ? "Float" : "", bytes};
  if (H5Tget_class(type) != H5T_INTEGER) return {};
  bool const is_unsigned = H5Tget_sign(type) == H5T_SGN_NONE;
  return {bytes == 1 ? (is_unsigned ? "UChar" : "Char") : bytes == 2 ? "Short" : "Int", bytes};
}

} // namespace iohdf5
