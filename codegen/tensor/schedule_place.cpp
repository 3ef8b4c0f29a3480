/// The schedule bins and groups in which a calculation of EDL can run.
#include "codegen/tensor/tensor_system.hpp"

#include "framework/base/text.hpp"

namespace chemora::tensor {

namespace {

std::vector<std::string> const bins{"BASEGRID",
                                    "INITIAL",
                                    "POSTINITIAL",
                                    "POSTPOSTINITIAL",
                                    "POSTRESTRICTINITIAL",
                                    "POSTREGRIDINITIAL",
                                    "PRESTEP",
                                    "EVOL",
                                    "POSTSTEP",
                                    "POSTRESTRICT",
                                    "POSTREGRID",
                                    "RECOVER_VARIABLES",
                                    "POST_RECOVER_VARIABLES",
                                    "CPINITIAL",
                                    "CHECKPOINT",
                                    "ANALYSIS",
                                    "TERMINATE"};

std::vector<std::string> const bins_without_grid{"RECOVER_PARAMETERS", "STARTUP",   "WRAGH",           "PARAMCHECK",
                                                 "SHUTDOWN",           "PREREGRID", "PREREGRIDINITIAL"};

std::vector<std::string> const groups{
    "MoL_PreStep",        "MoL_CalcRHS",  "MoL_PostRHS",         "MoL_RHSBoundaries",
    "MoL_PostStepModify", "MoL_PostStep", "MoL_PseudoEvolution", "MoL_PseudoEvolutionBoundaries"};

std::string bin_name(std::string const& name) {
  std::string const text = base::upper_case(name);
  return text.starts_with("CCTK_") ? text.substr(5) : text;
}

} // namespace

std::optional<SchedulePlace> find_place(std::string const& name) {
  std::string const bin = bin_name(name);
  if (base::contains(bins, bin)) return SchedulePlace{bin, true};
  for (std::string const& group : groups)
    if (base::upper_case(group) == base::upper_case(name)) return SchedulePlace{group, false};
  return std::nullopt;
}

std::vector<std::string> place_names() {
  std::vector<std::string> names = bins;
  names.insert(names.end(), groups.begin(), groups.end());
  return names;
}

bool is_without_grid(std::string const& name) { return base::contains(bins_without_grid, bin_name(name)); }

} // namespace chemora::tensor
