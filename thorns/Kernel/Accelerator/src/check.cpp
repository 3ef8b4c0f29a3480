// Sums of products, row by row.
#include "check.hpp"

#include "host_rows.hpp"
#include "places.hpp"

#include <array>
#include <cstring>

namespace accelerator {

namespace {

constexpr std::array<int, 3> regions{CCTK_VALID_INTERIOR, CCTK_VALID_BOUNDARY, CCTK_VALID_GHOSTS};

void add(std::uint64_t& sum, std::byte const* bytes, std::size_t n) {
  constexpr std::uint64_t factor = 0x100000001b3; // of the hash function FNV-1a
  std::size_t i = 0;
  for (std::uint64_t word; i + sizeof word <= n; i += sizeof word) {
    std::memcpy(&word, bytes + i, sizeof word);
    sum = (sum ^ word) * factor;
    sum ^= sum >> 29; // or else the highest bits would not count below
  }
  for (; i < n; ++i) sum = (sum ^ std::to_integer<unsigned>(bytes[i])) * factor;
}

std::uint64_t fingerprint(cGH const* cctkGH, Place const& place, std::vector<Box> const& boxes) {
  std::uint64_t sum = 0;
  for_rows(cctkGH, place, boxes, [&](std::byte const* bytes, std::size_t n) { add(sum, bytes, n); });
  return sum;
}

/// Names and regions of arrays that differ from `before` and are not among `allowed`.
std::string changed(cGH const* cctkGH, Fingerprints const& before, std::vector<Access> const& allowed) {
  std::map<Place, Parts> may_write;
  for (auto const& access : allowed) may_write[access.place] |= access.parts;
  std::string wrong;
  for (auto const& [key, sum] : fingerprints(cctkGH)) {
    auto const& [place, region] = key;
    auto const old = before.find(key);
    if (old == before.end() || old->second == sum) continue;
    Partition const& partition = partition_of(cctkGH, place.variable);
    Parts const parts = parts_of(partition, region);
    if ((parts & may_write[place]).any()) continue;
    wrong += (wrong.empty() ? "" : "; ") + name_of(place) + ", " + partition.to_text(parts);
  }
  return wrong;
}

} // namespace

Fingerprints fingerprints(cGH const* cctkGH) {
  Fingerprints found;
  int const level = refinement_level(cctkGH);
  for (int variable = 0; variable < CCTK_NumVars(); ++variable) {
    if (CCTK_GroupTypeFromVarI(variable) != CCTK_GF) continue;
    for (int time_level = 0; time_level < CCTK_ActiveTimeLevelsVI(cctkGH, variable); ++time_level) {
      Place const place{variable, level, time_level};
      Partition const& partition = partition_of(cctkGH, variable);
      for (int const region : regions)
        found[{place, region}] = fingerprint(cctkGH, place, partition.boxes(parts_of(partition, region)));
    }
  }
  return found;
}

void check_writes(cGH const* cctkGH, Fingerprints const& before, std::vector<Access> const& allowed,
                  std::string const& writer) {
  if (std::string const wrong = changed(cctkGH, before, allowed); !wrong.empty())
    CCTK_VERROR("%s wrote what it does not declare: %s. Add WRITES to its schedule.ccl, or call "
                "Accelerator_NotifyDataModified.",
                writer.c_str(), wrong.c_str());
}

// A warning: whether those that are called read it is not known yet.
void check_told(cGH const* cctkGH, Fingerprints const& before, std::vector<Access> const& told,
                std::string const& writer) {
  if (std::string const wrong = changed(cctkGH, before, told); !wrong.empty())
    CCTK_VWARN(
        CCTK_WARN_ALERT,
        "%s wrote %s and then has the scheduler call functions, which would not see it on a device. Have it call "
        "Accelerator_NotifyDataModified before, unless they do not read it.",
        writer.c_str(), wrong.c_str());
}

} // namespace accelerator
