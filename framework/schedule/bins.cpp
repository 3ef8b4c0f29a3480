// The list of bins.
#include "framework/schedule/bins.hpp"

#include <algorithm>
#include <array>

namespace chemora::schedule {

namespace {

constexpr std::array all_bins{
    Bin{"CCTK_RECOVER_PARAMETERS", "recover parameters"},
    Bin{"CCTK_STARTUP", "start up, before there is a grid"},
    Bin{"CCTK_WRAGH", "after the grid is set up, before its variables exist"},
    Bin{"CCTK_PARAMCHECK", "check parameters"},
    Bin{"CCTK_PREREGRIDINITIAL", "before the first change of grids"},
    Bin{"CCTK_POSTREGRIDINITIAL", "after the first change of grids"},
    Bin{"CCTK_BASEGRID", "set up coordinates and grids"},
    Bin{"CCTK_COMPILE", "with --compile-only: compile what the run will need, and end"},
    Bin{"CCTK_INITIAL", "initial data"},
    Bin{"CCTK_POSTINITIAL", "after initial data"},
    Bin{"CCTK_POSTRESTRICTINITIAL", "after restricting initial data"},
    Bin{"CCTK_POSTPOSTINITIAL", "after initial data of all levels"},
    Bin{"CCTK_RECOVER_VARIABLES", "recover variables"},
    Bin{"CCTK_POST_RECOVER_VARIABLES", "after recovery"},
    Bin{"CCTK_CPINITIAL", "checkpoint initial data"},
    Bin{"CCTK_PREREGRID", "before a change of grids"},
    Bin{"CCTK_POSTREGRID", "after a change of grids"},
    Bin{"CCTK_PRESTEP", "before a step"},
    Bin{"CCTK_EVOL", "evolve by a step"},
    Bin{"CCTK_POSTRESTRICT", "after restricting"},
    Bin{"CCTK_POSTSTEP", "after a step"},
    Bin{"CCTK_CHECKPOINT", "checkpoint"},
    Bin{"CCTK_ANALYSIS", "analysis, then output"},
    Bin{"CCTK_TERMINATE", "before the grid is taken down"},
    Bin{"CCTK_SHUTDOWN", "shut down"},
};

constexpr std::string_view prefix = "CCTK_";

/// Up to case, without copies: asked for several times in a step.
bool is_same(std::string_view name, std::string_view upper_case) {
  auto const upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
  return std::equal(name.begin(), name.end(), upper_case.begin(), upper_case.end(),
                    [&](char a, char b) { return upper(a) == b; });
}

} // namespace

std::span<Bin const> bins() { return all_bins; }

std::string bin_name(std::string_view name) {
  if (is_same(name.substr(0, prefix.size()), prefix)) name.remove_prefix(prefix.size());
  for (Bin const& bin : all_bins)
    if (is_same(name, bin.name.substr(prefix.size()))) return std::string(bin.name);
  return {};
}

std::string bin_names() {
  std::string names;
  for (Bin const& bin : all_bins) names += (names.empty() ? "" : ", ") + std::string(bin.name.substr(prefix.size()));
  return names;
}

} // namespace chemora::schedule
