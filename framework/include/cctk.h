/* The public C interface of the framework. A thorn includes this header first. Names and meanings follow Cactus. */
#ifndef CCTK_H
#define CCTK_H

#if __has_include("definethisthorn.h")
#include "definethisthorn.h" /* generated per thorn: CCTK_THORNSTRING, THORN_IS_<thorn> */
#endif
#include "cctk_Config.h"
#include "cctk_Constants.h"
#if __has_include("cctk_Capabilities.h")
#include "cctk_Capabilities.h" /* generated per thorn: HAVE_CAPABILITY_<name> */
#endif

#include <stddef.h>
#include <stdio.h>

#include "cGH.h"
#include "cctk_ActiveThorns.h"
#include "cctk_Banner.h"
#include "cctk_Comm.h"
#include "cctk_CommandLine.h"
#include "cctk_Complex.h"
#include "cctk_Coord.h"
#include "cctk_Faces.h"
#include "cctk_File.h"
#include "cctk_Flesh.h"
#include "cctk_FortranString.h"
#include "cctk_FunctionAliases.h"
#include "cctk_GFIndex.h"
#include "cctk_GHExtensions.h"
#include "cctk_Groups.h"
#include "cctk_GroupsOnGH.h"
#include "cctk_IO.h"
#include "cctk_IOMethods.h"
#include "cctk_Interp.h"
#include "cctk_Loop.h"
#include "cctk_Main.h"
#include "cctk_Malloc.h"
#include "cctk_Math.h"
#include "cctk_Misc.h"
#include "cctk_ParamCheck.h"
#include "cctk_Parameter.h"
#include "cctk_PreSync.h"
#include "cctk_Reduction.h"
#include "cctk_Schedule.h"
#include "cctk_Sync.h"
#include "cctk_Termination.h"
#include "cctk_Timers.h"
#include "cctk_Version.h"
#include "cctk_WarnLevel.h"
#if __has_include("cctk_Functions.h")
#include "cctk_Functions.h" /* generated per thorn: prototypes of aliased functions */
#endif

#define CCTK_PASS_CTOC cctkGH

/* Position and spacing of the current grid. These macros use the locals of DECLARE_CCTK_ARGUMENTS. */
#define CCTK_ORIGIN_SPACE(direction)                                                                                   \
  (cctk_origin_space[direction] +                                                                                      \
   cctk_delta_space[direction] / cctk_levfac[direction] * cctk_levoff[direction] / cctk_levoffdenom[direction])
#define CCTK_DELTA_SPACE(direction) (cctk_delta_space[direction] / cctk_levfac[direction])
#define CCTK_DELTA_TIME (cctk_delta_time / cctk_timefac)

#define CCTK_PRINTSEPARATOR                                                                                            \
  printf("--------------------------------------------------------------------------------\n");

/* The part of DECLARE_CCTK_ARGUMENTS that is common to all thorns. */
#define CCTK_DECLARE_GH_MEMBER_(type, member) CCTK_DECLARE_INIT(type, member, cctkGH->member);
#define _DECLARE_CCTK_CARGUMENTS                                                                                       \
  CCTK_DECLARE_GH_MEMBER_(int const, cctk_dim)                                                                         \
  CCTK_DECLARE_GH_MEMBER_(int const, cctk_iteration)                                                                   \
  CCTK_DECLARE_GH_MEMBER_(int const* restrict const, cctk_gsh)                                                         \
  CCTK_DECLARE_GH_MEMBER_(int const* restrict const, cctk_lsh)                                                         \
  CCTK_DECLARE_GH_MEMBER_(int const* restrict const, cctk_lbnd)                                                        \
  CCTK_DECLARE_GH_MEMBER_(int const* restrict const, cctk_ubnd)                                                        \
  CCTK_DECLARE_GH_MEMBER_(int const, cctk_patch)                                                                       \
  CCTK_DECLARE_GH_MEMBER_(int const, cctk_npatches)                                                                    \
  CCTK_DECLARE_GH_MEMBER_(int const* restrict const, cctk_tile_min)                                                    \
  CCTK_DECLARE_GH_MEMBER_(int const* restrict const, cctk_tile_max)                                                    \
  CCTK_DECLARE_GH_MEMBER_(int const* restrict const, cctk_ash)                                                         \
  CCTK_DECLARE_GH_MEMBER_(int const, cctk_alignment)                                                                   \
  CCTK_DECLARE_GH_MEMBER_(int const, cctk_alignment_offset)                                                            \
  CCTK_DECLARE_GH_MEMBER_(int const* restrict const, cctk_to)                                                          \
  CCTK_DECLARE_GH_MEMBER_(int const* restrict const, cctk_from)                                                        \
  CCTK_DECLARE_GH_MEMBER_(CCTK_REAL const, cctk_delta_time)                                                            \
  CCTK_DECLARE_GH_MEMBER_(CCTK_REAL const* restrict const, cctk_delta_space)                                           \
  CCTK_DECLARE_GH_MEMBER_(CCTK_REAL const* restrict const, cctk_origin_space)                                          \
  CCTK_DECLARE_GH_MEMBER_(int const* restrict const, cctk_bbox)                                                        \
  CCTK_DECLARE_GH_MEMBER_(int const* restrict const, cctk_levfac)                                                      \
  CCTK_DECLARE_GH_MEMBER_(int const* restrict const, cctk_levoff)                                                      \
  CCTK_DECLARE_GH_MEMBER_(int const* restrict const, cctk_levoffdenom)                                                 \
  CCTK_DECLARE_GH_MEMBER_(int const, cctk_timefac)                                                                     \
  CCTK_DECLARE_GH_MEMBER_(int const, cctk_convlevel)                                                                   \
  CCTK_DECLARE_GH_MEMBER_(int const, cctk_convfac)                                                                     \
  CCTK_DECLARE_GH_MEMBER_(int const* restrict const, cctk_nghostzones)                                                 \
  CCTK_DECLARE_GH_MEMBER_(CCTK_REAL const, cctk_time)
#define _DECLARE_CCTK_ARGUMENTS _DECLARE_CCTK_CARGUMENTS

#endif
