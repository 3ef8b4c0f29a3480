// Functions of the C interface that a driver may put its own in the place of.
#pragma once

namespace chemora::services {

/// The function that is called now, and how often one has been set: 1 for the default.
template <class Function>
struct Overloadable {
  Function* current;
  int n_times = 1;

  /// The number after this; a null pointer only asks for it.
  int replace(Function* function) {
    if (!function) return n_times;
    current = function;
    return ++n_times;
  }
};

} // namespace chemora::services

/// CHEMORA_OVERLOADABLE(type, Name, (parameters), (arguments), function) defines CCTK_Name, which calls `function`
/// until CCTK_OverloadName sets another.
#define CHEMORA_OVERLOADABLE(type, Name, parameters, arguments, ...)                                                   \
  static chemora::services::Overloadable<type parameters> overloadable_##Name{__VA_ARGS__};                            \
  extern "C" type CCTK_##Name parameters { return overloadable_##Name.current arguments; }                             \
  extern "C" int CCTK_Overload##Name(type(*function) parameters) { return overloadable_##Name.replace(function); }
