// Calls the device's copy functions with lists.
#include "copies.hpp"

#include "cctk_Parameters.h"
#include "current_call.hpp"
#include "places.hpp"
#include "validity/traffic.hpp"

namespace accelerator {

namespace {

Traffic made;

void check(CCTK_INT code, char const* call) {
  if (code < 0) CCTK_VERROR("%s failed with code %d.", call, static_cast<int>(code));
}

/// Boxes of arrays to copy in one direction.
struct BoxList {
  Lists arrays;
  std::vector<CCTK_INT> lower, upper;

  void add(Place const& place, Box const& box) {
    arrays.add(place);
    lower.insert(lower.end(), box.lower.begin(), box.lower.end());
    upper.insert(upper.end(), box.upper.begin(), box.upper.end());
  }
};

void copy_whole(cGH const* cctkGH, Side to, Lists const& l) {
  if (l.size() == 0) return;
  CCTK_INT moved = 0;
  auto const *const v = l.variables.data(), *const r = l.levels.data(), *const t = l.time_levels.data();
  if (to == Side::device)
    check(Device_CopyToDevice(cctkGH, v, r, t, l.size(), &moved), "Device_CopyToDevice");
  else
    check(Device_CopyToHost(cctkGH, v, r, t, l.size(), &moved), "Device_CopyToHost");
}

void copy_boxes(cGH const* cctkGH, Side to, BoxList const& b) {
  if (b.arrays.size() == 0) return;
  check(Device_CopyBoxes(cctkGH, b.arrays.variables.data(), b.arrays.levels.data(), b.arrays.time_levels.data(),
                         b.lower.data(), b.upper.data(), b.arrays.size(), to == Side::device),
        "Device_CopyBoxes");
}

void count(cGH const* cctkGH, Copy const& copy) {
  DECLARE_CCTK_PARAMETERS
  Partition const& partition = partition_of(cctkGH, copy.place.variable);
  std::int64_t const bytes = partition.n_points(copy.parts) * CCTK_VarTypeSize(CCTK_VarTypeI(copy.place.variable));
  std::string const parts = partition.to_text(copy.parts);
  made.add({name_of(copy.place), parts, copy.to, copy.reader}, bytes);
  if (verbose || veryverbose)
    CCTK_VINFO("copying %s (%s, %lld bytes) to the %s for %s", name_of(copy.place).c_str(), parts.c_str(),
               static_cast<long long>(bytes), name_of(copy.to), copy.reader.c_str());
}

} // namespace

void Lists::add(Place const& place) {
  variables.push_back(place.variable);
  levels.push_back(place.refinement_level);
  time_levels.push_back(place.time_level);
}

void make(cGH const* cctkGH, std::vector<Copy> const& copies) {
  CurrentCall::copied(copies);
  for (Side const to : {Side::host, Side::device}) {
    Lists whole;
    BoxList boxes;
    for (auto const& copy : copies) {
      if (copy.to != to) continue;
      Partition const& partition = partition_of(cctkGH, copy.place.variable);
      count(cctkGH, copy);
      if ((copy.parts & partition.all()) == partition.all())
        whole.add(copy.place);
      else
        for (auto const& box : partition.boxes(copy.parts)) boxes.add(copy.place, box);
    }
    copy_whole(cctkGH, to, whole);
    copy_boxes(cctkGH, to, boxes);
  }
}

std::string traffic_report() { return to_text(made); }

} // namespace accelerator
