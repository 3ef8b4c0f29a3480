// Built-in kernels give bitwise the same results as the interpreter, for any array extents and any compiler flags.
#include "codegen/ahead/built_in_kernels.hpp"
#include "kernels/device/host/compiler.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/device/host/process.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "kernels/launch/scratch.hpp"
#include "testsuites/support/random_graph.hpp"
#include "testsuites/support/test_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <omp.h>

namespace {

using namespace chemora;
using testing_support::make_random_data;
using testing_support::RandomData;
using testing_support::same_bits;
namespace fs = std::filesystem;

using Flags = std::vector<std::string>;
using Functions = std::map<std::string, void const*>; ///< by identity

device::Device& host() {
  static auto const device = device::make_host_device({.own_memory = true});
  return *device;
}

class Folder {
public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "chemora-builtin-XXXXXX").string();
    path = mkdtemp(pattern.data());
  }
  ~Folder() { fs::remove_all(path); }

  fs::path path;
};

void compile(fs::path const& folder, Flags const& words) {
  Flags command{device::find_compiler().path};
  command.insert(command.end(), words.begin(), words.end());
  std::string const log = folder / "log";
  ASSERT_EQ(device::wait_for(device::start_process(command, log)), 0) << std::ifstream(log).rdbuf();
}

/// Compiles the built-in sources of `graphs` to a shared object and loads it. The link command omits `flags`, because
/// -Ofast would link start-up code that changes the floating-point mode of the processor.
void* load(Folder const& folder, std::vector<ir::Graph> const& graphs, int n_sources, Flags const& flags,
           ahead::BuiltInLimits const& limits = {}) {
  Flags link{"-shared", "-fopenmp", "-o", folder.path / "all.so"};
  auto const texts = ahead::built_in_sources("T", graphs, n_sources, limits);
  for (std::size_t n = 0; n < texts.size(); ++n) {
    std::string const stem = folder.path / std::to_string(n);
    std::ofstream(stem + ".cpp") << texts[n];
    Flags words = flags;
    words.insert(words.end(),
                 {"-Wall", "-Wextra", "-Werror", "-fopenmp", "-fPIC", "-c", "-o", stem + ".o", stem + ".cpp"});
    compile(folder.path, words);
    link.push_back(stem + ".o");
  }
  compile(folder.path, link);
  void* const handle = dlopen((folder.path / "all.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  EXPECT_NE(handle, nullptr) << dlerror();
  return handle;
}

Functions* collected = nullptr;

/// The kernel functions that the sources in `object` register on this processor.
Functions registered(void* object, int n_sources) {
  using Add = void (*)(char const*, char const*, void const*);
  Functions functions;
  collected = &functions;
  for (int n = 1; n <= n_sources; ++n) {
    auto* const list_kernels = reinterpret_cast<void (*)(Add)>(dlsym(object, ("T_" + std::to_string(n)).c_str()));
    EXPECT_NE(list_kernels, nullptr);
    if (list_kernels)
      list_kernels([](char const* identity, char const*, void const* function) { (*collected)[identity] = function; });
  }
  return functions;
}

using Arrays = std::map<std::string, std::vector<double>>;

/// Runs the functions on copies of the arrays of `data` in the element type `Real`, and on scratch arrays.
template <typename Real>
Arrays run(ahead::BuiltInPart const& part, Functions const& functions, RandomData const& data) {
  std::map<std::string, std::vector<Real>> typed;
  for (auto const& [name, values] : data.arrays) typed[name].assign(values.begin(), values.end());
  launch::Scratch scratch(host());
  scratch.reserve(part.n_slots, data.arrays.begin()->second.size() * sizeof(Real));
  std::map<std::string, int> slots;
  for (auto const& temporary : part.temporaries) slots[temporary.variable] = temporary.slot;
  base::Box const boxes[] = {data.box};
  for (auto const& kernel : part.kernels) {
    launch::BoundKernel bound(kernel.graph, data.input.extent,
                              device::make_built_in_module(functions.at(kernel.identity)));
    bound.run(boxes, data.input.scalars, data.input.parameters, [&](std::string const& name) -> void* {
      auto const slot = slots.find(name);
      return slot == slots.end() ? static_cast<void*>(typed.at(name).data()) : scratch.array(slot->second);
    });
  }
  Arrays arrays;
  for (auto const& [name, values] : typed) arrays[name].assign(values.begin(), values.end());
  return arrays;
}

void expect_bits_of_interpreter(ir::Graph const& graph, Functions const& functions, base::Index3 const& extent,
                                ahead::BuiltInLimits const& limits = {}) {
  auto const parts = ahead::built_in_parts(graph, limits);
  ASSERT_EQ(parts.size(), 1u);
  RandomData const data = make_random_data(graph, extent, 5);
  Arrays expected = data.arrays;
  ir::interpret(graph, data.input, data.box, expected);
  for (int const n_threads : {1, 3}) {
    omp_set_num_threads(n_threads);
    Arrays const actual =
        graph.real == ir::Type::real32 ? run<float>(parts[0], functions, data) : run<double>(parts[0], functions, data);
    for (auto const& [name, values] : expected)
      EXPECT_TRUE(same_bits(values, actual.at(name))) << name << " differs: " << to_text(graph);
  }
}

std::vector<ir::Graph> random_graphs(int n) {
  std::vector<ir::Graph> graphs;
  for (int seed = 1; seed <= n; ++seed)
    graphs.push_back(testing_support::random_graph({.seed = static_cast<std::uint64_t>(seed),
                                                    .n_values = 15 + 5 * seed % 40,
                                                    .dimension = 1 + seed % 3,
                                                    .real = seed % 4 == 0 ? ir::Type::real32 : ir::Type::real64,
                                                    .has_transcendentals = seed % 2 == 0,
                                                    .updates_input = seed % 5 == 0}));
  return graphs;
}

class BuiltInKernels : public testing::TestWithParam<Flags> {};

TEST_P(BuiltInKernels, GiveTheBitsOfTheInterpreter) {
  Folder const folder;
  auto const graphs = random_graphs(6);
  void* const object = load(folder, graphs, 2, GetParam());
  ASSERT_NE(object, nullptr);
  Functions const functions = registered(object, 2);
  for (auto const& graph : graphs) {
    int const rows = graph.dimension > 1 ? 11 : 1, planes = graph.dimension > 2 ? 9 : 1;
    expect_bits_of_interpreter(graph, functions, {13, rows, planes});
    expect_bits_of_interpreter(graph, functions, {530, rows, planes}); // longer than a tile
  }
  dlclose(object);
}

INSTANTIATE_TEST_SUITE_P(EveryFlag, BuiltInKernels, testing::Values(Flags{"-O0"}, Flags{"-Ofast", "-march=native"}),
                         testing_support::printed_name<Flags>);

/// Runs the kernels that are compiled for the first instruction set, which this processor would not select.
TEST(BuiltInKernel, RunsOnEveryProcessor) {
  Folder const folder;
  auto const graphs = random_graphs(6);
  void* const object = load(folder, graphs, 1, {"-O2"});
  ASSERT_NE(object, nullptr);
  Functions functions = registered(object, 1);
  std::size_t const n = functions.size();
  for (auto& [identity, function] : functions) {
    Dl_info info{};
    ASSERT_NE(dladdr(function, &info), 0);
    std::string name = info.dli_sname;
    name = name.substr(0, name.find('_', std::string("T_kernel_").size())) + "_any";
    function = dlsym(object, name.c_str());
    ASSERT_NE(function, nullptr) << name;
  }
  EXPECT_GE(n, graphs.size());
  for (auto const& graph : graphs)
    expect_bits_of_interpreter(graph, functions, {13, graph.dimension > 1 ? 11 : 1, graph.dimension > 2 ? 9 : 1});
  dlclose(object);
}

/// Kernels with many operations are split into parts and compiled without vectors, to limit the compilation time. The
/// test lowers these limits so that small kernels exceed them.
TEST(BuiltInKernel, IsPartedAndWithoutVectorsWhereItIsLarge) {
  Folder const folder;
  ahead::BuiltInLimits const limits{.operations = 1, .operations_in_vectors = 4};
  auto const graphs = random_graphs(6);
  void* const object = load(folder, graphs, 2, {"-O0"}, limits);
  ASSERT_NE(object, nullptr);
  Functions const functions = registered(object, 2);
  std::size_t n_kernels = 0, n_without_vectors = 0;
  for (auto const& graph : graphs) {
    expect_bits_of_interpreter(graph, functions, {13, graph.dimension > 1 ? 11 : 1, graph.dimension > 2 ? 9 : 1},
                               limits);
    auto const parts = ahead::built_in_parts(graph, limits);
    for (auto const& kernel : parts[0].kernels) {
      ++n_kernels;
      n_without_vectors += kernel.plans.back().vector_width == 1 ? 1 : 0;
    }
  }
  EXPECT_GT(n_kernels, graphs.size() + 2);
  EXPECT_GT(n_without_vectors, 0u);
  EXPECT_LT(n_without_vectors, n_kernels);
  dlclose(object);
}

TEST(BuiltInKernel, HasAnIdentityOfItsOwn) {
  std::set<std::string> identities;
  std::size_t n = 0;
  for (auto const& graph : random_graphs(10)) {
    auto const parts = ahead::built_in_parts(graph);
    for (auto const& kernel : parts.front().kernels) {
      identities.insert(kernel.identity);
      ++n;
    }
  }
  EXPECT_EQ(identities.size(), n);
  auto const graphs = random_graphs(1);
  EXPECT_EQ(ahead::built_in_parts(graphs[0])[0].kernels[0].identity,
            ahead::built_in_parts(ir::parse_graph(to_text(graphs[0])))[0].kernels[0].identity);
}

} // namespace
