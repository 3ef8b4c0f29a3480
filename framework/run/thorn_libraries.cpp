#include "framework/base/errors.hpp"
#include "framework/run/stages.hpp"

#include <fmt/format.h>

#include <dlfcn.h>

#include <filesystem>
#include <string_view>

namespace chemora::run {

namespace {

/// Loads a library, which remains loaded until the process ends.
bind::AddedThorn const& load(std::string const& path) {
  // A path with a slash prevents a search in the folders of the system.
  auto const absolute = std::filesystem::absolute(path).string();
  void* const library = dlopen(absolute.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    throw base::UserError(fmt::format("The thorn library {} cannot be loaded: {}. If it was built for another program, "
                                      "run `scripts/build --add THORN` with the build folder of this program.",
                                      path, dlerror()));
  void* const symbol = dlsym(library, "chemora_added_thorn");
  if (!symbol)
    throw base::UserError(
        fmt::format("{} is not a thorn library. `scripts/build --add THORN` builds the library of a thorn.", path));
  auto const& thorn = *reinterpret_cast<bind::AddedThorn const* (*)()>(symbol)();
  if (thorn.binding_size != sizeof(bind::ThornBinding) || std::string_view(thorn.program) != bind::program_identity())
    throw base::UserError(
        fmt::format("The thorn library {} was built for a program with other thorns. Run `scripts/build "
                    "--add THORN` with the build folder of this program.",
                    path));
  return thorn;
}

} // namespace

std::vector<bind::AliasedFunction> load_thorn_libraries(std::vector<std::string> const& paths) {
  auto const of_program = bind::aliased_functions();
  std::vector<bind::AliasedFunction> functions(of_program.begin(), of_program.end());
  for (auto const& path : paths) {
    auto const& thorn = load(path);
    if (parameters::thorn_catalogue().find_thorn(thorn.binding.thorn))
      throw base::UserError(
          fmt::format("The program contains the thorn {} already; {} cannot add it. Rename the added thorn, "
                      "or run the program without --thorn-library.",
                      thorn.binding.thorn, path));
    read_thorns({&thorn.binding, 1});
    functions.insert(functions.end(), thorn.also.begin(), thorn.also.end());
  }
  return functions;
}

} // namespace chemora::run
