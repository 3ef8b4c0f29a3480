/// The transformation set_array_dim_names: `set_array_dim_names(f, "q", "i,j,field")` names the axes of an array for
/// messages and for the names of loops that other transformations make.
#include "codegen/transform/checks.hpp"
#include "codegen/transform/transformations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::transform {

loops::LoopKernel set_array_dim_names(loops::LoopKernel kernel, Arguments const& arguments) {
  std::vector<std::string> const names = arguments.names("dim_names");
  for (std::string const& name : arguments.names("ary_names")) {
    existing_array(kernel, arguments, name);
    ir::TypedArray& array = kernel.array(name);
    if (names.size() != array.axes.size())
      arguments.fail(fmt::format("`{}` has {} axes; found {} names.", name, array.axes.size(), names.size()));
    for (std::size_t n = 0; n < names.size(); ++n) {
      if (std::count(names.begin(), names.end(), names[n]) > 1)
        arguments.fail(fmt::format("Two axes of `{}` cannot have the name `{}`.", name, names[n]));
      array.axes[n].name = names[n];
    }
  }
  return kernel;
}

} // namespace chemora::transform
