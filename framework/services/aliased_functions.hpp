// Which active thorn provides each aliased function.
#pragma once

#include "framework/bind/thorn_binding.hpp"
#include "framework/parameters/thorn_catalogue.hpp"

#include <span>

namespace chemora::services {

/// Points every slot to the function of the active thorn that provides it, nullptr if none does. Throws
/// base::UserError: two active providers; REQUIRES FUNCTION of an active thorn without provider.
void resolve_aliased_functions(parameters::ThornCatalogue const& catalogue,
                               std::span<bind::AliasedFunction const> functions);

} // namespace chemora::services
