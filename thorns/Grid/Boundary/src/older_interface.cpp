// The older interface of Boundary.h: each function applies a condition at once.
#include "Boundary.h"
#include "conditions/conditions.hpp"

#include "cctk_Parameters.h"

#include <cstdlib>

namespace boundary {
namespace {

// A variable or the variables of a group.
struct Variables {
  int first, n;
};
Variables variable(int index) { return {index, index >= 0 && index < CCTK_NumVars() ? 1 : 0}; }
Variables variable(char const* name) { return variable(CCTK_VarIndex(name)); }
Variables group(int index) {
  int const n = index >= 0 ? CCTK_NumVarsInGroupI(index) : 0;
  return {n > 0 ? CCTK_FirstVarIndexI(index) : -1, n > 0 ? n : 0};
}
Variables group(char const* name) { return group(CCTK_GroupIndex(name)); }

struct Where {
  int faces;
  std::array<int, 2 * max_dim> widths;
};
// `stencil` has as many elements as the variables have dimensions.
Where everywhere(int const* stencil, Variables const& variables) {
  Where where{CCTK_ALL_FACES, {}};
  int const dim = variables.n > 0 ? CCTK_GroupDimFromVarI(variables.first) : 0;
  for (int d = 0; d < dim && d < max_dim; ++d) where.widths[2 * d] = where.widths[2 * d + 1] = stencil[d];
  return where;
}
Where one_face(int width, int dir) {
  Where where{dir == 0 || std::abs(dir) > max_dim ? 0 : 1 << (2 * (std::abs(dir) - 1) + (dir > 0)), {}};
  where.widths.fill(width);
  return where;
}

// Calls apply(target, number of the variable). 0, or -1: there is no such variable or group.
template <class Apply>
int on(cGH const* GH, Where const& where, Variables const& variables, char const* condition, Apply const& apply) {
  if (variables.n == 0) {
    CCTK_VWARN(CCTK_WARN_COMPLAIN, "the boundary condition %s is asked for a variable or group that does not exist",
               condition);
    return -1;
  }
  for (int i = 0; i < variables.n; ++i)
    apply(make_target(GH, variables.first + i, where.faces, where.widths, condition), i);
  return 0;
}

int flat(cGH const* GH, Where const& where, Variables const& to) {
  return on(GH, where, to, "Flat", [](Target const& target, int) { apply_flat(target); });
}
int fixed(cGH const* GH, Where const& where, Variables const& to) {
  return on(GH, where, to, "Static", [](Target const& target, int) { apply_static(target); });
}
int scalar(cGH const* GH, Where const& where, double value, Variables const& to) {
  return on(GH, where, to, "Scalar", [=](Target const& target, int) { apply_scalar(target, value); });
}
int copied(cGH const* GH, Where const& where, Variables const& to, Variables const& from) {
  if (from.n < to.n) return -1;
  return on(GH, where, to, "Copy", [=](Target const& target, int i) { apply_copy(target, from.first + i); });
}
int radiative(cGH const* GH, Where const& where, double limit, double speed, Variables const& to,
              Variables const& from) {
  DECLARE_CCTK_PARAMETERS;
  int const power = radpower;
  if (from.n < to.n) return -1;
  return on(GH, where, to, "Radiation", [=](Target const& target, int i) {
    apply_radiation(target, {.limit = limit, .speed = speed, .past_variable = from.first + i, .power = power});
  });
}
int robin(cGH const* GH, int const* stencil, double limit, int power, Variables const& to) {
  return on(GH, everywhere(stencil, to), to, "Robin",
            [=](Target const& target, int) { apply_robin(target, {.limit = limit, .power = power}); });
}

} // namespace

extern "C" {

int BndScalarVI(const cGH* GH, const int* stencil, CCTK_REAL var0, int vi) {
  return scalar(GH, everywhere(stencil, variable(vi)), var0, variable(vi));
}
int BndScalarVN(const cGH* GH, const int* stencil, CCTK_REAL var0, const char* name) {
  return scalar(GH, everywhere(stencil, variable(name)), var0, variable(name));
}
int BndScalarGI(const cGH* GH, const int* stencil, CCTK_REAL var0, int gi) {
  return scalar(GH, everywhere(stencil, group(gi)), var0, group(gi));
}
int BndScalarGN(const cGH* GH, const int* stencil, CCTK_REAL var0, const char* name) {
  return scalar(GH, everywhere(stencil, group(name)), var0, group(name));
}
int BndScalarDirVI(const cGH* GH, int stencil_size, int dir, CCTK_REAL var0, int vi) {
  return scalar(GH, one_face(stencil_size, dir), var0, variable(vi));
}
int BndScalarDirVN(const cGH* GH, int stencil_size, int dir, CCTK_REAL var0, const char* name) {
  return scalar(GH, one_face(stencil_size, dir), var0, variable(name));
}
int BndScalarDirGI(const cGH* GH, int stencil_size, int dir, CCTK_REAL var0, int gi) {
  return scalar(GH, one_face(stencil_size, dir), var0, group(gi));
}
int BndScalarDirGN(const cGH* GH, int stencil_size, int dir, CCTK_REAL var0, const char* name) {
  return scalar(GH, one_face(stencil_size, dir), var0, group(name));
}

int BndFlatVI(const cGH* GH, const int* stencil, int vi) {
  return flat(GH, everywhere(stencil, variable(vi)), variable(vi));
}
int BndFlatVN(const cGH* GH, const int* stencil, const char* name) {
  return flat(GH, everywhere(stencil, variable(name)), variable(name));
}
int BndFlatGI(const cGH* GH, const int* stencil, int gi) { return flat(GH, everywhere(stencil, group(gi)), group(gi)); }
int BndFlatGN(const cGH* GH, const int* stencil, const char* name) {
  return flat(GH, everywhere(stencil, group(name)), group(name));
}
int BndFlatDirVI(const cGH* GH, int stencil_size, int dir, int vi) {
  return flat(GH, one_face(stencil_size, dir), variable(vi));
}
int BndFlatDirVN(const cGH* GH, int stencil_size, int dir, const char* name) {
  return flat(GH, one_face(stencil_size, dir), variable(name));
}
int BndFlatDirGI(const cGH* GH, int stencil_size, int dir, int gi) {
  return flat(GH, one_face(stencil_size, dir), group(gi));
}
int BndFlatDirGN(const cGH* GH, int stencil_size, int dir, const char* name) {
  return flat(GH, one_face(stencil_size, dir), group(name));
}

int BndStaticVI(const cGH* GH, const int* stencil, int vi) {
  return fixed(GH, everywhere(stencil, variable(vi)), variable(vi));
}
int BndStaticVN(const cGH* GH, const int* stencil, const char* name) {
  return fixed(GH, everywhere(stencil, variable(name)), variable(name));
}
int BndStaticGI(const cGH* GH, const int* stencil, int gi) {
  return fixed(GH, everywhere(stencil, group(gi)), group(gi));
}
int BndStaticGN(const cGH* GH, const int* stencil, const char* name) {
  return fixed(GH, everywhere(stencil, group(name)), group(name));
}
int BndStaticDirVI(const cGH* GH, int stencil_size, int dir, int vi) {
  return fixed(GH, one_face(stencil_size, dir), variable(vi));
}
int BndStaticDirVN(const cGH* GH, int stencil_size, int dir, const char* name) {
  return fixed(GH, one_face(stencil_size, dir), variable(name));
}
int BndStaticDirGI(const cGH* GH, int stencil_size, int dir, int gi) {
  return fixed(GH, one_face(stencil_size, dir), group(gi));
}
int BndStaticDirGN(const cGH* GH, int stencil_size, int dir, const char* name) {
  return fixed(GH, one_face(stencil_size, dir), group(name));
}

int BndCopyVI(const cGH* GH, const int* stencil, int to, int from) {
  return copied(GH, everywhere(stencil, variable(to)), variable(to), variable(from));
}
int BndCopyVN(const cGH* GH, const int* stencil, const char* to, const char* from) {
  return copied(GH, everywhere(stencil, variable(to)), variable(to), variable(from));
}
int BndCopyGI(const cGH* GH, const int* stencil, int to, int from) {
  return copied(GH, everywhere(stencil, group(to)), group(to), group(from));
}
int BndCopyGN(const cGH* GH, const int* stencil, const char* to, const char* from) {
  return copied(GH, everywhere(stencil, group(to)), group(to), group(from));
}
int BndCopyDirVI(const cGH* GH, int stencil_size, int dir, int to, int from) {
  return copied(GH, one_face(stencil_size, dir), variable(to), variable(from));
}
int BndCopyDirVN(const cGH* GH, int stencil_size, int dir, const char* to, const char* from) {
  return copied(GH, one_face(stencil_size, dir), variable(to), variable(from));
}
int BndCopyDirGI(const cGH* GH, int stencil_size, int dir, int to, int from) {
  return copied(GH, one_face(stencil_size, dir), group(to), group(from));
}
int BndCopyDirGN(const cGH* GH, int stencil_size, int dir, const char* to, const char* from) {
  return copied(GH, one_face(stencil_size, dir), group(to), group(from));
}

int BndRadiativeVI(const cGH* GH, const int* stencil, CCTK_REAL var0, CCTK_REAL v0, int to, int from) {
  return radiative(GH, everywhere(stencil, variable(to)), var0, v0, variable(to), variable(from));
}
int BndRadiativeVN(const cGH* GH, const int* stencil, CCTK_REAL var0, CCTK_REAL v0, const char* to, const char* from) {
  return radiative(GH, everywhere(stencil, variable(to)), var0, v0, variable(to), variable(from));
}
int BndRadiativeGI(const cGH* GH, const int* stencil, CCTK_REAL var0, CCTK_REAL v0, int to, int from) {
  return radiative(GH, everywhere(stencil, group(to)), var0, v0, group(to), group(from));
}
int BndRadiativeGN(const cGH* GH, const int* stencil, CCTK_REAL var0, CCTK_REAL v0, const char* to, const char* from) {
  return radiative(GH, everywhere(stencil, group(to)), var0, v0, group(to), group(from));
}
int BndRadiativeDirVI(const cGH* GH, int stencil_size, int dir, CCTK_REAL var0, CCTK_REAL v0, int to, int from) {
  return radiative(GH, one_face(stencil_size, dir), var0, v0, variable(to), variable(from));
}
int BndRadiativeDirVN(const cGH* GH, int stencil_size, int dir, CCTK_REAL var0, CCTK_REAL v0, const char* to,
                      const char* from) {
  return radiative(GH, one_face(stencil_size, dir), var0, v0, variable(to), variable(from));
}
int BndRadiativeDirGI(const cGH* GH, int stencil_size, int dir, CCTK_REAL var0, CCTK_REAL v0, int to, int from) {
  return radiative(GH, one_face(stencil_size, dir), var0, v0, group(to), group(from));
}
int BndRadiativeDirGN(const cGH* GH, int stencil_size, int dir, CCTK_REAL var0, CCTK_REAL v0, const char* to,
                      const char* from) {
  return radiative(GH, one_face(stencil_size, dir), var0, v0, group(to), group(from));
}

int BndRobinVI(const cGH* GH, const int* stencil, CCTK_REAL finf, int npow, int vi) {
  return robin(GH, stencil, finf, npow, variable(vi));
}
int BndRobinVN(const cGH* GH, const int* stencil, CCTK_REAL finf, int npow, const char* name) {
  return robin(GH, stencil, finf, npow, variable(name));
}
int BndRobinGI(const cGH* GH, const int* stencil, CCTK_REAL finf, int npow, int gi) {
  return robin(GH, stencil, finf, npow, group(gi));
}
int BndRobinGN(const cGH* GH, const int* stencil, CCTK_REAL finf, int npow, const char* name) {
  return robin(GH, stencil, finf, npow, group(name));
}

} // extern "C"
} // namespace boundary
