// What the tags of a group say about its variables in a mirror.
#pragma once

#include "Numerics/ThornTools/src/parity/tensor_parity.hpp"

#include "cctk.h"
#include "util_ErrorCodes.h"
#include "util_Table.h"

#include <algorithm>
#include <optional>
#include <string>

namespace thorntools {

namespace mirror_tags {

// Inline functions are the same in all thorns: so is the thorn that their messages name.
inline constexpr char const* thorn = "ThornTools";

// A variable in its group, and in the tensor; the variables of vectors of tensors count by their tensor.
struct Place {
  int group, variable, n_variables, component, n_components;
};

// Two layouts of vector groups: a vector of tensors, v1[n] v2[n] v3[n]; or one vector whose elements are the tensor's.
inline Place place_of(int variable) {
  int const group = CCTK_GroupIndexFromVarI(variable);
  cGroup declared;
  CCTK_GroupData(group, &declared);
  int const length = std::max(1, static_cast<int>(declared.vectorlength));
  int const v = variable - CCTK_FirstVarIndexI(group), n = declared.numvars;
  if (n == length) return {group, v, n, v, n};
  return {group, v, n, v / length, n / length};
}

inline std::optional<std::string> tag(int group, char const* key) {
  int const table = CCTK_GroupTagsTableI(group);
  int const length = Util_TableGetString(table, 0, nullptr, key);
  if (length == UTIL_ERROR_TABLE_NO_SUCH_KEY) return std::nullopt;
  if (length < 0)
    CCTK_VError(__LINE__, __FILE__, thorn, "The tag %s of group '%s' is no text.", key, CCTK_FullGroupName(group));
  std::string value(length + 1, '\0');
  Util_TableGetString(table, length + 1, value.data(), key);
  value.resize(length);
  return value;
}

inline std::string tensor_type(int group) { return tag(group, "tensortypealias").value_or("scalar"); }

[[noreturn]] inline void refuse(Place const& place, std::string const& type, char const* why) {
  CCTK_VError(__LINE__, __FILE__, thorn,
              "Group '%s' with %d components cannot be mirrored as the tensor type '%s': %s.",
              CCTK_FullGroupName(place.group), place.n_components, type.c_str(), why);
}

inline Signs signs_by_type(Place const& place) {
  std::string const type = tensor_type(place.group);
  if (CCTK_EQUALS(type.c_str(), "ManualCartesian")) {
    auto const signs = parse_signs(tag(place.group, "cartesianreflectionparities").value_or(""));
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

} // namespace mirror_tags

// Whether the tags of its group say anything about a variable's signs.
inline bool has_mirror_tags(int variable) {
  int const table = CCTK_GroupTagsTableI(CCTK_GroupIndexFromVarI(variable));
  for (char const* const key : {"mirrorsigns", "tensortypealias", "tensorparity"})
    if (Util_TableQueryValueInfo(table, nullptr, nullptr, key) == 1) return true;
  return false;
}

// From the tag mirrorsigns, where there is one; otherwise from tensortypealias (none: scalar), tensorparity and
// cartesianreflectionparities. Ends the run with a message when they make no sense for the group.
inline Signs signs_of_variable(int variable) {
  mirror_tags::Place const place = mirror_tags::place_of(variable);
  if (auto const text = mirror_tags::tag(place.group, "mirrorsigns")) {
    auto const all = parse_sign_list(*text);
    if (!all || static_cast<int>(all->size()) != place.n_variables)
      CCTK_VError(__LINE__, __FILE__, mirror_tags::thorn,
                  "The tag mirrorsigns of group '%s' is '%s'; it must be three of + and - for each of its %d "
                  "variables, with one space between two of them.",
                  CCTK_FullGroupName(place.group), text->c_str(), place.n_variables);
    return (*all)[place.variable];
  }
  Signs signs = mirror_tags::signs_by_type(place);
  CCTK_INT parity = 1;
  bool const is_manual = CCTK_EQUALS(mirror_tags::tensor_type(place.group).c_str(), "ManualCartesian");
  if (!is_manual && Util_TableGetInt(CCTK_GroupTagsTableI(place.group), &parity, "tensorparity") == 1)
    for (int& sign : signs) sign *= static_cast<int>(parity);
  return signs;
}

// Whether a variable lies half a spacing off the grid points of its group in a direction: tag staggertype (cell, face,
// edge or vertex; none: cell).
inline bool is_shifted(int variable, int direction) {
  mirror_tags::Place const place = mirror_tags::place_of(variable);
  std::string const type = mirror_tags::tag(place.group, "staggertype").value_or("cell");
  if (CCTK_EQUALS(type.c_str(), "cell")) return false;
  if (CCTK_EQUALS(type.c_str(), "vertex")) return true;
  bool const is_face = CCTK_EQUALS(type.c_str(), "face");
  if (!is_face && !CCTK_EQUALS(type.c_str(), "edge"))
    mirror_tags::refuse(place, mirror_tags::tensor_type(place.group),
                        "its tag staggertype is none of cell, face, edge, vertex");
  if (place.n_components != 3)
    mirror_tags::refuse(place, mirror_tags::tensor_type(place.group), "only vectors live on faces or edges");
  return is_face == (place.component == direction);
}

} // namespace thorntools
