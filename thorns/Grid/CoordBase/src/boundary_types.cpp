// GetBoundarySizesAndTypes: types (ghost, symmetry, physical) and widths of the faces of the local box.
#include "cctk.h"
#include "cctk_Functions.h"
#include "util_Table.h"

#include <vector>

namespace coordbase {
namespace {

std::vector<CCTK_INT> widths_of_boundaries(cGH const* cctkGH, int n_faces) {
  std::vector<CCTK_INT> width(n_faces), internal(n_faces), staggered(n_faces), shiftout(n_faces);
  int const error =
      CCTK_IsFunctionAliased("MultiPatch_GetBoundarySpecification")
          ? MultiPatch_GetBoundarySpecification(MultiPatch_GetMap(cctkGH), n_faces, width.data(), internal.data(),
                                                staggered.data(), shiftout.data())
          : GetBoundarySpecification(n_faces, width.data(), internal.data(), staggered.data(), shiftout.data());
  if (error) CCTK_VERROR("The boundary specification of the grid is not available: error %d.", error);
  return width;
}

/// The symmetry handle of each face; -1: none.
std::vector<CCTK_INT> symmetries_of_faces(cGH const* cctkGH, int n_faces) {
  std::vector<CCTK_INT> handles(n_faces, -1);
  if (!CCTK_IsFunctionAliased("SymmetryTableHandleForGrid")) return handles;
  int const table = SymmetryTableHandleForGrid(cctkGH);
  if (table < 0 || Util_TableGetIntArray(table, n_faces, handles.data(), "symmetry_handle") != n_faces)
    CCTK_ERROR("The symmetry table of the grid does not contain one symmetry_handle for each face.");
  return handles;
}

/// For each face, 1 if another patch sets the points at the face.
std::vector<CCTK_INT> patch_faces(cGH const* cctkGH, int n_faces) {
  std::vector<CCTK_INT> faces(n_faces, 0);
  if (CCTK_IsFunctionAliased("MultiPatch_GetBbox")) MultiPatch_GetBbox(cctkGH, n_faces, faces.data());
  return faces;
}

} // namespace

extern "C" CCTK_INT CoordBase_GetBoundarySizesAndTypes(CCTK_POINTER_TO_CONST GH, CCTK_INT size, CCTK_INT* bndsize,
                                                       CCTK_INT* is_ghostbnd, CCTK_INT* is_symbnd,
                                                       CCTK_INT* is_physbnd) {
  auto const* const cctkGH = static_cast<cGH const*>(GH);
  int const n_faces = 2 * cctkGH->cctk_dim;
  if (size != n_faces)
    CCTK_VERROR("GetBoundarySizesAndTypes is called with arrays of %d elements; it requires %d.",
                static_cast<int>(size), n_faces);
  auto const width = widths_of_boundaries(cctkGH, n_faces);
  auto const symmetry = symmetries_of_faces(cctkGH, n_faces);
  auto const patch = patch_faces(cctkGH, n_faces);
  for (int face = 0; face < n_faces; ++face) {
    int const ghosts = cctkGH->cctk_nghostzones[face / 2];
    is_ghostbnd[face] = !cctkGH->cctk_bbox[face];
    is_symbnd[face] = !is_ghostbnd[face] && symmetry[face] >= 0 && !patch[face];
    is_physbnd[face] = !is_ghostbnd[face] && !is_symbnd[face];
    bndsize[face] = is_ghostbnd[face] ? ghosts : width[face];
    if (is_symbnd[face] && bndsize[face] != ghosts)
      CCTK_VWARN(CCTK_WARN_ALERT,
                 "the symmetry boundary at the %s face of direction %d has %d points, but there are %d "
                 "ghost zones; check the parameters CoordBase::boundary_size_*",
                 face % 2 ? "upper" : "lower", face / 2, static_cast<int>(bndsize[face]), ghosts);
  }
  return 0;
}

} // namespace coordbase
