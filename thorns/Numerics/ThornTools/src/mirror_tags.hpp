/// Signs of variables under reflection, from the tags of their groups.
#pragma once

#include "Numerics/ThornTools/src/algorithms/tensor_parity.hpp"

#include "cctk.h"
#include "util_ErrorCodes.h"
#include "util_Table.h"

#include <algorithm>
#include <optional>
#include <string>

namespace thorntools {

namespace mirror_tags {

/// The thorn name in error messages. All thorns that include this header must use the same name, because the linker
/// merges inline functions.
inline constexpr char const* thorn = "ThornTools";

/// The position of a variable in its group and in its tensor.
struct Position {
  int group, variable, n_variables, component, n_components;
};

/// A vector group contains either a vector of tensors, v1[n] v2[n] v3[n], or one vector whose elements are the
/// components of a tensor. This function distinguishes the two layouts.
inline Position position_of(int variable) {
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
    CCTK_VError(__LINE__, __FILE__, thorn, "The tag %s of group '%s' must be a string.", key,
                CCTK_FullGroupName(group));
  std::string value(length + 1, '\0');
  Util_TableGetString(table, length + 1, value.data(), key);
  value.resize(length);
  return value;
}

inline std::string tensor_type(int group) { return tag(group, "tensortypealias").value_or("scalar"); }

[[noreturn]] inline void reject(Position const& position, std::string const& type, char const* reason) {
  CCTK_VError(__LINE__, __FILE__, thorn,
              "Group '%s' with %d components cannot be mirrored as the tensor type '%s': %s.",
              CCTK_FullGroupName(position.group), position.n_components, type.c_str(), reason);
}

inline Signs signs_by_type(Position const& position) {
  std::string const type = tensor_type(position.group);
  if (CCTK_EQUALS(type.c_str(), "ManualCartesian")) {
    auto const signs = parse_signs(tag(position.group, "cartesianreflectionparities").value_or(""));
    if (!signs) reject(position, type, "its tag cartesianreflectionparities must be three characters + or -");
    return *signs;
  }
  if (CCTK_EQUALS(type.c_str(), "weylscalars_real")) {
    if (position.n_components != n_weyl_scalars) reject(position, type, "it must have 10 components");
    return signs_of_weyl_scalar(position.component);
  }
  auto const components = components_of(type);
  if (!components) reject(position, type, "this type does not exist");
  if (components->size() == 1) return {1, 1, 1}; // a group of scalars may have any number of variables
  if (position.n_components != static_cast<int>(components->size()))
    reject(position, type, ("it must have " + std::to_string(components->size()) + " components").c_str());
  return signs_of((*components)[position.component]);
}

} // namespace mirror_tags

/// Whether the tags of the group specify the signs of a variable.
inline bool has_mirror_tags(int variable) {
  int const table = CCTK_GroupTagsTableI(CCTK_GroupIndexFromVarI(variable));
  for (char const* const key : {"mirrorsigns", "tensortypealias", "tensorparity"})
    if (Util_TableQueryValueInfo(table, nullptr, nullptr, key) == 1) return true;
  return false;
}

/// Returns the signs of a variable under reflection. They come from the tag mirrorsigns if it exists, otherwise from
/// tensortypealias (default: scalar), tensorparity and cartesianreflectionparities. Ends the run with a message if the
/// tags do not fit the group.
inline Signs signs_of_variable(int variable) {
  mirror_tags::Position const position = mirror_tags::position_of(variable);
  if (auto const text = mirror_tags::tag(position.group, "mirrorsigns")) {
    auto const signs_of_group = parse_sign_list(*text);
    if (!signs_of_group || static_cast<int>(signs_of_group->size()) != position.n_variables)
      CCTK_VError(__LINE__, __FILE__, mirror_tags::thorn,
                  "The tag mirrorsigns of group '%s' is '%s'; it must be three characters + or - for each of its %d "
                  "variables, separated by one space.",
                  CCTK_FullGroupName(position.group), text->c_str(), position.n_variables);
    return (*signs_of_group)[position.variable];
  }
  Signs signs = mirror_tags::signs_by_type(position);
  CCTK_INT parity = 1;
  bool const is_manual = CCTK_EQUALS(mirror_tags::tensor_type(position.group).c_str(), "ManualCartesian");
  if (!is_manual && Util_TableGetInt(CCTK_GroupTagsTableI(position.group), &parity, "tensorparity") == 1)
    for (int& sign : signs) sign *= static_cast<int>(parity);
  return signs;
}

/// Whether a variable is staggered by half a spacing in a direction. The tag staggertype is cell (default), face, edge
/// or vertex.
inline bool is_shifted(int variable, int direction) {
  mirror_tags::Position const position = mirror_tags::position_of(variable);
  std::string const type = mirror_tags::tag(position.group, "staggertype").value_or("cell");
  if (CCTK_EQUALS(type.c_str(), "cell")) return false;
  if (CCTK_EQUALS(type.c_str(), "vertex")) return true;
  bool const is_face = CCTK_EQUALS(type.c_str(), "face");
  if (!is_face && !CCTK_EQUALS(type.c_str(), "edge"))
    mirror_tags::reject(position, mirror_tags::tensor_type(position.group),
                        "its tag staggertype must be cell, face, edge or vertex");
  if (position.n_components != 3)
    mirror_tags::reject(position, mirror_tags::tensor_type(position.group), "only vectors can be on faces or edges");
  return is_face == (position.component == direction);
}

} // namespace thorntools
