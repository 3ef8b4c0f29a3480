// Parameters as IO::out_save_parameters asks; nothing that depends on the number of processes.
#include "metadata.hpp"

#include "attributes.hpp"

#include "IO/IOTools/src/parameters_text.hpp"

#include <cctk_Parameters.h>

namespace iohdf5 {
namespace {

constexpr char group_name[] = "Parameters and Global Attributes";

std::string saved_parameters() {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_Equals(out_save_parameters, "no")) return "";
  return iotools::parameters_text(iotools::all_parameters(), CCTK_Equals(out_save_parameters, "all")
                                                                 ? iotools::Selection::all
                                                                 : iotools::Selection::only_set);
}

} // namespace

void write_metadata(hid_t file, cGH const* cctkGH, std::vector<std::string> const& variables) {
  if (check(H5Lexists(file, group_name, H5P_DEFAULT), "H5Lexists", group_name) > 0) return;
  Handle const group{
      check(H5Gcreate2(file, group_name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), "H5Gcreate2", group_name), H5Gclose};
  write_attributes(group, {{"main loop index", cctkGH->cctk_iteration},
                           {"GH$iteration", cctkGH->cctk_iteration},
                           {"nioprocs", 1},
                           {"carpet_reflevels", 1},
                           {"carpet_global_time", cctkGH->cctk_time},
                           {"carpet_delta_time", cctkGH->cctk_delta_time},
                           {"Cactus version", std::string(CCTK_FullVersion())}});
  std::string names;
  for (auto const& name : variables) names += name + "\n";
  write_text(group, "Datasets", names);
  write_text(group, "All Parameters", saved_parameters());
}

std::size_t metadata_bytes() { return saved_parameters().size() + 4096; }

} // namespace iohdf5
