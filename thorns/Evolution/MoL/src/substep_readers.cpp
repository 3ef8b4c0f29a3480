// Looks at what the schedule calls in MoL_Step.
#include "substep_readers.hpp"

#include "cctk.h"
#include "util_Table.h"
#include "visit_schedule.hpp"

#include <cstring>
#include <set>
#include <string>

namespace mol {
namespace {

struct Readers {
  std::set<int> read;     // variables
  std::string silent_one; // a function that may read anything
  bool are_known = false;
};

bool has_tag(cFunctionData const& function, char const* tag) {
  CCTK_INT value = 0;
  return function.tags >= 0 && Util_TableGetInt(function.tags, &value, tag) >= 0 && value != 0;
}

void see(cFunctionData const* function, void* data) {
  auto& readers = *static_cast<Readers*>(data);
  if (std::strcmp(function->thorn, CCTK_THORNSTRING) == 0) return;
  for (int i = 0; i < function->n_RDWR; ++i)
    if (function->RDWR[i].where_rd != 0) readers.read.insert(function->RDWR[i].varindex);
  bool const declares = function->n_ReadsClauses > 0 || function->n_WritesClauses > 0;
  if (!declares && !has_tag(*function, "TellsAccelerator") && !has_tag(*function, "Device"))
    readers.silent_one = std::string(function->thorn) + "::" + function->routine;
}

Readers const& readers() {
  static Readers const found = [] {
    Readers seen;
    seen.are_known = CCTK_VisitFunctionsIn("MoL_Step", see, &seen) > 0;
    if (!seen.silent_one.empty())
      CCTK_VINFO("Right-hand sides are stored in every substep, as %s may read them: it declares neither READS nor "
                 "WRITES.",
                 seen.silent_one.c_str());
    return seen;
  }();
  return found;
}

} // namespace

bool may_be_read_between_substeps(int variable) {
  Readers const& known = readers();
  return !known.are_known || !known.silent_one.empty() || known.read.contains(variable);
}

} // namespace mol
