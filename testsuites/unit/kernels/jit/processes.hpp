// Simulates groups of processes by threads, with a device that counts compilations.
#pragma once

#include "device_without_memory.hpp"
#include "kernels/jit/compile_and_load.hpp"

#include <atomic>
#include <barrier>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace chemora::jit {

/// Shared memory for messages between the threads of a group.
struct Group {
  explicit Group(int size) : barrier(size), texts(static_cast<std::size_t>(size)) {}

  std::barrier<> barrier;
  std::vector<std::string> texts;
};

class ThreadGroup final : public ProcessGroup {
public:
  ThreadGroup(Group& group, int rank) : group_(group), rank_(rank) {}

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

/// A module that computes nothing.
class NoModule final : public device::Module {
public:
  void launch(std::span<void const* const>, std::span<void* const>, chemora_kernel_arguments const&) override {}
};

/// A device that counts compilations. "Compiling" a source only adds a prefix to the text.
class CountingDevice final : public DeviceWithoutMemory {
public:
  device::Properties const& properties() const override { return properties_; }
  std::vector<device::CompiledObject> compile(std::span<device::CompileRequest const> requests, int) override {
    std::vector<device::CompiledObject> objects;
    for (auto const& request : requests) {
      ++n_compiled;
      bool const is_bad = request.source == "bad" || n_failures-- > 0;
      n_saved_sources += is_bad && request.saves_failed_source;
      objects.push_back(
          {is_bad ? "" : prefix + request.source, is_bad ? "kernel " + request.kernel + " is bad" : "", 0.5});
    }
    if (fails) throw device::DeviceError("no compiler");
    if (is_broken) {
      properties_.no_compiler = "The linker is missing.";
      for (auto& object : objects) object = {"", "no linker", 0};
    }
    return objects;
  }
  std::unique_ptr<device::Module> load(std::string const& kernel, std::string const& object,
                                       device::LaunchShape const&) override {
    if (object == unloadable) throw device::DeviceError("Kernel " + kernel + " cannot be loaded.");
    return std::make_unique<NoModule>();
  }

  std::atomic<int> n_compiled = 0;
  std::atomic<int> n_saved_sources = 0; ///< number of saved sources of failed compilations
  std::atomic<int> n_failures = 0;      ///< number of subsequent compilations that fail
  bool fails = false;                   ///< if true, compile() throws
  bool is_broken = false;               ///< if true, compile() returns no object
  std::string prefix = "object of ";    ///< of every object
  std::string unloadable{};             ///< object that does not load

private:
  device::Properties properties_{.kind = "test", .compiler = "cc 1", .flags = {"-O"}};
};

struct Outcome {
  std::vector<Obtained> all; ///< one result for each request
  Obtained obtained;         ///< the result of the first request
  std::string cache_error;   ///< error message of the cache for the first request
  int n_modules = 0;
  std::string no_compiler; ///< for which processes and why
  std::string error;
};

/// Properties of each process, indexed by rank. An empty list means the default for all processes.
struct Processes {
  std::vector<std::string> processors{};   ///< default: "cpu"
  std::vector<std::string> no_compilers{}; ///< reasons why there is no compiler; default: every process has a compiler
  std::vector<std::string> folders{};      ///< folders of the kernel caches
};

inline std::string at(std::vector<std::string> const& list, std::size_t rank, std::string const& otherwise) {
  return list.empty() ? otherwise : list[rank];
}

/// Runs compile_and_load on one thread per list of sources. The leaders of groups use a cache in `folder`, or no cache
/// if the name is empty.
inline std::vector<Outcome> run_lists(CountingDevice& device, std::vector<std::vector<std::string>> const& sources,
                                      std::string const& folder, Processes const& processes = {}) {
  int const size = static_cast<int>(sources.size());
  Group group(size);
  std::vector<Outcome> outcomes(sources.size());
  std::vector<std::jthread> threads;
  for (int rank = 0; rank < size; ++rank)
    threads.emplace_back([&, rank] {
      auto const i = static_cast<std::size_t>(rank);
      ThreadGroup exchange(group, rank);
      std::unique_ptr<DiskCache> cache;
      auto const open_cache = [&] {
        std::string const own = at(processes.folders, i, folder);
        if (!own.empty()) cache = std::make_unique<DiskCache>(own);
        return cache.get();
      };
      try {
        LocalCompiler const local{at(processes.processors, i, "cpu"), "cc of " + std::to_string(rank),
                                  at(processes.no_compilers, i, "")};
        CompilerPool pool = open_compiler_pool(local, exchange, open_cache);
        std::vector<Request> requests;
        for (auto const& source : sources[i])
          requests.push_back({"k", source, make_key("", "", source, device.properties(), pool)});
        std::vector<device::LaunchShape> const shapes(requests.size());
        LoadingSeconds seconds;
        auto const loaded = compile_and_load(requests, shapes, pool, device, cache.get(), exchange, 2, seconds);
        for (auto const& kernel : loaded) {
          outcomes[i].all.push_back(kernel.obtained);
          outcomes[i].n_modules += kernel.module ? 1 : 0;
        }
        if (!loaded.empty()) outcomes[i].cache_error = loaded.front().cache_error;
        outcomes[i].no_compiler = to_text(pool);
        if (!outcomes[i].all.empty()) outcomes[i].obtained = outcomes[i].all.front();
      } catch (device::DeviceError const& error) {
        outcomes[i].error = error.what();
      }
    });
  threads.clear();
  return outcomes;
}

/// One source for each process.
inline std::vector<Outcome> run(CountingDevice& device, std::vector<std::string> const& sources,
                                std::string const& folder, Processes const& processes = {}) {
  std::vector<std::vector<std::string>> lists;
  for (auto const& source : sources) lists.push_back({source});
  return run_lists(device, lists, folder, processes);
}

inline std::string new_folder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "chemora-once-XXXXXX").string();
  return std::string(mkdtemp(pattern.data())) + "/cache";
}

} // namespace chemora::jit
