/// Wraps the HDF5 library. The functions reserve disk space, write attributes and datasets, and throw an exception if a
/// call fails.
#pragma once

#include "xdmf/xdmf_text.hpp"

#include <cstddef>
#include <hdf5.h>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace iohdf5 {

/// A call to the HDF5 library failed. The message contains the call, the object and the reasons of the library.
class Hdf5Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Returns the id. Throws Hdf5Error if it is negative: "H5Dcreate2 failed for `u it=0`: ...". `object` is its name.
hid_t check(hid_t id, char const* call, std::string const& object);
void check_status(herr_t status, char const* call, std::string const& object);

/// Owns an id of the library and closes it in the destructor.
class Handle {
public:
  using Close = herr_t (*)(hid_t);
  Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle(Handle const&) = delete;
  Handle& operator=(Handle const&) = delete;
  Handle& operator=(Handle&&) = delete;
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }

  /// Closes the id and throws Hdf5Error on failure. Files need this call, because the library may write their last data
  /// only when it closes them.
  void close(std::string const& object);

private:
  hid_t id_;
  Close close_;
};

/// Callers must call prepare_library() before any other HDF5 function. It disables the library's messages and its
/// actions at program exit.
void prepare_library();

/// Creates an HDF5 file without objects and replaces an existing file. If the HDF5 library created the file instead,
/// it would release the reserved space, and would not recover from a full disk. Throws Hdf5Error.
void make_empty_file(std::string const& path);

/// Reserves disk space after the end of a file during its lifetime.
///
/// The HDF5 library does not recover from a failed write, which destroys the previous content of the file. Therefore
/// the space is reserved first: a full disk, a quota or a limit of the file size raise an Hdf5Error before the library
/// is called, and the file remains unchanged.
class ReservedSpace {
public:
  /// The file must exist. Afterwards, the HDF5 library must open this file and must not create it again.
  ReservedSpace(std::string const& path, std::size_t bytes);
  ReservedSpace(ReservedSpace const&) = delete;
  ReservedSpace& operator=(ReservedSpace const&) = delete;

  /// Releases the unused space.
  ~ReservedSpace();

private:
  std::string path_;
};

/// Opens a file with H5F_ACC_RDONLY or H5F_ACC_RDWR. Writing does not lock the file, so that a program that has it open
/// for reading cannot cause the loss of output. Throws Hdf5Error.
Handle open_file(std::string const& path, unsigned flags);

/// Creates a group. Throws Hdf5Error.
Handle new_group(hid_t parent, std::string const& name);

/// The dataspace of an array with this extent, slowest index first. An empty extent denotes a scalar. Throws
/// Hdf5Error.
Handle space_of(std::vector<hsize_t> const& extent, std::string const& name);

/// The HDF5 type for a CCTK_VARIABLE_* type. Complex numbers are compounds of `real` and `imag`. Throws Hdf5Error if
/// no such type exists.
Handle data_type(int variable_type);

/// The type of a dataset in XDMF; without a kind if XDMF does not have this type.
NumberType number_type(hid_t type);

/// Returns the type of the values in the file. In single precision, real numbers have 4 bytes.
int type_in_file(int variable_type, bool in_single_precision);

/// The value of an attribute. A std::vector becomes a one-dimensional attribute. Other values become scalar attributes.
using AttributeValue = std::variant<int, double, std::string, std::vector<int>, std::vector<double>>;

struct Attribute {
  std::string name;
  AttributeValue value;
};

void write_attributes(hid_t object, std::vector<Attribute> const& attributes);

/// Stores a text as a dataset of fixed length, because attributes have a limited size.
void write_text(hid_t group, std::string const& name, std::string const& text);

/// How a dataset is stored.
struct Compression {
  int level = 0;                 ///< 0: none, to 9
  std::size_t minimum_bytes = 0; ///< smaller datasets are not compressed
  bool has_checksums = false;
};

/// One variable at one iteration.
struct Dataset {
  std::string name;
  int variable_type = 0;                ///< CCTK_VARIABLE_* of the bytes
  std::vector<std::size_t> extent = {}; ///< x first; stored with x last, in the order of C arrays; empty for a scalar
  std::byte const* data = nullptr;
  std::size_t bytes = 0;
  std::vector<Attribute> attributes = {};
  Compression compression = {};
};

/// Writes a dataset and replaces an existing dataset of the same name. Throws Hdf5Error.
void write_dataset(hid_t file, Dataset const& dataset);

/// The bytes of all values of a dataset.
std::size_t size_of(Dataset const& dataset);

/// Whether a dataset is stored in chunks, because it is compressed or has checksums.
bool has_chunks(Dataset const& dataset);

/// Creates a dataset with its attributes and without values (`data` is not used), and replaces an existing dataset of
/// the same name. The space of its values is allocated at once, so that the file does not depend on how they are
/// written. Throws Hdf5Error.
Handle new_dataset(hid_t file, Dataset const& dataset);

/// Returns the number of planes (indices of the slowest direction) that should be written together: about 4 MiB, and
/// whole chunks of a dataset that is compressed or has checksums.
std::size_t planes_per_part(Dataset const& dataset);

/// Writes the value of a dataset without extent. Throws Hdf5Error.
void write_scalar(hid_t object, Dataset const& dataset, std::byte const* value);

/// Adds a second link to a dataset, in the group of its path, and replaces an older link of this path. Throws
/// Hdf5Error.
void add_link(hid_t file, std::string const& dataset, std::string const& path);

/// Writes `n` planes from the plane `first`. Throws Hdf5Error.
void write_planes(hid_t object, Dataset const& dataset, std::size_t first, std::size_t n, std::byte const* values);

} // namespace iohdf5
