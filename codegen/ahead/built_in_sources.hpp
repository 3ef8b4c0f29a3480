// Built-in kernels as sources of a thorn.
#pragma once

#include "codegen/ahead/built_in_kernels.hpp"

#include <string>
#include <vector>

namespace chemora::ahead {

/// The kernels of all `graphs`, spread over `n_sources` C++ texts that take about as long to compile. Text n, counted
/// from 1, needs no headers and defines
///
///     extern "C" void <prefix>_<n>(void (*add)(char const* identity, char const* instructions, void const* function));
///
/// which calls `add` for each of its kernels with the function for this very processor, and the name of its instruction
/// set. Whatever flags a text is
/// compiled with, its bits are those of kernels compiled during a run: with GCC the flags that matter stand in it.
std::vector<std::string> built_in_sources(std::string const& prefix, std::vector<ir::Graph> const& graphs,
                                          int n_sources, BuiltInLimits const& limits = {});

} // namespace chemora::ahead
