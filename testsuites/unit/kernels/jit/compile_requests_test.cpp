// Tests that each distinct kernel is compiled only once for a group of processes. In these tests, threads represent the
// processes.
#include "kernels/jit/compile_and_load.hpp"
#include "kernels/jit/specialise.hpp"

#include "codegen/ir/graph_builder.hpp"
#include "testsuites/unit/kernels/jit/processes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

namespace chemora::jit {
namespace {

using testing::HasSubstr;

TEST(CompileRequests, CompilesEachDistinctSourceOnce) {
  CountingDevice device;
  std::vector<std::string> const sources{"a", "b", "a", "c", "b", "a", "a", "c"};
  auto const outcomes = run(device, sources, "");
  EXPECT_EQ(device.n_compiled, 3);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    EXPECT_EQ(outcomes[i].obtained.object, "object of " + sources[i]);
    EXPECT_FALSE(outcomes[i].obtained.is_from_cache);
    EXPECT_EQ(outcomes[i].obtained.seconds, 0.5);
  }
}

TEST(CompileRequests, GivesEachProcessItsRequests) {
  CountingDevice device;
  std::vector<std::vector<std::string>> const sources{{"a"}, {}, {"b", "a", "c", "b"}, {"c", "d"}};
  auto const outcomes = run_lists(device, sources, "", {.processors = {"old", "old", "new", "old"}});
  EXPECT_EQ(device.n_compiled, 6)
      << "a, c and d are compiled for the old processor, and a, b and c for the new processor";
  for (std::size_t i = 0; i < sources.size(); ++i) {
    ASSERT_EQ(outcomes[i].all.size(), sources[i].size());
    for (std::size_t n = 0; n < sources[i].size(); ++n)
      EXPECT_EQ(outcomes[i].all[n].object, "object of " + sources[i][n]);
  }
}

TEST(CompileRequests, UsesCachedObjects) {
  CountingDevice device;
  std::string const folder = new_folder();
  run(device, {"a", "b"}, folder);
  auto const outcomes = run(device, {"b", "c", "a"}, folder);
  EXPECT_EQ(device.n_compiled, 3) << "the first run compiles a and b, the second run compiles c";
  EXPECT_TRUE(outcomes[0].obtained.is_from_cache);
  EXPECT_FALSE(outcomes[1].obtained.is_from_cache);
  EXPECT_EQ(outcomes[2].obtained.object, "object of a");
  for (auto const& entry : std::filesystem::directory_iterator(folder)) std::filesystem::resize_file(entry, 20);
  EXPECT_EQ(run(device, {"a"}, folder)[0].obtained.object, "object of a");
  EXPECT_EQ(device.n_compiled, 4) << "a truncated entry is compiled again";
  std::filesystem::remove_all(std::filesystem::path(folder).parent_path());
}

TEST(CompileRequests, LoadsObjectsBeforeTheyAreCached) {
  CountingDevice device;
  device.unloadable = "object of a";
  std::string const folder = new_folder();
  for (auto const& outcome : run(device, {"a", "b"}, folder)) EXPECT_EQ(outcome.error, "Kernel k cannot be loaded.");
  device.unloadable = "";
  EXPECT_FALSE(run(device, {"a"}, folder)[0].obtained.is_from_cache);
  std::filesystem::remove_all(std::filesystem::path(folder).parent_path());
}

TEST(CompileRequests, RepeatsAFailedCompilationOnce) {
  CountingDevice device;
  device.n_failures = 1;
  for (auto const& outcome : run(device, {"a", "a"}, "")) {
    EXPECT_EQ(outcome.error, "");
    EXPECT_EQ(outcome.obtained.object, "object of a");
    EXPECT_EQ(outcome.obtained.first_failure, "kernel k is bad");
    EXPECT_EQ(outcome.obtained.seconds, 1.0) << "both attempts";
  }
  EXPECT_EQ(device.n_compiled, 2);
  device.n_failures = 2;
  EXPECT_EQ(run(device, {"b"}, "")[0].error, "kernel k is bad");
}

TEST(CompileRequests, SavesAFailedSourceOnce) {
  CountingDevice device;
  run(device, {"bad", "a"}, "");
  EXPECT_EQ(device.n_compiled, 3) << "the failed compilation was repeated once";
  EXPECT_EQ(device.n_saved_sources, 1) << "only the source of the kernel with the reported error is saved";
}

TEST(CompileRequests, ReportsAFailureToEveryProcess) {
  CountingDevice device;
  for (auto const& outcome : run(device, {"a", "bad", "a"}, ""))
    EXPECT_THAT(outcome.error, HasSubstr("kernel k is bad"));
  device.fails = true;
  for (auto const& outcome : run(device, {"a", "b", "c"}, "")) EXPECT_THAT(outcome.error, HasSubstr("no compiler"));
}

TEST(CompileRequests, EachKindOfProcessorCompilesItsOwn) {
  CountingDevice device;
  auto const outcomes = run(device, {"a", "a", "a", "a"}, "", {.processors = {"old", "new", "old", "new"}});
  EXPECT_EQ(device.n_compiled, 2);
  for (auto const& outcome : outcomes) EXPECT_EQ(outcome.obtained.object, "object of a");
}

/// On a cluster whose nodes share no file system, the first process of each node has its own cache.
TEST(CompileRequests, EachKindOfProcessorUsesItsOwnCache) {
  CountingDevice device;
  std::string const folder = new_folder();
  auto const names = [&](std::string const& node) { return folder + "-" + node; };
  Processes const nodes{.processors = {"old", "old", "new", "new"},
                        .folders = {names("a"), names("b"), names("c"), names("d")}};
  run(device, {"a", "a", "a", "b"}, "", nodes);
  EXPECT_EQ(device.n_compiled, 3);
  EXPECT_FALSE(std::filesystem::exists(names("b")) || std::filesystem::exists(names("d")))
      << "only leaders use a cache";
  for (auto const& outcome : run(device, {"a", "a", "a", "b"}, "", nodes)) EXPECT_TRUE(outcome.obtained.is_from_cache);
  EXPECT_EQ(device.n_compiled, 3);
  std::filesystem::remove_all(std::filesystem::path(folder).parent_path());
}

TEST(CompileRequests, AProcessWithACompilerCompilesForItsKind) {
  CountingDevice device;
  Processes const some{.processors = {"old", "new", "old", "new"}, .no_compilers = {"None here.", "", "", "Gone."}};
  std::vector<std::string> const sources{"a", "a", "b", "a"};
  auto const outcomes = run(device, sources, "", some);
  EXPECT_EQ(device.n_compiled, 3);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    EXPECT_EQ(outcomes[i].obtained.object, "object of " + sources[i]);
    EXPECT_EQ(outcomes[i].no_compiler, "") << "every kind has a compiler";
  }
}

