// From what the driver tells about a group.
#include "local_part.hpp"

#include "Numerics/ThornTools/src/owned_points.hpp"

#include <util_Table.h>

#include <algorithm>

namespace iohdf5 {

std::size_t Box::n_points() const {
  std::size_t n = 1;
  for (std::size_t d = 0; d < begin.size(); ++d) n *= static_cast<std::size_t>(std::max(0, end[d] - begin[d]));
  return n;
}

std::vector<int> Box::shape() const {
  std::vector<int> shape;
  for (std::size_t d = 0; d < begin.size(); ++d) shape.push_back(std::max(0, end[d] - begin[d]));
  return shape;
}

Box intersection(Box const& a, Box const& b) {
  Box common = a;
  for (std::size_t d = 0; d < a.begin.size(); ++d) {
    common.begin[d] = std::max(a.begin[d], b.begin[d]);
    common.end[d] = std::max(common.begin[d], std::min(a.end[d], b.end[d]));
  }
  return common;
}

LocalPart local_part(cGH const* cctkGH, int group) {
  LocalPart part;
  cGroup declared{};
  CCTK_GroupData(group, &declared);
  part.is_replicated = declared.grouptype == CCTK_SCALAR || declared.disttype == CCTK_DISTRIB_CONSTANT;
  if (declared.grouptype == CCTK_SCALAR) return part;
  cGroupDynamicData data{};
  CCTK_GroupDynamicData(cctkGH, group, &data);
  std::vector<int> begin(static_cast<std::size_t>(data.dim)), end(begin);
  thorntools::owned_points(data, begin.data(), end.data());
  for (int d = 0; d < data.dim; ++d) {
    auto const at = static_cast<std::size_t>(d);
    // Of a replicated array every process has all; Cactus' PUGH numbers its points through all processes.
    int const lower = part.is_replicated ? 0 : data.lbnd[d];
    part.held.begin.push_back(lower);
    part.held.end.push_back(lower + data.lsh[d]);
    part.owned.begin.push_back(lower + begin[at]);
    part.owned.end.push_back(lower + end[at]);
    part.strides.push_back(data.ash[d]);
    part.whole.push_back(part.is_replicated ? data.lsh[d] : data.gsh[d]);
  }
  if (part.is_replicated) part.owned = part.held;
  return part;
}

bool belongs_to_checkpoint(cGH const* cctkGH, int group) {
  if (CCTK_NumVarsInGroupI(group) <= 0 || CCTK_QueryGroupStorageI(cctkGH, group) <= 0) return false;
  auto const whole = local_part(cctkGH, group).whole;
  if (std::any_of(whole.begin(), whole.end(), [](int n) { return n <= 0; })) return false;
  char tag[8] = "";
  int const table = CCTK_GroupTagsTableI(group);
  bool const is_tagged = table >= 0 && Util_TableGetString(table, sizeof tag, tag, "checkpoint") > 0;
  return !is_tagged || !CCTK_Equals(tag, "no");
}

} // namespace iohdf5
