// Each distinct kernel is compiled once for a group of processes, here threads that exchange messages in memory.
#include "kernels/jit/compile_once.hpp"
#include "kernels/jit/specialise.hpp"

#include "codegen/ir/graph_builder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>

namespace chemora::jit {
namespace {

using testing::HasSubstr;

/// What the threads of one group share.
struct Group {
  explicit Group(int size) : barrier(size), texts(static_cast<std::size_t>(size)) {}

  std::barrier<> barrier;
  std::vector<std::string> texts;
};

class ThreadExchange final : public Exchange {
public:
  ThreadExchange(Group& group, int rank) : group_(group), rank_(rank) {}

  int rank() const override { return rank_; }
  int size() const override { return static_cast<int>(group_.texts.size()); }
  std::vector<std::string> all_gather(std::string const& mine) override {
    group_.texts[static_cast<std::size_t>(rank_)] = mine;
    group_.barrier.arrive_and_wait();
    auto const all = group_.texts;
    group_.barrier.arrive_and_wait();
    return all;
  }
  void broadcast(std::string& bytes, int root) override { bytes = all_gather(bytes)[static_cast<std::size_t>(root)]; }

private:
  Group& group_;
  int rank_;
};

/// "Compiles" a source by marking it, and counts.
class CountingDevice final : public device::Device {
public:
  device::Properties const& properties() const override { return properties_; }
  void* allocate(std::size_t) override { return nullptr; }
  void release(void*) noexcept override {}
  std::size_t copy_to_device(void*, void const*, device::ArrayShape const&, base::Box const&) override { return 0; }
  std::size_t copy_to_host(void*, void const*, device::ArrayShape const&, base::Box const&) override { return 0; }
  std::vector<device::CompiledObject> compile(std::span<device::CompileRequest const> requests, int) override {
    std::vector<device::CompiledObject> objects;
    for (auto const& request : requests) {
      ++n_compiled;
      bool const is_bad = request.source == "bad";
      objects.push_back(
          {is_bad ? "" : "object of " + request.source, is_bad ? "kernel " + request.kernel + " is bad" : "", 0.5});
    }
    if (fails) throw device::DeviceError("no compiler");
    return objects;
  }
  std::unique_ptr<device::Module> load(std::string const&, std::string const&, device::LaunchShape const&) override {
    return nullptr;
  }
  void finish() override {}

  std::atomic<int> n_compiled = 0;
  bool fails = false;

private:
  device::Properties properties_{.kind = "test", .compiler = "cc 1", .flags = {"-O"}};
};

struct Outcome {
  std::vector<Obtained> all; ///< by request
  Obtained obtained;         ///< the first
  std::string error;
};

/// Runs compile_once on one thread per list of sources; `folder` is used by rank 0 only unless `processors` differ.
std::vector<Outcome> run_lists(CountingDevice& device, std::vector<std::vector<std::string>> const& sources,
                               std::string const& folder, std::vector<std::string> processors = {}) {
  int const size = static_cast<int>(sources.size());
  if (processors.empty()) processors.assign(sources.size(), "cpu");
  Group group(size);
  std::vector<Outcome> outcomes(sources.size());
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < size; ++rank)
    threads.emplace_back([&, rank] {
      auto const i = static_cast<std::size_t>(rank);
      ThreadExchange exchange(group, rank);
      bool const compiles = std::find(processors.begin(), processors.end(), processors[i]) - processors.begin() == rank;
      DiskCache cache(folder);
      try {
        std::vector<Request> requests;
        for (auto const& source : sources[i]) requests.push_back({"k", source, "key of " + source + processors[i]});
        outcomes[i].all =
            compile_once(requests, processors[i], device, compiles && !folder.empty() ? &cache : nullptr, exchange, 2);
        if (!outcomes[i].all.empty()) outcomes[i].obtained = outcomes[i].all.front();
      } catch (device::DeviceError const& error) {
        outcomes[i].error = error.what();
      }
    });
  threads.clear();
  return outcomes;
}

/// One source each.
std::vector<Outcome> run(CountingDevice& device, std::vector<std::string> const& sources, std::string const& folder,
                         std::vector<std::string> const& processors = {}) {
  std::vector<std::vector<std::string>> lists;
  for (auto const& source : sources) lists.push_back({source});
  return run_lists(device, lists, folder, processors);
}

std::string new_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "chemora-once-XXXXXX").string();
  return std::string(mkdtemp(pattern.data())) + "/cache";
}

