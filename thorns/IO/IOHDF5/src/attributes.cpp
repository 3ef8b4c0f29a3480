// One overload per kind of value.
#include "attributes.hpp"

namespace iohdf5 {
namespace {

Handle scalar_space() { return {check(H5Screate(H5S_SCALAR), "H5Screate", "attribute"), H5Sclose}; }

Handle list_space(std::size_t size) {
  hsize_t const extent[] = {size};
  return {check(H5Screate_simple(1, extent, nullptr), "H5Screate_simple", "attribute"), H5Sclose};
}

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

  void operator()(int value) const { write(object, name, H5T_NATIVE_INT, scalar_space(), &value); }
  void operator()(double value) const { write(object, name, H5T_NATIVE_DOUBLE, scalar_space(), &value); }
  void operator()(std::string const& value) const {
    write(object, name, text_type(value), scalar_space(), value.c_str());
  }
  void operator()(std::vector<int> const& value) const {
    write(object, name, H5T_NATIVE_INT, list_space(value.size()), value.data());
  }
  void operator()(std::vector<double> const& value) const {
    write(object, name, H5T_NATIVE_DOUBLE, list_space(value.size()), value.data());
  }
};

} // namespace

void write_attributes(hid_t object, std::vector<Attribute> const& attributes) {
  for (auto const& attribute : attributes) std::visit(Writer{object, attribute.name}, attribute.value);
}

void write_text(hid_t group, std::string const& name, std::string const& text) {
  Handle const type = text_type(text);
  Handle const space = scalar_space();
  Handle const properties{check(H5Pcreate(H5P_DATASET_CREATE), "H5Pcreate", name), H5Pclose};
  check_status(H5Pset_obj_track_times(properties, false), "H5Pset_obj_track_times", name);
  Handle const dataset{
      check(H5Dcreate2(group, name.c_str(), type, space, H5P_DEFAULT, properties, H5P_DEFAULT), "H5Dcreate2", name),
      H5Dclose};
  check_status(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()), "H5Dwrite", name);
}

} // namespace iohdf5
