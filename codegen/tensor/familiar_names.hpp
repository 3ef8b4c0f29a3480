// Names that other languages, papers and programs use for what equation files spell differently.
#pragma once

#include <string>

namespace chemora::tensor {

/// A sentence such as " The natural logarithm is `log`." for `ln`, with a leading blank; empty for other names.
std::string hint_for_familiar(std::string const& name);

} // namespace chemora::tensor
