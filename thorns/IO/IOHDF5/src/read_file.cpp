#include "read_file.hpp"

#include "hdf5_objects.hpp"

#include <algorithm>
#include <limits>

namespace iohdf5 {
namespace {

herr_t add_link(hid_t, char const* name, H5L_info_t const*, void* objects) {
  if (auto const stored = parse_object_name(name))
    static_cast<std::vector<StoredObject>*>(objects)->push_back({*stored, name});
  return 0;
}

bool has_attribute(hid_t object, std::string const& name) {
  return check(H5Aexists(object, name.c_str()), "H5Aexists", name) > 0;
}

bool has_link(hid_t place, std::string const& name) {
  return check(H5Lexists(place, name.c_str(), H5P_DEFAULT), "H5Lexists", name) > 0;
}

Handle open_attribute(hid_t object, std::string const& name) {
  return {check(H5Aopen(object, name.c_str(), H5P_DEFAULT), "H5Aopen", name), H5Aclose};
}

std::size_t n_values(Handle const& attribute, std::string const& name) {
  Handle const space{check(H5Aget_space(attribute), "H5Aget_space", name), H5Sclose};
  return static_cast<std::size_t>(std::max<hssize_t>(0, H5Sget_simple_extent_npoints(space)));
}

void expect_values(Handle const& attribute, std::string const& name, std::size_t size) {
  auto const n = n_values(attribute, name);
  if (n != size)
    throw Hdf5Error("the attribute `" + name + "` has " + std::to_string(n) + " values, not " + std::to_string(size));
}

std::vector<int> read_list(hid_t object, std::string const& name, std::size_t size) {
  Handle const attribute = open_attribute(object, name);
  expect_values(attribute, name, size);
  std::vector<int> numbers(size);
  check_status(H5Aread(attribute, H5T_NATIVE_INT, numbers.data()), "H5Aread", name);
  return numbers;
}

Handle open_object(hid_t place, std::string const& name) {
  return {check(H5Oopen(place, name.c_str(), H5P_DEFAULT), "H5Oopen", name), H5Oclose};
}

Piece piece_of(Handle&& dataset, std::string const& name) {
  Handle const space{check(H5Dget_space(dataset), "H5Dget_space", name), H5Sclose};
  auto const n = static_cast<std::size_t>(check(H5Sget_simple_extent_ndims(space), "H5Sget_simple_extent_ndims", name));
  std::vector<hsize_t> shape(n);
  if (n > 0) H5Sget_simple_extent_dims(space, shape.data(), nullptr);
  Piece piece;
  piece.stored.begin =
      has_attribute(dataset, "chunk_origin") ? read_list(dataset, "chunk_origin", n) : std::vector<int>(n, 0);
  for (std::size_t d = 0; d < n; ++d) {
    auto const begin = piece.stored.begin[d];
    if (begin < 0 || shape[n - 1 - d] > static_cast<hsize_t>(std::numeric_limits<int>::max() - begin))
      throw Hdf5Error("`" + name + "` is outside of any grid");
    piece.stored.end.push_back(begin + static_cast<int>(shape[n - 1 - d]));
  }
  if (has_attribute(dataset, "owned_begin"))
    piece.owned =
        intersection(Box{read_list(dataset, "owned_begin", n), read_list(dataset, "owned_end", n)}, piece.stored);
  piece.dataset = std::make_unique<Handle>(std::move(dataset));
  return piece;
}

template <class Number>
Number read_number(hid_t file, std::string const& group, std::string const& name, hid_t type) {
  Handle const place = open_object(file, group);
  Handle const attribute = open_attribute(place, name);
  expect_values(attribute, name, 1);
  Number value{};
  check_status(H5Aread(attribute, type, &value), "H5Aread", name);
  return value;
}

std::string kind_of(H5T_class_t kind) {
  switch (kind) {
  case H5T_INTEGER:
    return "integers";
  case H5T_FLOAT:
    return "real numbers";
  case H5T_COMPOUND:
    return "complex numbers or other compounds";
  case H5T_STRING:
    return "text";
  default:
    return "values of another kind";
  }
}

void expect_type(hid_t dataset, hid_t expected, std::string const& path) {
  Handle const stored{check(H5Dget_type(dataset), "H5Dget_type", path), H5Tclose};
  auto const stored_class = H5Tget_class(stored), expected_class = H5Tget_class(expected);
  if (stored_class != expected_class)
    throw Hdf5Error("it contains " + kind_of(stored_class) + " in the file, and " + kind_of(expected_class) +
                    " in the run");
  if (expected_class == H5T_INTEGER && H5Tget_size(stored) > H5Tget_size(expected))
    throw Hdf5Error("it contains integers of " + std::to_string(H5Tget_size(stored)) + " bytes in the file, and of " +
                    std::to_string(H5Tget_size(expected)) + " bytes in the run");
}

/// Reads a text of variable length.
std::string variable_text(hid_t dataset, hid_t type, std::string const& name) {
  char* text = nullptr;
  check_status(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, &text), "H5Dread", name);
  std::string const copy = text ? text : "";
  H5free_memory(text);
  return copy;
}

} // namespace

