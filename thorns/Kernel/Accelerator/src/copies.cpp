// Calls the device's copy functions with lists.
#include "copies.hpp"

#include "cctk_Parameters.h"
#include "places.hpp"

#include <set>

namespace accelerator {

namespace {

Traffic made;

std::int64_t bytes_of(cGH const* cctkGH, Place const& place) {
  std::int64_t bytes = CCTK_VarTypeSize(CCTK_VarTypeI(place.variable));
  for (int d = 0; d < cctkGH->cctk_dim; ++d) bytes *= cctkGH->cctk_ash[d];
  return bytes;
}

void check(CCTK_INT code, char const* call) {
  if (code < 0) CCTK_VERROR("%s failed with code %d.", call, static_cast<int>(code));
}

void copy_to(cGH const* cctkGH, Side to, std::vector<Place> const& places, Extent extent) {
  if (places.empty()) return;
  introduce(cctkGH, places);
  Lists const l(places);
  CCTK_INT moved = 0;
  auto const* v = l.variables.data();
  auto const* r = l.levels.data();
  auto const* t = l.time_levels.data();
  if (to == Side::device && extent == Extent::whole)
    check(Device_CopyToDevice(cctkGH, v, r, t, l.size(), &moved), "Device_CopyToDevice");
  else if (to == Side::host && extent == Extent::whole)
    check(Device_CopyToHost(cctkGH, v, r, t, l.size(), &moved), "Device_CopyToHost");
  else if (to == Side::host)
    check(Device_CopyPreSync(cctkGH, v, r, t, l.size()), "Device_CopyPreSync");
  else
    check(Device_CopyPostSync(cctkGH, v, r, t, l.size()), "Device_CopyPostSync");
  for (auto const& place : places) made.add(to, extent == Extent::whole ? bytes_of(cctkGH, place) : 0);
}

} // namespace

Lists::Lists(std::vector<Place> const& places) {
  for (auto const& place : places) {
    variables.push_back(place.variable);
    levels.push_back(place.refinement_level);
    time_levels.push_back(place.time_level);
  }
}

void introduce(cGH const* cctkGH, std::vector<Place> const& places) {
  static std::set<Place> known;
  std::vector<Place> unknown;
  for (auto const& place : places)
    if (known.insert(place).second) unknown.push_back(place);
  if (unknown.empty()) return;
  Lists const l(unknown);
  check(Device_CreateVariables(cctkGH, l.variables.data(), l.levels.data(), l.time_levels.data(), l.size()),
        "Device_CreateVariables");
}

void make(cGH const* cctkGH, std::vector<Copy> const& copies, Extent extent) {
  DECLARE_CCTK_PARAMETERS
  std::vector<Place> to_host, to_device;
  for (auto const& copy : copies) {
    (copy.to == Side::host ? to_host : to_device).push_back(copy.place);
    if (verbose || veryverbose)
      CCTK_VINFO("copying %s%s to the %s for %s", extent == Extent::whole ? "" : "ghost zones of ",
                 name_of(copy.place).c_str(), copy.to == Side::host ? "host" : "device", copy.reason.c_str());
  }
  copy_to(cctkGH, Side::host, to_host, extent);
  copy_to(cctkGH, Side::device, to_device, extent);
}

Traffic const& traffic() { return made; }

} // namespace accelerator
