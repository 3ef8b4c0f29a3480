#include "kernels/runtime/report_input.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "framework/base/words.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/monitor/kernel_report.hpp"
#include "kernels/runtime/process_speeds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <algorithm>
#include <ctime>
#include <optional>
#include <set>
#include <sstream>
#include <unistd.h>

namespace chemora::runtime {

namespace {

std::vector<monitor::KernelRecord> records_from(std::string const& text) {
  constexpr int lines_per_record = 6; // number of lines that KernelRecord::to_text writes
  std::vector<monitor::KernelRecord> records;
  std::istringstream lines(text);
  std::string record, line;
  for (int n = 1; std::getline(lines, line); ++n) {
    record += line + "\n";
    if (n % lines_per_record != 0) continue;
    records.push_back(monitor::KernelRecord::from_text(record));
    record.clear();
  }
  return records;
}

} // namespace

LimitsSource limits_source(std::string const& name) {
  if (name == "none") return LimitsSource::none;
  return name == "measured" ? LimitsSource::measured : LimitsSource::cached;
}

std::vector<monitor::KernelRecord> gather_records(KernelCache& cache) {
  std::string local;
  for (auto const& record : cache.records()) local += record.to_text() + "\n";
  std::vector<std::vector<monitor::KernelRecord>> records;
  for (auto const& text : cache.exchange().all_gather(local)) records.push_back(records_from(text));
  return monitor::combine(records);
}

std::string compile_only_text(KernelCache& cache, std::string const& folder,
                              std::vector<std::string> const& unscheduled) {
  auto const records = gather_records(cache);
  if (std::any_of(records.begin(), records.end(), [](auto const& record) { return record.is_built_in; }))
    throw base::UserError("--compile-only has not compiled all kernels. " + cache.no_compilers_text());
  for (auto const& error : cache.exchange().all_gather(cache.disk_cache_error()))
    if (!error.empty()) throw base::UserError("--compile-only has not filled the cache. " + error);
  int const n_processes = cache.exchange().size();
  std::string text =
      fmt::format("\nKernels for a run of {}, in {}:\n", base::counted(n_processes, "process", "processes"), folder);
  for (auto const& record : records)
    text += record.is_from_cache ? fmt::format("  {}: found in the cache\n", record.kernel)
                                 : fmt::format("  {}: compiled in {:.2f} s\n", record.kernel, record.compile_seconds);
  if (!unscheduled.empty())
    text +=
        fmt::format("These kernels were not compiled, because no scheduled function has their name or lists them in "
                    "TAGS: Kernels=\"...\": {}.\n",
                    fmt::join(unscheduled, " "));
  return text;
}

std::vector<machine::Measurement> gather_measurements(jit::ProcessGroup& exchange, std::string const& device,
                                                      machine::BestOfRounds const& local) {
  std::vector<machine::Measurement> measurements;
  for (auto const& text : exchange.all_gather(fmt::format("{}\n{}\n{} {} {} {}", machine::node_name(), device,
                                                          local.rate, local.spread, local.busy, local.own))) {
    std::istringstream lines(text);
    machine::Measurement& of_process = measurements.emplace_back();
    std::getline(lines, of_process.node);
    std::getline(lines, of_process.device);
    auto& best = of_process.best;
    lines >> best.rate >> best.spread >> best.busy >> best.own;
  }
  return measurements;
}

std::vector<std::string> unused_pins(KernelCache& cache) {
  auto const& pins = cache.pinned_plans();
  if (!pins.are_any()) return {};
  auto const uses = cache.exchange().all_gather(pins.uses());
  return cache.exchange().rank() == 0 ? pins.unused(uses) : std::vector<std::string>();
}

namespace {

std::string calendar_text(std::int64_t when) {
  auto const seconds = static_cast<std::time_t>(when);
  std::tm calendar{};
  localtime_r(&seconds, &calendar);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", &calendar);
  return text;
}

/// Returns a text that describes the disturbance of a measurement; empty if there was none.
std::string disturbance(machine::BestOfRounds const& best) {
  if (!best.is_disturbed()) return {};
  return fmt::format("rounds differed by {:.0f}%, and {:.1f} processors were busy with something else",
                     100 * best.spread, best.others());
}

/// Measures the device limits on all processes at the same time, so that processes that share a node or device compete
/// for it. The call is collective.
monitor::LimitsByDevice measure(jit::ProcessGroup& exchange, device::Device& device, int n_on_node) {
  auto const local = monitor::measure_limits(device, n_on_node, [&] { exchange.all_gather({}); });
  auto const of_devices = [&](machine::BestOfRounds const& best) {
    return machine::aggregate_by_device(gather_measurements(exchange, device.properties().kind, best));
  };
  auto const bandwidth = of_devices(local.bandwidth), arithmetic = of_devices(local.arithmetic);
  monitor::LimitsByDevice limits;
  for (auto const& [kind, best] : bandwidth) {
    std::string const of_bandwidth = disturbance(best);
    limits[kind] = {.bandwidth = best.rate,
                    .arithmetic = arithmetic.at(kind).rate,
                    .how = {},
                    .when = std::time(nullptr),
                    .disturbance = of_bandwidth.empty() ? disturbance(arithmetic.at(kind)) : of_bandwidth};
  }
  return limits;
}

/// Returns a cache key that is equal for runs whose processes share nodes and devices in the same way. The call is
/// collective.
std::string key_of_limits(jit::ProcessGroup& exchange, device::Properties const& device, int n_on_node) {
  std::string key = "limits of devices 1\n";
  for (auto const& process : exchange.all_gather(fmt::format("{}, {} threads, {} processes on node, {} {}\n",
                                                             machine::this_machine().identity, omp_get_max_threads(),
                                                             n_on_node, device.kind, device.name)))
    key += process;
  return key + "of ";
}

/// Returns for each kind of device a text with the number of its processes, such as "2 processes on the host's
/// processors". The call is collective.
std::map<std::string, std::string> names_of_devices(jit::ProcessGroup& exchange, device::Properties const& local) {
  std::map<std::string, std::map<std::string, int>> processes;
  for (auto const& text : exchange.all_gather(local.kind + "\n" + local.name)) {
    auto const end = text.find('\n');
    ++processes[text.substr(0, end)][text.substr(end + 1)];
  }
  std::map<std::string, std::string> names;
  for (auto const& [kind, of_kind] : processes)
    names[kind] = base::join(of_kind, ", ", [](auto const& device) {
      return base::counted(device.second, "process", "processes") + " on " + device.first;
    });
  return names;
}

/// Returns the device limits that the disk cache of process 0 contains, by kind of device. The call is collective.
std::map<std::string, std::optional<monitor::Limits>> cached_limits(KernelCache& cache, std::string const& key,
                                                                    std::map<std::string, std::string> const& devices) {
  std::map<std::string, std::optional<monitor::Limits>> cached;
  for (auto const& [kind, names] : devices) {
    std::string text;
    if (cache.exchange().rank() == 0) text = cache.find_data(key + kind).value_or("");
    cache.exchange().broadcast(text, 0);
    cached[kind] = monitor::limits_from(text);
  }
  return cached;
}

/// Returns for each kind of device the combined limits of all processes. The call is collective.
monitor::LimitsByDevice gather_limits(KernelCache& cache, LimitsSource source, int n_on_node) {
  jit::ProcessGroup& exchange = cache.exchange();
  auto const& properties = cache.device().properties();
  auto const devices = names_of_devices(exchange, properties);
  monitor::LimitsByDevice limits;
  if (source == LimitsSource::none) {
    for (auto const& [kind, names] : devices)
      limits[kind].how = "Limits of the devices are not measured: CaKernel::machine_limits is \"none\".";
    return limits;
  }
  std::string const key = key_of_limits(exchange, properties, n_on_node);
  auto const cached = cached_limits(cache, key, devices);
  // All processes use the clock of process 0, so that their decisions are equal.
  std::string now = std::to_string(std::time(nullptr));
  exchange.broadcast(now, 0);
  bool const use_cached =
      source == LimitsSource::cached && std::all_of(cached.begin(), cached.end(), [&](auto const& entry) {
        return entry.second && !must_be_measured_again(*entry.second, std::stoll(now));
      });
  if (!use_cached) {
    cache.messages().info(
        "The run measures the bandwidth and the arithmetic rate of its devices for the kernel report.");
    limits = measure(exchange, cache.device(), n_on_node);
  }
  for (auto const& [kind, names] : devices) {
    limits[kind] = use_cached ? *cached.at(kind) : better_of(limits[kind], cached.at(kind));
    if (!use_cached && exchange.rank() == 0) cache.store_data(key + kind, monitor::to_text(limits[kind]));
    limits[kind].how = fmt::format("of {}, measured by {}, {}", names, use_cached ? "an earlier run" : "this run",
                                   calendar_text(limits[kind].when));
  }
  return limits;
}

/// Returns the sentences of all processes on hardware counters, because processes may have devices of different kinds.
/// The call is collective.
std::string gather_counters_text(KernelCache& cache) {
  std::string text;
  for (auto const& sentence : cache.exchange().all_gather(cache.counters_text()))
    if (text.find(sentence) == std::string::npos) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

/// Returns the plans of all kernels for each kind of device. The call is collective.
std::string gather_plans(KernelCache& cache) {
  std::string plans;
  std::set<std::string> kinds;
  for (auto const& text : cache.exchange().all_gather(cache.device().properties().kind + "\n" + cache.plans())) {
    auto const end = text.find('\n');
    if (kinds.insert(text.substr(0, end)).second) plans += text.substr(end + 1);
  }
  return plans;
}

std::string notes_on_kernels(std::vector<monitor::KernelRecord> const& records) {
  std::string notes;
  for (auto const& record : records)
    if (record.is_built_in) notes += record.kernel + ": " + record.plan_reason + "\n";
  for (auto const& record : records)
    if (!record.cache_error.empty())
      notes += fmt::format("{}: the entry of the cache was not usable{}: {}\n", record.kernel,
                           record.is_built_in ? "" : ", and the kernel was compiled again", record.cache_error);
  return notes;
}

std::string notes_on_fusion(DeferredLaunches const& deferred) {
  std::string notes;
  auto const add = [&](char const* heading, std::vector<std::string> const& sentences) {
    for (auto const& sentence : sentences) notes += heading + sentence + "\n";
  };
  add("Fused with updates of the time integrator: ", deferred.fused());
  add("Followed by separate kernels for updates of the time integrator: ", deferred.separate());
  add("Not fused with updates of the time integrator: ", deferred.reasons());
  return notes;
}

std::string note_on_stages(monitor::StageSeconds const& seconds) {
  return fmt::format(
      "Before they ran, process 0 took {:.2f} s to read graphs, {:.2f} s to specialise, {:.2f} s to fuse "
      "them with updates, {:.2f} s to plan, {:.2f} s to lower and emit, {:.2f} s to compile or find them, "
      "{:.2f} s to load.\n",
      seconds.read, seconds.specialise, seconds.fuse, seconds.plan, seconds.lower, seconds.compile, seconds.load);
}

std::string note_on_scratch(launch::Scratch const& scratch) {
  if (scratch.n_arrays() == 0) return {};
  return fmt::format("Values between the kernels of a plan: {} scratch arrays, {:.1f} MB on process 0.\n",
                     scratch.n_arrays(), 1e-6 * static_cast<double>(scratch.bytes()));
}

} // namespace

ReportInput gather_report(Launcher const& launcher, DeferredLaunches const& deferred, double seconds_of_reading,
                          LimitsSource source, int n_on_node, std::string const& notes_on_loops) {
  KernelCache& cache = launcher.cache();
  ReportInput report{.records = gather_records(cache),
                     .limits = {},
                     .counters = {},
                     .plans = {},
                     .notes = {},
                     .seconds = cache.seconds()};
  if (report.records.empty()) {
    report.notes = notes_on_loops;
    return report;
  }
  std::stable_sort(report.records.begin(), report.records.end(),
                   [](auto const& a, auto const& b) { return a.seconds > b.seconds; });
  report.seconds.read = seconds_of_reading;
  report.limits = gather_limits(cache, source, n_on_node);
  report.counters = gather_counters_text(cache);
  report.plans = gather_plans(cache);
  report.notes = notes_on_kernels(report.records) + notes_on_fusion(deferred) + notes_on_loops +
                 note_on_stages(report.seconds) + note_on_scratch(launcher.scratch()) + imbalance_text(cache);
  return report;
}

std::map<std::string, std::string> report_files(ReportInput const& report, int n_processes) {
  std::string const table = report.records.empty() ? "No kernel was compiled.\n"
                                                   : fmt::format("Kernels, all {} processes together:\n", n_processes) +
                                                         to_table(report.records, report.limits, report.counters);
  return {{"kernel_report.txt", table + report.notes},
          {"kernel_report.json", to_json(report.records, report.limits, report.counters, report.seconds)},
          {"kernel_plans.txt", report.plans}};
}

} // namespace chemora::runtime
