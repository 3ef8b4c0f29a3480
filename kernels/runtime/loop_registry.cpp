#include "kernels/runtime/loop_registry.hpp"

#include "framework/base/errors.hpp"

namespace chemora::runtime {

void LoopRegistry::add(std::string const& thorn, std::string const& file, std::string const& text) {
  try {
    RegisteredLoops loops{{thorn, loop_functions::function_name(file)},
                          loop_functions::read_loop_function({file, text})};
    if (find(thorn, loops.name)) throw base::UserError("Function " + loops.full_name() + " was registered twice.");
    functions_.push_back(std::move(loops));
  } catch (base::UserError const& error) {
    errors_.push_back(warning_text(error));
  }
}

RegisteredLoops const* LoopRegistry::find(std::string const& thorn, std::string const& function) const {
  for (RegisteredLoops const& loops : functions_)
    if (are_equal_names(loops.thorn, thorn) && are_equal_names(loops.name, function)) return &loops;
  return nullptr;
}

std::vector<std::string> LoopRegistry::names() const {
  std::vector<std::string> names;
  for (RegisteredLoops const& loops : functions_) names.push_back(loops.full_name());
  return names;
}

} // namespace chemora::runtime