TEST(CompileRequests, UsesOnlyTheCacheWithoutACompiler) {
  CountingDevice device;
  std::string const folder = new_folder();
  std::vector<std::string> const none{"None here.", "None there."};
  for (auto const& outcome : run(device, {"a", "a"}, folder, {.no_compilers = none})) {
    EXPECT_EQ(outcome.obtained.object, "");
    EXPECT_EQ(outcome.error, "");
    EXPECT_EQ(outcome.no_compiler, "No kernels are compiled for processes 0, 1: None here.");
  }
  EXPECT_EQ(device.n_compiled, 0);
  run(device, {"a", "a"}, folder); // with a compiler
  auto const later = run(device, {"a", "b"}, folder, {.no_compilers = none});
  EXPECT_EQ(later[0].obtained.object, "object of a") << "the cache stores the identity of the compiler";
  EXPECT_EQ(later[1].obtained.object, "");
  EXPECT_EQ(device.n_compiled, 1);
  std::filesystem::remove_all(std::filesystem::path(folder).parent_path());
}

TEST(CompileRequests, RecordsACompilerThatCompilesNothing) {
  CountingDevice device;
  device.is_broken = true;
  for (auto const& outcome : run(device, {"a", "b", "a"}, "")) {
    EXPECT_EQ(outcome.error, "");
    EXPECT_EQ(outcome.obtained.object, "");
    EXPECT_EQ(outcome.no_compiler, "No kernels are compiled for processes 0 to 2: The linker is missing.");
  }
}

TEST(MakeKey, DependsOnEverything) {
  device::Properties const host{.kind = "host", .compiler = "g++ 12", .flags = {"-O3"}};
  CompilerPool const pool = single_compiler_pool({"cpu", "g++ 12", ""});
  std::string const key = make_key("graph", "plan", "source", host, pool);
  EXPECT_NE(key, make_key("graph2", "plan", "source", host, pool));
  EXPECT_NE(key, make_key("graph", "plan2", "source", host, pool));
  EXPECT_NE(key, make_key("graph", "plan", "source2", host, pool));
  EXPECT_NE(key, make_key("graph", "plan", "source", host, single_compiler_pool({"cpu2", "g++ 12", ""})));
  EXPECT_NE(key, make_key("graph", "plan", "source", host, single_compiler_pool({"cpu", "g++ 13", ""})));
  for (auto change :
       {+[](device::Properties& p) { p.flags = {"-O2"}; }, +[](device::Properties& p) { p.kind = "x"; }}) {
    auto other = host;
    change(other);
    EXPECT_NE(key, make_key("graph", "plan", "source", other, pool));
  }
}

TEST(Specialise, GivesOneGraphPerRegion) {
  ir::GraphBuilder builder("k");
  auto const u = builder.load("u");
  auto const a = builder.parameter("A", ir::Type::real64);
  builder.store("v", builder.apply(ir::Op::multiply, {a, builder.shift(u, {1, 0, 0})}), ir::Region::interior);
  builder.store("v", builder.real(0), ir::Region::boundary);
  auto const regions = specialise(builder.finish(), {.parameters = {{"A", 2.5}}});
  ASSERT_EQ(regions.size(), 2u);
  EXPECT_EQ(regions[0].region, ir::Region::interior);
  EXPECT_EQ(regions[0].graph.inputs.size(), 1u);
  EXPECT_TRUE(regions[0].graph.parameters.empty());
  EXPECT_TRUE(regions[1].graph.inputs.empty());
}

TEST(ToText, DistinguishesCloseValues) {
  passes::KnownValues const a{.parameters = {{"A", 0.1}}, .spacing = std::array{0.1, 0.1, 0.1}};
  auto b = a;
  (*b.spacing)[2] = std::nextafter(0.1, 1);
  EXPECT_NE(to_text(a), to_text(b));
  EXPECT_EQ(to_text(a), to_text(passes::KnownValues(a)));
}

} // namespace
} // namespace chemora::jit
