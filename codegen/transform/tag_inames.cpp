/// The transformation tag_inames: `tag_inames(f, "e:g.0, i:l.0, n:unr")` determines how loops are executed.
#include "codegen/transform/checks.hpp"
#include "codegen/transform/parallel.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::transform {

loops::LoopKernel tag_inames(loops::LoopKernel kernel, Arguments const& arguments) {
  bool const ignores_unknown = arguments.boolean_or("ignore_nonexistent", false);
  std::vector<std::string> tagged;
  for (auto const& [name, tag] : tags_by_loop(arguments, "iname_to_tag")) {
    if (ignores_unknown && !kernel.find_loop(name)) continue;
    existing_loop(kernel, arguments, name);
    if (base::contains(tagged, name)) arguments.fail(fmt::format("The loop `{}` receives two tags.", name));
    set_tag(kernel, name, tag);
    tagged.push_back(name);
  }
  require_legal_tags(kernel, tagged, arguments);
  return kernel;
}

} // namespace chemora::transform
