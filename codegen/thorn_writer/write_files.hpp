// One function per file of a generated thorn. Deterministic text that ends with a newline.
#pragma once

#include "codegen/thorn_writer/thorn.hpp"

#include <string>

namespace chemora::thorn_writer {

/// Implementation, inherited ones, aliased functions, groups.
std::string write_interface(Thorn const& thorn);

/// The parameters, among them `boundary` where something evolves.
std::string write_parameters(Thorn const& thorn);

/// Storage, registration of kernels and evolved variables, calculations, boundary conditions.
std::string write_schedule(Thorn const& thorn);

std::string write_configuration(Thorn const& thorn);

/// C++ against cctk.h: the graphs as text and one function per scheduled item; registers the kernels of so many further
/// sources.
std::string write_source(Thorn const& thorn, int n_built_in_sources);

} // namespace chemora::thorn_writer
