/// Functions that generated code uses to call Fortran procedures and to be called by Fortran code. Fortran passes
/// addresses. Strings have no final NUL; their lengths follow all other arguments.
#pragma once

#include "framework/bind/thorn_binding.hpp"
#include "framework/include/cGH.h"
#include "framework/include/cctk_Groups.h"
#include "framework/include/cctk_GroupsOnGH.h"
#include "framework/include/cctk_PreSync.h"
#include "framework/include/cctk_WarnLevel.h"

#include <array>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>

namespace chemora::bind::fortran {

/// Calls a procedure; all arguments are addresses.
template <class... Addresses>
void call(FunctionPointer procedure, Addresses... addresses) {
  reinterpret_cast<void (*)(Addresses...)>(procedure)(addresses...);
}

/// The data of a variable; nullptr for an inactive thorn, without storage or without access.
inline void* data(cGH const* grid, int variable, int time_level) {
  return CCTKi_VarDataPtrI(grid, time_level, variable);
}

/// Returns the allocated size of the grid in a direction, or 1 for a direction that the grid does not have.
inline int const* grid_size(cGH const* grid, int direction) {
  static int const one = 1;
  return direction < grid->cctk_dim ? &grid->cctk_ash[direction] : &one;
}

/// Allocated size of the arrays of a group, and the length of its vectors; 0 if the group does not exist.
class GroupSizes {
public:
  GroupSizes(cGH const* grid, int first_variable) {
    cGroup group{};
    int const index = first_variable < 0 ? -1 : CCTK_GroupIndexFromVarI(first_variable);
    if (index < 0 || CCTK_GroupData(index, &group) < 0) return;
    length_ = group.vectorlength;
    if (group.dim > 0) CCTK_GroupashGI(grid, group.dim, sizes_.data(), index);
  }
  int const* size(std::size_t direction) const { return &sizes_.at(direction); }
  int const* length() const { return &length_; }

private:
  std::array<int, 10> sizes_{};
  int length_ = 0;
};

/// Copies the values of a parameter, unless `values` is nullptr.
template <class T, std::size_t n>
void copy_parameter(T (&copy)[n], void const* values) {
  if (values) std::memcpy(copy, values, sizeof copy);
}

/// The text without trailing blanks.
inline std::string c_string(char const* text, CCTK_FORTRAN_STRLEN_T length) {
  while (length > 0 && text[length - 1] == ' ') --length;
  return {text, static_cast<std::size_t>(length)};
}

inline CCTK_FORTRAN_STRLEN_T length_of(char const* text) {
  return text ? static_cast<CCTK_FORTRAN_STRLEN_T>(std::strlen(text)) : 0;
}

/// Adapts functions of one language to the calling convention of the other: `Adapter::call<slot>` calls `target(slot)`.
/// A function keeps its slot, so that the caller may store the pointer.
template <class Adapter>
class Adapters {
public:
  using Target = typename Adapter::Target;
  using Result = typename Adapter::Result;

  static Result adapt(Target target) {
    if (!target) return nullptr;
    std::scoped_lock const lock(mutex_);
    for (std::size_t slot = 0; slot < n_slots; ++slot) {
      if (!targets_[slot]) targets_[slot] = target;
      if (targets_[slot] == target) return callers(std::make_index_sequence<n_slots>())[slot];
    }
    CCTK_VError(__LINE__, __FILE__, "Cactus",
                "More than %d different functions are passed between C and Fortran as %s.", static_cast<int>(n_slots),
                Adapter::name);
  }
  static Target target(std::size_t slot) { return targets_[slot]; }

private:
  static constexpr std::size_t n_slots = 16;
  template <std::size_t... slots>
  static std::array<Result, n_slots> callers(std::index_sequence<slots...>) {
    return {Adapter::template call<slots>...};
  }
  static inline std::mutex mutex_;
  static inline std::array<Target, n_slots> targets_{};
};

} // namespace chemora::bind::fortran
