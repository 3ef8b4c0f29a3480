#include "cctk.h"
#ifdef HAVE_CAPABILITY_IOHDF5

#include "inputs.hpp"

#include "IO/IOHDF5/src/hdf5_objects.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace analysis {

namespace base = chemora::base;
namespace patterns = chemora::patterns;

namespace {

using namespace iohdf5;

class Reader {
public:
  explicit Reader(std::string file) : path_(std::move(file)), file_(open_file(path_, H5F_ACC_RDONLY)) {}

  bool has(std::string const& object) const {
    return check(H5Lexists(file_, object.c_str(), H5P_DEFAULT), "H5Lexists", object) > 0;
  }

  /// Returns the numbers of a dataset with `rank` axes; of the member `member` of compounds if it is not empty.
  patterns::ArrayValue numbers(std::string const& object, int rank, patterns::Kind kind,
                               std::string const& member = "") {
    Handle const dataset{check(H5Dopen2(file_, object.c_str(), H5P_DEFAULT), "H5Dopen2", object), H5Dclose};
    Handle const space{check(H5Dget_space(dataset), "H5Dget_space", object), H5Sclose};
    int const n_axes = static_cast<int>(check(H5Sget_simple_extent_ndims(space), "H5Sget_simple_extent_ndims", object));
    if (n_axes != rank) fail(object, fmt::format("has {} axes; the input has {}", n_axes, rank));
    check_type(dataset, object, kind, member);
    std::vector<hsize_t> extents(static_cast<std::size_t>(rank));
    check(H5Sget_simple_extent_dims(space, extents.data(), nullptr), "H5Sget_simple_extent_dims", object);
    patterns::ArrayValue value;
    std::size_t n = 1;
    for (hsize_t const extent : extents) {
      value.extents.push_back(static_cast<long>(extent));
      n *= extent;
    }
    value.numbers.resize(n);
    Handle const compound{H5Tcreate(H5T_COMPOUND, sizeof(double)), H5Tclose};
    if (!member.empty()) check_status(H5Tinsert(compound, member.c_str(), 0, H5T_NATIVE_DOUBLE), "H5Tinsert", object);
    hid_t const type = member.empty() ? H5T_NATIVE_DOUBLE : static_cast<hid_t>(compound);
    check_status(H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value.numbers.data()), "H5Dread", object);
    return value;
  }

private:
  [[noreturn]] void fail(std::string const& object, std::string const& message) const {
    throw base::UserError({path_, 0, 0}, fmt::format("The dataset `{}` {}.", object, message));
  }

  void check_type(hid_t dataset, std::string const& object, patterns::Kind kind, std::string const& member) const {
    Handle const type{check(H5Dget_type(dataset), "H5Dget_type", object), H5Tclose};
    H5T_class_t found = H5Tget_class(type);
    std::string what = "values";
    if (!member.empty()) {
      int const index = found == H5T_COMPOUND ? H5Tget_member_index(type, member.c_str()) : -1;
      if (index < 0) fail(object, fmt::format("has no member `{}`, which is a field of the structure", member));
      found = H5Tget_member_class(type, static_cast<unsigned>(index));
      what = fmt::format("a member `{}`", member);
    }
    bool const is_real = kind == patterns::Kind::real;
    if (found == H5T_INTEGER || (is_real && found == H5T_FLOAT)) return;
    fail(object, fmt::format("has {} of another type; expected {}", what, is_real ? "numbers" : "integers"));
  }

  std::string path_;
  Handle file_;
};

patterns::ArrayValue structures(Reader& reader, patterns::Structure const& structure, std::string const& object) {
  patterns::ArrayValue value;
  std::size_t const n_fields = structure.fields.size();
  for (std::size_t f = 0; f < n_fields; ++f) {
    patterns::ArrayValue const field = reader.numbers(object, 1, structure.fields[f].kind, structure.fields[f].name);
    value.extents = field.extents;
    value.numbers.resize(field.numbers.size() * n_fields);
    for (std::size_t n = 0; n < field.numbers.size(); ++n) value.numbers[n * n_fields + f] = field.numbers[n];
  }
  return value;
}

std::map<std::string, patterns::ArrayValue> matrix_arrays(Reader& reader, patterns::Program const& program,
                                                          patterns::Program::Csr const& matrix,
                                                          std::string const& object) {
  std::map<std::string, patterns::ArrayValue> arrays;
  auto const& values = program.variables[static_cast<std::size_t>(matrix.value)];
  arrays[matrix.name + ".first"] = reader.numbers(object + "/first", 1, patterns::Kind::integer);
  auto const& columns = arrays[matrix.name + ".column"] =
      reader.numbers(object + "/column", 1, patterns::Kind::integer);
  arrays[matrix.name + ".value"] =
      reader.has(object + "/value")
          ? reader.numbers(object + "/value", 1, values.type.element->kind)
          : patterns::ArrayValue{columns.extents, std::vector<double>(columns.numbers.size(), 1)};
  return arrays;
}

} // namespace

std::map<std::string, patterns::ArrayValue> read_hdf5(patterns::Program const& program, std::string const& name,
                                                      std::string const& file, std::string const& object) {
  try {
    prepare_library();
    Reader reader(file);
    for (patterns::Program::Csr const& matrix : program.matrices)
      if (matrix.name == name) return matrix_arrays(reader, program, matrix, object);
    patterns::Variable const& variable = program.variables.at(static_cast<std::size_t>(program.find(name)));
    patterns::Type const& element = *variable.type.element;
    if (element.kind == patterns::Kind::structure)
      return {{name, structures(reader, program.structure(element.structure), object)}};
    return {{name, reader.numbers(object, variable.type.rank, element.kind)}};
  } catch (Hdf5Error const& error) {
    throw base::UserError({file, 0, 0}, error.what());
  }
}

} // namespace analysis

#endif
