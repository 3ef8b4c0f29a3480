// The aliased functions Device_*. Arrays are given as lists of variables, refinement levels and time levels.
#include "cctk.h"
#include "process_device.hpp"

#include <exception>
#include <string>
#include <vector>

namespace devices {

namespace {

using chemora::arrays::ArrayName;
using chemora::base::Box;
using chemora::device::ArrayShape;

bool is_host() { return device().properties().shares_host_memory; }

/// The shape of the variable's array on this process. Directions beyond the third are counted as additional planes
/// along z.
ArrayShape shape_of(cGH const* cctkGH, int variable) {
  cGroupDynamicData data;
  if (CCTK_GroupDynamicData(cctkGH, CCTK_GroupIndexFromVarI(variable), &data) < 0)
    throw std::runtime_error("The driver does not know the size of " + std::string(CCTK_FullVarName(variable)) + ".");
  ArrayShape shape{{1, 1, 1}, static_cast<std::size_t>(CCTK_VarTypeSize(CCTK_VarTypeI(variable)))};
  for (int d = 0; d < data.dim; ++d) shape.extent[static_cast<std::size_t>(d < 3 ? d : 2)] *= data.ash[d];
  return shape;
}

/// The error message for a device operation that failed on this array. It includes the total memory of all arrays.
std::string error_text(ArrayName const& name, ArrayShape const& shape, char const* reason) {
  return "An array for " + std::string(CCTK_FullVarName(name.variable)) + ", time level " +
         std::to_string(name.time_level) + ", of " + std::to_string(shape.bytes()) + " bytes, beside arrays of " +
         std::to_string(arrays().bytes()) + " bytes in all: " + reason;
}

/// Calls `act` with the name, shape and position of each array, unless the device shares the host's memory. Errors end
/// the run.
template <class Act>
CCTK_INT for_each(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT const* variables, CCTK_INT const* levels,
                  CCTK_INT const* time_levels, CCTK_INT n, Act const& act) {
  try {
    for (CCTK_INT i = 0; i < n && !is_host(); ++i) {
      ArrayName const name{variables[i], levels[i], time_levels[i]};
      ArrayShape const shape = shape_of(static_cast<cGH const*>(cctkGH), variables[i]);
      try {
        act(name, shape, i);
      } catch (chemora::device::DeviceError const& error) {
        throw std::runtime_error(error_text(name, shape, error.what()));
      }
    }
    return 0;
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
}

void copy(cGH const* cctkGH, ArrayName const& name, ArrayShape const& shape, Box const& box, bool to_device) {
  void* const on_host = CCTK_VarDataPtrI(cctkGH, name.time_level, name.variable);
  if (!on_host)
    throw std::runtime_error("Time level " + std::to_string(name.time_level) + " of " +
                             CCTK_FullVarName(name.variable) + " is to be copied, but has no storage.");
  if (to_device)
    arrays().copy_to_device(name, shape, box, on_host);
  else
    arrays().copy_to_host(name, shape, box, on_host);
}

Box box_at(CCTK_INT const* lower, CCTK_INT const* upper, CCTK_INT i) {
  CCTK_INT const *const l = lower + 3 * i, *const u = upper + 3 * i;
  return {{l[0], l[1], l[2]}, {u[0], u[1], u[2]}};
}

/// Calls `act` once, with the list of all boxes. Errors end the run.
template <class Act>
CCTK_INT with_boxes(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT const* vars, CCTK_INT const* rls, CCTK_INT const* tls,
                    CCTK_INT const* lower, CCTK_INT const* upper, CCTK_INT n, Act const& act) {
  std::vector<chemora::device::ArrayBox> boxes;
  for_each(cctkGH, vars, rls, tls, n, [&](ArrayName const& name, ArrayShape const& shape, CCTK_INT i) {
    boxes.push_back(arrays().box_of(name, shape, box_at(lower, upper, i)));
  });
  try {
    act(boxes);
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
  return 0;
}

Box whole(ArrayShape const& shape) { return {{0, 0, 0}, shape.extent}; }

} // namespace

} // namespace devices

using namespace devices;

extern "C" CCTK_POINTER Devices_Interface(CCTK_POINTER_TO_CONST) {
  try {
    return &device();
  } catch (std::exception const&) {
    return nullptr; // Devices_Check reports the reason at PARAMCHECK
  }
}

extern "C" CCTK_INT Devices_GetDevice(CCTK_POINTER_TO_CONST) {
  try {
    return is_host() ? -1 : 0;
  } catch (std::exception const&) {
    return -1; // Devices_Check reports the reason
  }
}

extern "C" CCTK_POINTER Devices_Array(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT variable, CCTK_INT level,
                                      CCTK_INT time_level) {
  void* memory = CCTK_VarDataPtrI(static_cast<cGH const*>(cctkGH), time_level, variable);
  if (memory)
    for_each(cctkGH, &variable, &level, &time_level, 1,
             [&](ArrayName const& name, ArrayShape const& shape, CCTK_INT) { memory = arrays().get(name, shape); });
  return memory;
}

extern "C" CCTK_INT Devices_CreateVariables(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT const* vars, CCTK_INT const* rls,
                                            CCTK_INT const* tls, CCTK_INT n) {
  return for_each(cctkGH, vars, rls, tls, n,
                  [](ArrayName const& name, ArrayShape const& shape, CCTK_INT) { arrays().get(name, shape); });
}

// CopyCycle receives each variable once; `tls` holds the variable's number of time levels.
extern "C" CCTK_INT Devices_CopyCycle(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT const* vars, CCTK_INT const* rls,
                                      CCTK_INT const* tls, CCTK_INT n) {
  return for_each(cctkGH, vars, rls, tls, n, [](ArrayName const& name, ArrayShape const& shape, CCTK_INT) {
    arrays().rotate(name.variable, name.refinement_level, name.time_level, shape);
  });
}

extern "C" CCTK_INT Devices_CopyFromPast(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT const* vars, CCTK_INT const* rls,
                                         CCTK_INT const* tls, CCTK_INT n) {
  return for_each(cctkGH, vars, rls, tls, n, [](ArrayName const& name, ArrayShape const& shape, CCTK_INT) {
    arrays().copy_from_past(name.variable, name.refinement_level, shape);
  });
}

extern "C" CCTK_INT Devices_CopyToDevice(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT const* vars, CCTK_INT const* rls,
                                         CCTK_INT const* tls, CCTK_INT n, CCTK_INT* moved) {
  *moved = 0;
  return for_each(cctkGH, vars, rls, tls, n, [&](ArrayName const& name, ArrayShape const& shape, CCTK_INT) {
    copy(static_cast<cGH const*>(cctkGH), name, shape, whole(shape), true);
  });
}

extern "C" CCTK_INT Devices_CopyToHost(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT const* vars, CCTK_INT const* rls,
                                       CCTK_INT const* tls, CCTK_INT n, CCTK_INT* moved) {
  *moved = 0;
  return for_each(cctkGH, vars, rls, tls, n, [&](ArrayName const& name, ArrayShape const& shape, CCTK_INT) {
    copy(static_cast<cGH const*>(cctkGH), name, shape, whole(shape), false);
  });
}

extern "C" CCTK_INT Devices_CopyBoxes(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT const* vars, CCTK_INT const* rls,
                                      CCTK_INT const* tls, CCTK_INT const* lower, CCTK_INT const* upper, CCTK_INT n,
                                      CCTK_INT to_device) {
  return for_each(cctkGH, vars, rls, tls, n, [&](ArrayName const& name, ArrayShape const& shape, CCTK_INT i) {
    copy(static_cast<cGH const*>(cctkGH), name, shape, box_at(lower, upper, i), to_device != 0);
  });
}

extern "C" CCTK_INT Devices_PackBoxes(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT const* vars, CCTK_INT const* rls,
                                      CCTK_INT const* tls, CCTK_INT const* lower, CCTK_INT const* upper, CCTK_INT n,
                                      CCTK_POINTER packed) {
  return with_boxes(cctkGH, vars, rls, tls, lower, upper, n, [&](auto const& boxes) { device().pack(packed, boxes); });
}

extern "C" CCTK_INT Devices_UnpackBoxes(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT const* vars, CCTK_INT const* rls,
                                        CCTK_INT const* tls, CCTK_INT const* lower, CCTK_INT const* upper, CCTK_INT n,
                                        CCTK_POINTER_TO_CONST packed) {
  return with_boxes(cctkGH, vars, rls, tls, lower, upper, n,
                    [&](auto const& boxes) { device().unpack(boxes, packed); });
}

extern "C" CCTK_INT Devices_CopyWithin(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT const* vars, CCTK_INT const* rls,
                                       CCTK_INT const* tls, CCTK_INT const* lower, CCTK_INT const* upper,
                                       CCTK_INT const* to_lower, CCTK_INT n) {
  std::vector<CCTK_INT> to_upper(to_lower, to_lower + 3 * n);
  for (std::size_t i = 0; i < to_upper.size(); ++i) to_upper[i] += upper[i] - lower[i];
  return with_boxes(cctkGH, vars, rls, tls, lower, upper, n, [&](auto const& from) {
    return with_boxes(cctkGH, vars, rls, tls, to_lower, to_upper.data(), n,
                      [&](auto const& to) { device().copy_within(from, to); });
  });
}

extern "C" CCTK_INT Devices_SwapArrays(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT var1, CCTK_INT rl1, CCTK_INT tl1,
                                       CCTK_INT var2, CCTK_INT rl2, CCTK_INT tl2) {
  return for_each(cctkGH, &var1, &rl1, &tl1, 1, [&](ArrayName const& name, ArrayShape const& shape, CCTK_INT) {
    arrays().swap(name, {var2, rl2, tl2}, shape);
  });
}
