// Stores the parities of variables at the mirror faces, and reflects the variables.
#include "Symmetry.h"

#include "Numerics/ThornTools/src/fortran_string.hpp"
#include "Numerics/ThornTools/src/host_access.hpp"
#include "Numerics/ThornTools/src/mirror_tags.hpp"
#include "cctk_Arguments.h"
#include "cctk_FortranString.h"
#include "cctk_Functions.h"
#include "domain.hpp"

#include <vector>

namespace cartgrid {
namespace {

int** parities(cGH const* cctkGH) { return static_cast<SymmetryGHex*>(CCTK_GHExtension(cctkGH, "Symmetry"))->GFSym; }

void* setup(tFleshConfig*, int, cGH*) {
  auto* const extension = new SymmetryGHex{new int*[CCTK_NumVars()]};
  for (int variable = 0; variable < CCTK_NumVars(); ++variable) {
    extension->GFSym[variable] = new int[MAX_FACE];
    for (int face = 0; face < MAX_FACE; ++face) extension->GFSym[variable][face] = GFSYM_UNSET;
  }
  return extension;
}

bool is_variable(int index) { return index >= 0 && index < CCTK_NumVars(); }

/// A rotation is equivalent to two reflections.
int parity_at(DomainSymmetry const& symmetry, int face, int const* sym) {
  if (!symmetry.mirror[face]) return GFSYM_NOSYM;
  int const turned = symmetry.turned[face];
  return sym[face / 2] * (turned < 0 ? 1 : sym[turned]);
}

/// The parity that a thorn has set, otherwise the parity from the tags of the group, otherwise GFSYM_UNSET.
int parity_of(cGH const* cctkGH, DomainSymmetry const& symmetry, int variable, int face) {
  int const parity = parities(cctkGH)[variable][face];
  if (parity != GFSYM_UNSET || !thorntools::has_mirror_tags(variable)) return parity;
  return parity_at(symmetry, face, thorntools::signs_of_variable(variable).data());
}

/// Calls function(variable) for the variables of a group. Returns the first error, or -1 if there is no such group.
template <class Function>
int for_group(int group, Function const& function) {
  int const n = group < 0 ? -1 : CCTK_NumVarsInGroupI(group);
  int result = n < 0 ? -1 : 0;
  for (int i = 0; i < n; ++i)
    if (int const error = function(CCTK_FirstVarIndexI(group) + i); result == 0) result = error;
  return result;
}

} // namespace

extern "C" {

int SymmetryStartup() {
  CCTK_RegisterGHExtensionSetupGH(CCTK_RegisterGHExtension("Symmetry"), setup);
  return 0;
}

void CartGrid3D_RegisterSymmetryBoundaries(CCTK_ARGUMENTS) {
  DomainSymmetry const symmetry = domain_symmetry();
  if (!CCTK_IsFunctionAliased("SymmetryRegister")) {
    if (symmetry.any()) CCTK_ERROR("A domain with mirrors requires thorn SymBase. Add it to ActiveThorns.");
    return;
  }
  CCTK_INT faces[6], widths[6];
  for (int face = 0; face < 6; ++face) {
    faces[face] = symmetry.mirror[face] && cctkGH->cctk_gsh[face / 2] > 1;
    widths[face] = cctkGH->cctk_nghostzones[face / 2];
  }
  int const handle = SymmetryRegister("CartGrid3D");
  if (handle < 0 || SymmetryRegisterGrid(cctkGH, handle, faces, widths) < 0)
    CCTK_ERROR("The mirror faces of the domain cannot be registered: another thorn has a symmetry on one of them.");
}

void DecodeSymParameters3D(int sym[6]) {
  DomainSymmetry const symmetry = domain_symmetry();
  constexpr int rotations[] = {GFSYM_ROTATION_X, GFSYM_ROTATION_Y, GFSYM_ROTATION_Z};
  for (int face = 0; face < MAX_FACE; ++face) {
    int const turned = symmetry.turned[face]; // the axis is the third direction
    sym[face] = turned >= 0 ? rotations[3 - turned - face / 2] : symmetry.mirror[face] ? GFSYM_REFLECTION : 0;
  }
}

int SetCartSymVI(const cGH* cctkGH, const int* sym, int varindex) {
  if (!is_variable(varindex)) return -1;
  DomainSymmetry const symmetry = domain_symmetry();
  for (int face = 0; face < MAX_FACE; ++face) parities(cctkGH)[varindex][face] = parity_at(symmetry, face, sym);
  return 0;
}

int SetCartSymVN(const cGH* cctkGH, const int* sym, const char* varname) {
  int const variable = CCTK_VarIndex(varname);
  if (variable < 0) CCTK_VWARN(CCTK_WARN_ALERT, "the parity of '%s' is set, but there is no such variable", varname);
  return SetCartSymVI(cctkGH, sym, variable);
}

int SetCartSymGI(const cGH* cctkGH, const int* sym, int groupindex) {
  return for_group(groupindex, [&](int variable) { return SetCartSymVI(cctkGH, sym, variable); });
}

int SetCartSymGN(const cGH* cctkGH, const int* sym, const char* groupname) {
  return SetCartSymGI(cctkGH, sym, CCTK_GroupIndex(groupname));
}

int GetCartSymVI(const cGH* cctkGH, int* sym, int varindex) {
  if (!is_variable(varindex)) return -1;
  DomainSymmetry const symmetry = domain_symmetry();
  for (int d = 0; d < MAX_DIM; ++d) {
    int const face = symmetry.mirror[2 * d + 1] ? 2 * d + 1 : 2 * d;
    sym[d] = symmetry.mirror[face] ? parity_of(cctkGH, symmetry, varindex, face) : GFSYM_UNKNOWN;
  }
  return 0;
}

int GetCartSymVN(const cGH* cctkGH, int* sym, const char* varname) {
  return GetCartSymVI(cctkGH, sym, CCTK_VarIndex(varname));
}

int CartSymVI(const cGH* cctkGH, int varindex) {
  if (!is_variable(varindex)) return -1;
  DomainSymmetry const symmetry = domain_symmetry();
  if (!symmetry.any()) return 0;
  thorntools::HostBoundary const data(cctkGH, {varindex}, 0);
  data.before_reading();
  for (int face = 0; face < 2 * CCTK_GroupDimFromVarI(varindex) && face < MAX_FACE; ++face) {
    if (!symmetry.mirror[face]) continue;
    int const parity = parity_of(cctkGH, symmetry, varindex, face);
    if (parity == GFSYM_UNSET)
      CCTK_VERROR("%s has a boundary condition on a domain with mirrors, but no thorn has set its parity with "
                  "SetCartSymVN or SetCartSymGN, and its group has no tag tensortypealias.",
                  CCTK_FullVarName(varindex));
    if (parity != GFSYM_NOSYM)
      reflect(cctkGH, varindex, {face, parity, symmetry.avoids_origin[face / 2], symmetry.turned[face]});
  }
  data.after_writing();
  return 0;
}

int CartSymVN(const cGH* cctkGH, const char* varname) { return CartSymVI(cctkGH, CCTK_VarIndex(varname)); }

int CartSymGI(const cGH* cctkGH, int groupindex) {
  return for_group(groupindex, [&](int variable) { return CartSymVI(cctkGH, variable); });
}

int CartSymGN(const cGH* cctkGH, const char* groupname) { return CartSymGI(cctkGH, CCTK_GroupIndex(groupname)); }

void CartGrid3D_ApplyBC(CCTK_ARGUMENTS) {
  if (!domain_symmetry().any() || !CCTK_IsFunctionAliased("Boundary_SelectedGVs")) return;
  int const n = Boundary_SelectedGVs(cctkGH, 0, nullptr, nullptr, nullptr, nullptr, nullptr);
  if (n <= 0) return;
  std::vector<CCTK_INT> variables(n), faces(n), widths(n), tables(n);
  Boundary_SelectedGVs(cctkGH, n, variables.data(), faces.data(), widths.data(), tables.data(), nullptr);
  for (CCTK_INT const variable : variables) CartSymVI(cctkGH, variable);
}

// The functions of Symmetry.h for Fortran, which passes all arguments by address and an error code first.

void CCTK_FCALL CCTK_FNAME(SetCartSymVI)(int* error, cGH const** cctkGH, int const* sym, int const* variable) {
  *error = SetCartSymVI(*cctkGH, sym, *variable);
}

void CCTK_FCALL CCTK_FNAME(SetCartSymVN)(int* error, cGH const** cctkGH, int const* sym, ONE_FORTSTRING_ARG) {
  *error = SetCartSymVN(*cctkGH, sym, thorntools::fortran_string(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(SetCartSymGI)(int* error, cGH const** cctkGH, int const* sym, int const* group) {
  *error = SetCartSymGI(*cctkGH, sym, *group);
}

void CCTK_FCALL CCTK_FNAME(SetCartSymGN)(int* error, cGH const** cctkGH, int const* sym, ONE_FORTSTRING_ARG) {
  *error = SetCartSymGN(*cctkGH, sym, thorntools::fortran_string(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(GetCartSymVI)(int* error, cGH const** cctkGH, int* sym, int const* variable) {
  *error = GetCartSymVI(*cctkGH, sym, *variable);
}

void CCTK_FCALL CCTK_FNAME(GetCartSymVN)(int* error, cGH const** cctkGH, int* sym, ONE_FORTSTRING_ARG) {
  *error = GetCartSymVN(*cctkGH, sym, thorntools::fortran_string(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(CartSymVI)(int* error, cGH const** cctkGH, int const* variable) {
  *error = CartSymVI(*cctkGH, *variable);
}

void CCTK_FCALL CCTK_FNAME(CartSymVN)(int* error, cGH const** cctkGH, ONE_FORTSTRING_ARG) {
  *error = CartSymVN(*cctkGH, thorntools::fortran_string(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(CartSymGI)(int* error, cGH const** cctkGH, int const* group) {
  *error = CartSymGI(*cctkGH, *group);
}

void CCTK_FCALL CCTK_FNAME(CartSymGN)(int* error, cGH const** cctkGH, ONE_FORTSTRING_ARG) {
  *error = CartSymGN(*cctkGH, thorntools::fortran_string(cctk_str1, cctk_strlen1).c_str());
}

void CCTK_FCALL CCTK_FNAME(DecodeSymParameters3D)(int* sym) { DecodeSymParameters3D(sym); }

} // extern "C"
} // namespace cartgrid