InputFile::InputFile(std::string path) : path_(std::move(path)), file_(open_file(path_, H5F_ACC_RDONLY)) {
  check_status(H5Literate(file_, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, add_link, &objects_), "H5Literate", path_);
}

std::vector<Piece> InputFile::pieces(StoredObject const& object) const {
  std::vector<Piece> pieces;
  Handle place = open_object(file_, object.link);
  if (H5Iget_type(place) == H5I_DATASET) {
    pieces.push_back(piece_of(std::move(place), object.link));
    return pieces;
  }
  for (int n = 0; has_link(place, chunk_name(n)); ++n)
    pieces.push_back(piece_of(open_object(place, chunk_name(n)), object.link));
  return pieces;
}

std::optional<std::vector<int>> InputFile::global_size(StoredObject const& object) const {
  Handle const place = open_object(file_, object.link);
  if (!has_attribute(place, "global_size")) return std::nullopt;
  auto const n = n_values(open_attribute(place, "global_size"), "global_size");
  return read_list(place, "global_size", n);
}

void InputFile::read(Piece const& piece, Box const& box, int variable_type, void* values) const {
  if (box.n_points() == 0) return;
  Handle const expected = data_type(variable_type);
  expect_type(*piece.dataset, expected, path_);
  Handle const space{check(H5Dget_space(*piece.dataset), "H5Dget_space", path_), H5Sclose};
  std::vector<hsize_t> start, count;
  for (std::size_t d = box.begin.size(); d-- > 0;) { // datasets have the dimensions z, y, x in this order
    start.push_back(static_cast<hsize_t>(box.begin[d] - piece.stored.begin[d]));
    count.push_back(static_cast<hsize_t>(box.end[d] - box.begin[d]));
  }
  if (!start.empty())
    check_status(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr),
                 "H5Sselect_hyperslab", path_);
  Handle const memory = space_of(count, path_);
  check_status(H5Dread(*piece.dataset, expected, memory, space, H5P_DEFAULT, values), "H5Dread", path_);
}

int InputFile::number(std::string const& group, std::string const& attribute) const {
  return read_number<int>(file_, group, attribute, H5T_NATIVE_INT);
}

double InputFile::real(std::string const& group, std::string const& attribute) const {
  return read_number<double>(file_, group, attribute, H5T_NATIVE_DOUBLE);
}

bool InputFile::has(std::string const& group, std::string const& attribute) const {
  return has_link(file_, group) && has_attribute(open_object(file_, group), attribute);
}

std::vector<double> InputFile::reals(std::string const& object, std::string const& attribute) const {
  Handle const place = open_object(file_, object), values = open_attribute(place, attribute);
  std::vector<double> numbers(n_values(values, attribute));
  check_status(H5Aread(values, H5T_NATIVE_DOUBLE, numbers.data()), "H5Aread", attribute);
  return numbers;
}

bool InputFile::has_object(std::string const& path) const {
  std::string const parent = path.substr(0, path.rfind('/'));
  return has_link(file_, parent) && has_link(file_, path);
}

std::pair<std::vector<std::size_t>, NumberType> InputFile::shape_and_type(std::string const& dataset) const {
  Handle const object = open_object(file_, dataset);
  Handle const space{check(H5Dget_space(object), "H5Dget_space", dataset), H5Sclose};
  Handle const type{check(H5Dget_type(object), "H5Dget_type", dataset), H5Tclose};
  std::vector<hsize_t> shape(
      static_cast<std::size_t>(check(H5Sget_simple_extent_ndims(space), "H5Sget_simple_extent_ndims", dataset)));
  if (!shape.empty()) H5Sget_simple_extent_dims(space, shape.data(), nullptr);
  return {{shape.begin(), shape.end()}, number_type(type)};
}

std::string InputFile::text(std::string const& group, std::string const& dataset) const {
  if (!has_link(file_, group)) return "";
  Handle const place = open_object(file_, group);
  if (!has_link(place, dataset)) return "";
  Handle const object = open_object(place, dataset);
  Handle const type{check(H5Dget_type(object), "H5Dget_type", dataset), H5Tclose};
  Handle const space{check(H5Dget_space(object), "H5Dget_space", dataset), H5Sclose};
  auto const n = static_cast<std::size_t>(std::max<hssize_t>(0, H5Sget_simple_extent_npoints(space)));
  if (n == 1 && H5Tis_variable_str(type) > 0) return variable_text(object, type, dataset);
  if (H5Tget_class(type) != H5T_STRING && H5Tget_size(type) != 1) throw Hdf5Error("`" + dataset + "` is not text");
  std::string text(n * H5Tget_size(type), '\0');
  if (text.empty()) return "";
  check_status(H5Dread(object, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), "H5Dread", dataset);
  return text.c_str();
}

} // namespace iohdf5
