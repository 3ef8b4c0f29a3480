// What the tags of a group say about its variables in a mirror.
#include "tensor_type.hpp"

#include "cctk.h"
#include "util_ErrorCodes.h"
#include "util_Table.h"

#include <algorithm>
#include <string>

namespace reflection {
namespace {

struct Place {
  int group, component, n_components; // in the tensor; the variables of vectors of tensors count by their tensor
};

// Two layouts of vector groups: a vector of tensors, v1[n] v2[n] v3[n]; or one vector whose elements are the tensor's.
Place place_of(int variable) {
  int const group = CCTK_GroupIndexFromVarI(variable);
  cGroup declared;
  CCTK_GroupData(group, &declared);
  int const length = std::max(1, static_cast<int>(declared.vectorlength));
  int const v = variable - CCTK_FirstVarIndexI(group);
  if (declared.numvars == length) return {group, v, declared.numvars};
  return {group, v / length, declared.numvars / length};
}

std::string tag(int group, char const* key, char const* otherwise) {
  char value[200] = "";
  int const n = Util_TableGetString(CCTK_GroupTagsTableI(group), sizeof value, value, key);
  if (n == UTIL_ERROR_TABLE_NO_SUCH_KEY) return otherwise;
  if (n < 0) CCTK_VERROR("The tag %s of group '%s' is no text.", key, CCTK_FullGroupName(group));
  return value;
}

[[noreturn]] void refuse(Place const& place, std::string const& type, char const* why) {
  CCTK_VERROR("Group '%s' with %d components cannot be mirrored as the tensor type '%s': %s.",
              CCTK_FullGroupName(place.group), place.n_components, type.c_str(), why);
}

Signs signs_by_type(Place const& place) {
  std::string const type = tag(place.group, "tensortypealias", "scalar");
  if (CCTK_EQUALS(type.c_str(), "ManualCartesian")) {
    auto const signs = parse_signs(tag(place.group, "cartesianreflectionparities", ""));
    if (!signs) refuse(place, type, "its tag cartesianreflectionparities must be three of + and -");
    return *signs;
  }
  if (CCTK_EQUALS(type.c_str(), "weylscalars_real")) {
    if (place.n_components != n_weyl_scalars) refuse(place, type, "it has 10 components");
    return signs_of_weyl_scalar(place.component);
  }
  auto const components = components_of(type);
  if (!components) refuse(place, type, "there is no such type");
  if (components->size() == 1) return {1, 1, 1}; // a group of any number of scalars
  if (place.n_components != static_cast<int>(components->size()))
    refuse(place, type, ("it has " + std::to_string(components->size()) + " components").c_str());
  return signs_of((*components)[place.component]);
}

} // namespace

Signs signs_of_variable(int variable) {
  Place const place = place_of(variable);
  Signs signs = signs_by_type(place);
  CCTK_INT parity = 1;
  bool const is_manual = CCTK_EQUALS(tag(place.group, "tensortypealias", "scalar").c_str(), "ManualCartesian");
  if (!is_manual && Util_TableGetInt(CCTK_GroupTagsTableI(place.group), &parity, "tensorparity") == 1)
    for (int& sign : signs) sign *= static_cast<int>(parity);
  return signs;
}

bool is_shifted(int variable, int direction) {
  Place const place = place_of(variable);
  std::string const type = tag(place.group, "staggertype", "cell");
  if (CCTK_EQUALS(type.c_str(), "cell")) return false;
  if (CCTK_EQUALS(type.c_str(), "vertex")) return true;
  bool const is_face = CCTK_EQUALS(type.c_str(), "face");
  if (!is_face && !CCTK_EQUALS(type.c_str(), "edge"))
    refuse(place, tag(place.group, "tensortypealias", "scalar"),
           "its tag staggertype is none of cell, face, edge, vertex");
  if (place.n_components != 3)
    refuse(place, tag(place.group, "tensortypealias", "scalar"), "only vectors live on faces or edges");
  return is_face == (place.component == direction);
}

} // namespace reflection
