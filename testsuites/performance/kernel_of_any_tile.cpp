// Puts the tile's place where the tile's numbers were.
#include "testsuites/performance/kernel_of_any_tile.hpp"

#include "codegen/emit/emit.hpp"
#include "codegen/plan/lower.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/hash.hpp"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <unistd.h>

namespace performance {

namespace {

using namespace chemora;

/// Stand for the tile's extents in the text: numbers that no kernel contains by chance.
constexpr base::Index3 stand_ins{1900000011, 1900000022, 1900000033};

std::string replaced(std::string text, std::string const& what, std::string const& with) {
  std::size_t n_times = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size(), ++n_times)
    text.replace(at, what.size(), with);
  if (n_times != 3) // the step of the loop over tiles, and twice in the end of the tile
    throw base::InternalError(fmt::format("The source names {} {} times, not three times.", what, n_times));
  return text;
}

} // namespace

std::string source_for_any_tile(ir::Graph const& graph, plan::KernelPlan const& plan, base::Index3 const& allocated) {
  if (!graph.parameters.empty()) throw base::InternalError("The place of the parameters is taken by the tile.");
  ir::Loops loops = plan::lower(graph, plan, {allocated});
  for (ir::Loop& loop : loops.nest)
    if (loop.over_tiles) loop.step = stand_ins[static_cast<std::size_t>(loop.axis)];
  std::string source = emit::emit(loops, emit::Language::cpp);
  for (std::size_t axis = 0; axis < 3; ++axis)
    source = replaced(std::move(source), std::to_string(stand_ins[axis]), fmt::format("chosen_{}", "xyz"[axis]));
  std::string const before = "  int const lower_z = ";
  std::size_t const at = source.find(before);
  if (at == std::string::npos) throw base::InternalError("The source has no line for the box's lower end.");
  std::string tile;
  for (std::size_t axis = 0; axis < 3; ++axis)
    tile += fmt::format("  int const chosen_{} = (int)arguments->parameters[{}];\n", "xyz"[axis], axis);
  return source.insert(at, tile);
}

std::string compiled_once(device::Device& device, std::string const& name, std::string const& source,
                          std::filesystem::path const& folder) {
  auto const& properties = device.properties();
  std::filesystem::create_directories(folder);
  auto const path = folder / fmt::format("{:016x}.so", base::hash(properties.compiler + source));
  if (std::ifstream known(path, std::ios::binary); known)
    return {std::istreambuf_iterator<char>(known), std::istreambuf_iterator<char>()};
  device::CompileRequest const request{name, source};
  auto const compiled = device.compile({&request, 1}, 1).front();
  if (!compiled.error.empty()) throw device::DeviceError(compiled.error);
  auto const draft = folder / fmt::format("{}.{}", path.filename().string(), getpid());
  std::ofstream(draft, std::ios::binary) << compiled.object;
  std::filesystem::rename(draft, path);
  return compiled.object;
}

} // namespace performance