TEST(CompileOnce, CompilesEachDistinctSourceOnce) {
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

TEST(CompileOnce, GivesEachProcessAsManyAsItAsksFor) {
  CountingDevice device;
  std::vector<std::vector<std::string>> const sources{{"a"}, {}, {"b", "a", "c", "b"}, {"c", "d"}};
  auto const outcomes = run_lists(device, sources, "", {"old", "old", "new", "old"});
  EXPECT_EQ(device.n_compiled, 6) << "a, c and d for the old processor, a, b and c for the new one";
  for (std::size_t i = 0; i < sources.size(); ++i) {
    ASSERT_EQ(outcomes[i].all.size(), sources[i].size());
    for (std::size_t n = 0; n < sources[i].size(); ++n)
      EXPECT_EQ(outcomes[i].all[n].object, "object of " + sources[i][n]);
  }
}

TEST(CompileOnce, TakesFromTheCacheWhatIsThere) {
  CountingDevice device;
  std::string const folder = new_folder();
  run(device, {"a", "b"}, folder);
  auto const outcomes = run(device, {"b", "c", "a"}, folder);
  EXPECT_EQ(device.n_compiled, 3) << "a and b in the first run, c in the second";
  EXPECT_TRUE(outcomes[0].obtained.is_from_cache);
  EXPECT_FALSE(outcomes[1].obtained.is_from_cache);
  EXPECT_EQ(outcomes[2].obtained.object, "object of a");
  for (auto const& entry : std::filesystem::directory_iterator(folder)) std::filesystem::resize_file(entry, 20);
  EXPECT_EQ(run(device, {"a"}, folder)[0].obtained.object, "object of a");
  EXPECT_EQ(device.n_compiled, 4) << "a truncated entry is compiled again";
  std::filesystem::remove_all(std::filesystem::path(folder).parent_path());
}

TEST(CompileOnce, TellsEveryProcessOfAFailure) {
  CountingDevice device;
  for (auto const& outcome : run(device, {"a", "bad", "a"}, ""))
    EXPECT_THAT(outcome.error, HasSubstr("kernel k is bad"));
  device.fails = true;
  for (auto const& outcome : run(device, {"a", "b", "c"}, "")) EXPECT_THAT(outcome.error, HasSubstr("no compiler"));
}

TEST(CompileOnce, EachKindOfProcessorCompilesItsOwn) {
  CountingDevice device;
  auto const outcomes = run(device, {"a", "a", "a", "a"}, "", {"old", "new", "old", "new"});
  EXPECT_EQ(device.n_compiled, 2);
  for (auto const& outcome : outcomes) EXPECT_EQ(outcome.obtained.object, "object of a");
}

TEST(MakeKey, DependsOnEverything) {
  device::Properties const host{.kind = "host", .compiler = "g++ 12", .flags = {"-O3"}};
  std::string const key = make_key("graph", "plan", "source", host, "cpu");
  EXPECT_NE(key, make_key("graph2", "plan", "source", host, "cpu"));
  EXPECT_NE(key, make_key("graph", "plan2", "source", host, "cpu"));
  EXPECT_NE(key, make_key("graph", "plan", "source2", host, "cpu"));
  EXPECT_NE(key, make_key("graph", "plan", "source", host, "cpu2"));
  for (auto change :
       {+[](device::Properties& p) { p.compiler = "g++ 13"; }, +[](device::Properties& p) { p.flags = {"-O2"}; },
        +[](device::Properties& p) { p.kind = "x"; }}) {
    auto other = host;
    change(other);
    EXPECT_NE(key, make_key("graph", "plan", "source", other, "cpu"));
  }
}

TEST(Specialise, GivesOneGraphPerRegion) {
  ir::GraphBuilder builder("k");
  auto const u = builder.load("u");
  auto const a = builder.parameter("A", ir::Type::real64);
  builder.store("v", builder.apply(ir::Op::multiply, {a, builder.shift(u, {1, 0, 0})}), ir::Region::interior);
  builder.store("v", builder.real(0), ir::Region::boundary);
  auto const parts = specialise(builder.finish(), {.parameters = {{"A", 2.5}}});
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].region, ir::Region::interior);
  EXPECT_EQ(parts[0].graph.inputs.size(), 1u);
  EXPECT_TRUE(parts[0].graph.parameters.empty());
  EXPECT_TRUE(parts[1].graph.inputs.empty());
}

TEST(ToText, TellsCloseValuesApart) {
  passes::KnownValues const a{.parameters = {{"A", 0.1}}, .spacing = std::array{0.1, 0.1, 0.1}};
  auto b = a;
  (*b.spacing)[2] = std::nextafter(0.1, 1);
  EXPECT_NE(to_text(a), to_text(b));
  EXPECT_EQ(to_text(a), to_text(passes::KnownValues(a)));
}

} // namespace
} // namespace chemora::jit
