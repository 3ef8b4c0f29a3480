// Registers coordinate systems and their coordinates. Each system and each coordinate is a key-value table; its
// handle is the table handle. Other thorns may add keys to the tables.
//   system:      NAME, DIMENSION, COORDINATES (table handles, -1: not registered)
//   coordinate:  SYSTEM, NAME, DIRECTION (from 1)
#include "CoordBase.h"
#include "cctk.h"
#include "util_Table.h"

#include <map>
#include <string>
#include <vector>

namespace coordbase {
namespace {

/// The extension "CoordBase" of the grid hierarchy.
struct Systems {
  std::map<std::string, int> handles;
  std::vector<int> defaults; ///< by dimension
};

Systems& systems(CCTK_POINTER_TO_CONST GH) {
  return *static_cast<Systems*>(CCTK_GHExtension(static_cast<cGH const*>(GH), "CoordBase"));
}

void* setup(tFleshConfig*, int, cGH*) {
  auto* const result = new Systems;
  result->defaults.assign(CCTK_MaxDim() > 0 ? CCTK_MaxDim() : 1, COORDERROR_NOSYSTEM);
  return result;
}

std::string text(int table, char const* key) {
  int const length = Util_TableGetString(table, 0, nullptr, key);
  if (length < 0) return {};
  std::string value(length + 1, '\0');
  Util_TableGetString(table, length + 1, value.data(), key);
  value.resize(length);
  return value;
}

int dimension(int system) {
  CCTK_INT value = 0;
  return Util_TableGetInt(system, &value, "DIMENSION") == 1 ? value : -1;
}

std::vector<CCTK_INT> coordinates(int system) {
  std::vector<CCTK_INT> handles(dimension(system), -1);
  Util_TableGetIntArray(system, static_cast<int>(handles.size()), handles.data(), "COORDINATES");
  return handles;
}

} // namespace

extern "C" {

int CoordBase_Startup() {
  int const handle = CCTK_RegisterGHExtension("CoordBase");
  if (handle < 0)
    CCTK_ERROR("Another thorn has registered an extension of the grid hierarchy with the name CoordBase.");
  CCTK_RegisterGHExtensionSetupGH(handle, setup);
  return 0;
}

CCTK_INT CoordBase_SystemRegister(CCTK_POINTER_TO_CONST GH, CCTK_INT dim, CCTK_STRING systemname) {
  if (dim <= 0) return COORDERROR_INVALIDDIM;
  if (!systemname) return COORDERROR_INVALIDNAME;
  auto& handles = systems(GH).handles;
  if (handles.contains(systemname)) {
    CCTK_VWARN(CCTK_WARN_ALERT, "the coordinate system '%s' is registered twice", systemname);
    return COORDERROR_SYSTEMEXISTS;
  }
  int const table = Util_TableCreate(UTIL_TABLE_FLAGS_CASE_INSENSITIVE);
  std::vector<CCTK_INT> const none(dim, -1);
  if (table < 0 || Util_TableSetString(table, systemname, "NAME") < 0 ||
      Util_TableSetInt(table, dim, "DIMENSION") < 0 ||
      Util_TableSetIntArray(table, dim, none.data(), "COORDINATES") < 0)
    return COORDERROR_TABLEERROR;
  return handles[systemname] = table;
}

CCTK_INT CoordBase_SystemHandle(CCTK_POINTER_TO_CONST GH, CCTK_STRING systemname) {
  auto const& handles = systems(GH).handles;
  auto const position = handles.find(systemname);
  return position == handles.end() ? COORDERROR_NOSYSTEM : position->second;
}

CCTK_INT CoordBase_CoordRegister(CCTK_POINTER_TO_CONST, CCTK_INT systemhandle, CCTK_INT direction,
                                 CCTK_STRING coordname) {
  int const dim = dimension(systemhandle);
  if (dim < 0) return COORDERROR_INVALIDHANDLE;
  if (direction < 1 || direction > dim) return COORDERROR_INVALIDDIM;
  auto registered = coordinates(systemhandle);
  if (registered[direction - 1] >= 0) return COORDERROR_COORDINATEEXISTS;
  for (CCTK_INT const other : registered)
    if (other >= 0 && CCTK_Equals(text(other, "NAME").c_str(), coordname)) return COORDERROR_DUPLICATENAME;
  int const table = Util_TableCreate(UTIL_TABLE_FLAGS_CASE_INSENSITIVE);
  if (table < 0 || Util_TableSetInt(table, systemhandle, "SYSTEM") < 0 ||
      Util_TableSetString(table, coordname, "NAME") < 0 || Util_TableSetInt(table, direction, "DIRECTION") < 0)
    return COORDERROR_TABLEERROR;
  registered[direction - 1] = table;
  return Util_TableSetIntArray(systemhandle, dim, registered.data(), "COORDINATES") < 0 ? COORDERROR_TABLEERROR : table;
}

CCTK_INT CoordBase_CoordHandle(CCTK_POINTER_TO_CONST GH, CCTK_STRING coordname, CCTK_STRING systemname) {
  int const system = CoordBase_SystemHandle(GH, systemname);
  if (system < 0) return system;
  for (CCTK_INT const coordinate : coordinates(system))
    if (coordinate >= 0 && CCTK_Equals(text(coordinate, "NAME").c_str(), coordname)) return coordinate;
  return COORDERROR_NOSUCHCOORD;
}

// Returns the system in the tag COORDSYSTEM of the group. Grid functions without this tag use the default system of
// their dimension.
CCTK_INT CoordBase_GroupSystem(CCTK_POINTER_TO_CONST GH, CCTK_STRING groupname) {
  int const group = CCTK_GroupIndex(groupname);
  if (group < 0) return COORDERROR_INVALIDGROUPNAME;
  if (std::string const name = text(CCTK_GroupTagsTableI(group), "COORDSYSTEM"); !name.empty()) {
    int const system = CoordBase_SystemHandle(GH, name.c_str());
    return system < 0 ? COORDERROR_INVALIDNAME : system;
  }
  int const system = CCTK_GroupTypeI(group) == CCTK_GF ? CoordBase_GetDefaultSystem(GH, CCTK_GroupDimI(group)) : -1;
  return system < 0 ? COORDERROR_NOCOORDSYS : system;
}

CCTK_INT CoordBase_SetDefaultSystem(CCTK_POINTER_TO_CONST GH, CCTK_STRING systemname) {
  int const system = CoordBase_SystemHandle(GH, systemname);
  if (system < 0) return COORDERROR_INVALIDNAME;
  int const dim = dimension(system);
  if (dim < 1) return COORDERROR_NODIMENSION;
  auto& defaults = systems(GH).defaults;
  if (static_cast<std::size_t>(dim) > defaults.size()) defaults.resize(dim, COORDERROR_NOSYSTEM);
  int const before = defaults[dim - 1];
  defaults[dim - 1] = system;
  if (before < 0) return system;
  CCTK_VWARN(CCTK_WARN_ALERT, "the default coordinate system of dimension %d is now '%s', no longer '%s'", dim,
             systemname, text(before, "NAME").c_str());
  return COORDERROR_DEFAULTEXISTS;
}

CCTK_INT CoordBase_GetDefaultSystem(CCTK_POINTER_TO_CONST GH, CCTK_INT systemdim) {
  auto const& defaults = systems(GH).defaults;
  bool const is_valid = systemdim >= 1 && static_cast<std::size_t>(systemdim) <= defaults.size();
  return is_valid ? defaults[systemdim - 1] : COORDERROR_INVALIDDIM;
}

} // extern "C"
} // namespace coordbase
