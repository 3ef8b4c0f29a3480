// Writes the points of variables to a file. The first line describes the grid; each further line contains "name i j k
// value" for one variable and point.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"

#include <cstdio>
#include <memory>
#include <string>

namespace test_grid {
namespace {

struct Output {
  cGH const* cctkGH;
  FILE* file;
};

void write_variable(int variable, char const*, void* argument) {
  auto const& [cctkGH, file] = *static_cast<Output*>(argument);
  void const* const data = CCTK_VarDataPtrI(cctkGH, 0, variable);
  bool const real = CCTK_VarTypeI(variable) == CCTK_VARIABLE_REAL;
  for (int k = 0; k < cctkGH->cctk_lsh[2]; ++k)
    for (int j = 0; j < cctkGH->cctk_lsh[1]; ++j)
      for (int i = 0; i < cctkGH->cctk_lsh[0]; ++i) {
        int const point = CCTK_GFINDEX3D(cctkGH, i, j, k);
        double const value =
            real ? static_cast<CCTK_REAL const*>(data)[point] : static_cast<CCTK_INT const*>(data)[point];
        std::fprintf(file, "%s %d %d %d %a\n", CCTK_FullVarName(variable), i + cctkGH->cctk_lbnd[0],
                     j + cctkGH->cctk_lbnd[1], k + cctkGH->cctk_lbnd[2], value);
      }
}

} // namespace

extern "C" void TestGrid_Dump(CCTK_ARGUMENTS) {
  DECLARE_CCTK_ARGUMENTS_CHECKED(TestGrid_Dump);
  DECLARE_CCTK_PARAMETERS;
  std::string const name = "points." + std::to_string(CCTK_MyProc(cctkGH)) + ".txt";
  std::unique_ptr<FILE, int (*)(FILE*)> const file(std::fopen(name.c_str(), "w"), std::fclose);
  if (!file) CCTK_VERROR("%s cannot be written.", name.c_str());
  std::fprintf(file.get(), "grid");
  for (int d = 0; d < 3; ++d)
    std::fprintf(file.get(), " %d %a %a", cctk_gsh[d], CCTK_ORIGIN_SPACE(d), CCTK_DELTA_SPACE(d));
  std::fprintf(file.get(), " %a\n", CCTK_DELTA_TIME);
  Output output{cctkGH, file.get()};
  CCTK_TraverseString(dump, write_variable, &output, CCTK_GROUP_OR_VAR);
}

} // namespace test_grid
