#include "kernels/machine/machine.hpp"

#include "framework/base/hash.hpp"
#include "framework/base/text.hpp"
#include "framework/base/words.hpp"

#include <fmt/format.h>
#include <hwloc.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <istream>
#include <memory>
#include <string_view>
#include <unistd.h>

namespace chemora::machine {

namespace {

/// The keys in /proc/cpuinfo that identify an x86 or ARM processor.
constexpr std::array<std::string_view, 9> identifying_keys{
    "vendor_id", "cpu family", "model", "model name", "stepping", "flags", "Features", "CPU implementer", "CPU part"};

using Topology = std::unique_ptr<hwloc_topology, decltype(&hwloc_topology_destroy)>;

Topology load_topology() {
  hwloc_topology_t topology = nullptr;
  if (hwloc_topology_init(&topology) != 0) return {nullptr, hwloc_topology_destroy};
  Topology owner(topology, hwloc_topology_destroy);
  if (hwloc_topology_load(topology) != 0) return {nullptr, hwloc_topology_destroy};
  return owner;
}

int count_cores(hwloc_topology_t topology, hwloc_const_cpuset_t set) {
  int const cores = hwloc_get_nbobjs_inside_cpuset_by_type(topology, set, HWLOC_OBJ_CORE);
  return std::max(1, cores);
}

/// Returns the data caches of the first core. The function assumes that all other cores have equal caches.
std::vector<Cache> read_caches(hwloc_topology_t topology) {
  std::vector<Cache> caches;
  hwloc_obj_t object = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, 0);
  for (; object; object = object->parent) {
    if (!hwloc_obj_type_is_dcache(object->type)) continue;
    auto const& attributes = object->attr->cache;
    if (attributes.size == 0) continue;
    caches.push_back({static_cast<int>(attributes.depth), attributes.size,
                      attributes.linesize ? static_cast<int>(attributes.linesize) : 64,
                      std::max(0, attributes.associativity), count_cores(topology, object->cpuset)});
  }
  return caches;
}

int vector_bytes_of_processor() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return 64;
  if (__builtin_cpu_supports("avx")) return 32;
#endif
  return 16; // SSE2, NEON
}

std::string name_of_c_library() {
#ifdef _CS_GNU_LIBC_VERSION
  char name[64] = "";
  if (confstr(_CS_GNU_LIBC_VERSION, name, sizeof name) > 0) return name;
#endif
  return "a C library of unknown version";
}

Machine read_machine() {
  Machine machine;
  std::ifstream info("/proc/cpuinfo");
  ProcessorFacts const processor = read_processor_facts(info);
  machine.processor = processor.model;
  machine.identity = fmt::format("{} {:016x}", processor.model, base::hash(processor.facts));
  machine.c_library = name_of_c_library();
  machine.vector_bytes = vector_bytes_of_processor();
  if (Topology const topology = load_topology()) {
    auto const processors = hwloc_topology_get_complete_cpuset(topology.get());
    machine.n_cores = count_cores(topology.get(), processors);
    machine.n_available = std::max(1, hwloc_bitmap_weight(hwloc_topology_get_allowed_cpuset(topology.get())));
    machine.caches = read_caches(topology.get());
  }
  if (machine.caches.empty()) machine.caches = {{1, 32u << 10, 64, 0, 1}, {2, 1u << 20, 64, 0, 1}};
  return machine;
}

Machine& writable_machine() {
  static Machine machine = read_machine();
  return machine;
}

} // namespace

Cache const* Machine::cache(int level) const {
  auto const found = std::find_if(caches.begin(), caches.end(), [&](Cache const& c) { return c.level == level; });
  return found == caches.end() ? nullptr : &*found;
}

Machine const& this_machine() { return writable_machine(); }

void set_access_times(AccessTimes const& times) { writable_machine().access = times; }

std::string node_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

std::size_t capacity_per_thread(Machine const& machine) {
  std::size_t best = 0;
  for (auto const& cache : machine.caches)
    if (cache.level <= 2) best = std::max(best, cache.bytes / static_cast<std::size_t>(std::max(1, cache.n_cores)));
  return best ? best : machine.caches.front().bytes;
}

std::string to_text(Machine const& machine) {
  std::string text = fmt::format("{}: {} cores, {} threads available, vectors of {} bytes\n", machine.processor,
                                 machine.n_cores, machine.n_available, machine.vector_bytes);
  for (auto const& cache : machine.caches)
    text += fmt::format("  L{}: {} KiB, lines of {} bytes, shared by {}\n", cache.level, cache.bytes / 1024,
                        cache.line_bytes, base::counted(cache.n_cores, "core"));
  return text;
}

ProcessorFacts read_processor_facts(std::istream& info) {
  ProcessorFacts result{"unknown processor", {}};
  for (std::string line; std::getline(info, line) && !base::trimmed(line).empty();) {
    auto const colon = line.find(':');
    if (colon == std::string::npos) continue;
    std::string const key = base::trimmed(line.substr(0, colon)), value = base::trimmed(line.substr(colon + 1));
    if (value.empty() || std::find(identifying_keys.begin(), identifying_keys.end(), key) == identifying_keys.end())
      continue;
    result.facts.append(key).append(": ").append(value).append("\n");
    if (key == "model name") result.model = value;
  }
  return result;
}

} // namespace chemora::machine
