// The output method Multipole: when a field is due, its modes on all spheres are appended to their files.
#include "decompose.hpp"

#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/text.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"

#include "cctk_Parameters.h"

#include <cstdio>

namespace multipole {
namespace {

constexpr char const* method = "Multipole::variables";

iotools::TextFiles& files() {
  static iotools::TextFiles only{CCTK_THORNSTRING, IOUtil_AdvertiseFile};
  return only;
}

// The entries of the parameter, read again when it has changed.
std::vector<Entry> const& entries() {
  DECLARE_CCTK_PARAMETERS
  static std::string text;
  static std::vector<Entry> read;
  if (text != variables) {
    std::vector<std::string> errors; // told by CheckParameters
    text = variables;
    read = read_entries(variables, errors);
  }
  return read;
}

bool is_due(cGH const* gh, Entry const& entry) {
  DECLARE_CCTK_PARAMETERS
  return out_every > 0 && gh->cctk_iteration % out_every == 0 &&
         !iotools::is_written(method, entry.name, gh->cctk_iteration);
}

std::string file_name(Entry const& entry, int l, int m, double r) {
  return "mp_" + entry.name + "_l" + std::to_string(l) + "_m" + std::to_string(m) + "_r" + radius_in_names(r) + ".asc";
}

void write(cGH const* gh, Entry const& entry) {
  DECLARE_CCTK_PARAMETERS
  for (int i = 0; i < nradii; ++i) {
    std::vector<std::complex<double>> const modes = decompose(gh, entry, radius[i]);
    if (modes.empty()) continue;
    auto const directory = iotools::output_directory(gh, out_dir);
    std::size_t mode = 0;
    for (int l = 0; l <= l_max; ++l)
      for (int m = -l; m <= l; ++m, ++mode)
        files().append(
            gh, directory + "/" + file_name(entry, l, m, radius[i]), "# 1:time 2:real 3:imaginary\n",
            iotools::to_text(gh->cctk_time, 17) + " " + iotools::to_text(modes[mode].real(), 17) + " " +
                iotools::to_text(modes[mode].imag(), 17) + "\n",
            {.variable = entry.name, .slice = "mode", .mime_type = "text/plain", .description = "Modes over time"});
  }
  iotools::record_written(method, entry.name, gh->cctk_iteration);
}

bool has_storage(cGH const* gh, int variable) { return variable < 0 || CCTK_VarDataPtrI(gh, 0, variable) != nullptr; }

// All that is due and has storage, of a variable, or of any (-1).
int write_due(cGH const* gh, int variable) {
  int n_written = 0;
  for (Entry const& entry : entries()) {
    bool const is_wanted = variable < 0 || variable == entry.real || variable == entry.imaginary;
    if (!is_wanted || !is_due(gh, entry) || !has_storage(gh, entry.real) || !has_storage(gh, entry.imaginary)) continue;
    write(gh, entry);
    ++n_written;
  }
  return n_written;
}

int output_gh(cGH const* gh) { return write_due(gh, -1); }

int time_to_output(cGH const* gh, int variable) {
  for (Entry const& entry : entries())
    if ((variable == entry.real || variable == entry.imaginary) && is_due(gh, entry)) return 1;
  return 0;
}

int trigger_output(cGH const* gh, int variable) {
  write_due(gh, variable);
  return 0;
}

int output_var_as(cGH const*, char const* name, char const*) {
  CCTK_VWARN(CCTK_WARN_ALERT, "Multipole writes what Multipole::variables names, not '%s' on demand.", name);
  return -1;
}

} // namespace
} // namespace multipole

extern "C" int Multipole_Startup(void) {
  int const handle = CCTK_RegisterIOMethod("Multipole");
  CCTK_RegisterIOMethodOutputGH(handle, multipole::output_gh);
  CCTK_RegisterIOMethodTimeToOutput(handle, multipole::time_to_output);
  CCTK_RegisterIOMethodTriggerOutput(handle, multipole::trigger_output);
  CCTK_RegisterIOMethodOutputVarAs(handle, multipole::output_var_as);
  return 0;
}
