// What the kernels did, at the end of the run.
#include "report.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "limits.hpp"
#include "process_speed.hpp"
#include "runtime.hpp"
#include "thorn_parameters.hpp"
#include "waiting.hpp"

#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>

namespace ca_kernel {

namespace monitor = chemora::monitor;

namespace {

constexpr int lines_per_record = 6; ///< of KernelRecord::to_text

std::vector<monitor::KernelRecord> unpack(std::string const& text) {
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

std::vector<monitor::KernelRecord> joined_records(MpiExchange& exchange) {
  std::string mine;
  for (auto const& record : Runtime::instance().records()) mine += record.to_text() + "\n";
  std::vector<std::vector<monitor::KernelRecord>> all;
  for (auto const& text : exchange.all_gather(mine)) all.push_back(unpack(text));
  return monitor::join(all);
}

namespace {

/// What plans of several kernels need besides the grid functions.
std::string scratch_text() {
  auto const* const scratch = Runtime::instance().scratch();
  if (!scratch || scratch->n_arrays() == 0) return {};
  char line[200];
  std::snprintf(line, sizeof line, "Values between the kernels of a plan: %d scratch arrays, %.1f MB on process 0.\n",
                scratch->n_arrays(), 1e-6 * static_cast<double>(scratch->bytes()));
  return line;
}

/// A line for each kernel that was not compiled.
std::string built_in_text(std::vector<monitor::KernelRecord> const& records) {
  std::string text;
  for (auto const& record : records)
    if (record.is_built_in) text += record.kernel + ": " + record.plan_reason + "\n";
  return text;
}

/// A line for each kernel that was in the cache, but of no use.
std::string complaints_text(std::vector<monitor::KernelRecord> const& records) {
  std::string text;
  for (auto const& record : records)
    if (!record.complaint.empty())
      text += record.kernel + ": what the cache had was of no use" +
              (record.is_built_in ? "" : ", and was compiled anew") + ": " + record.complaint + "\n";
  return text;
}

/// Where the time before the first step went.
std::string stages_text() {
  auto const& seconds = Runtime::instance().seconds();
  char line[300];
  std::snprintf(line, sizeof line,
                "Before they ran, process 0 took %.2f s to read graphs, %.2f s to specialise, %.2f s to join them with "
                "sums, %.2f s to plan, %.2f s to lower and emit, %.2f s to compile or find them, %.2f s to load.\n",
                seconds.read, seconds.specialise, seconds.join, seconds.plan, seconds.lower, seconds.compile,
                seconds.load);
  return line;
}

/// Processes may have devices of different kinds.
std::string counters_text(MpiExchange& exchange) {
  std::string text;
  for (auto const& sentence : exchange.all_gather(Runtime::instance().counters_text()))
    if (text.find(sentence) == std::string::npos) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

/// Which kernels of right-hand sides became one with the sums that follow, and why others did not.
std::string joined_text() {
  std::string text;
  for (auto const& joined : Waiting::instance().joined())
    text += "Joined with sums of the time integrator: " + joined + "\n";
  for (auto const& followed : Waiting::instance().followed())
    text += "Followed at once by sums of the time integrator: " + followed + "\n";
  for (auto const& reason : Waiting::instance().reasons())
    text += "Not joined with sums of the time integrator: " + reason + "\n";
  return text;
}

/// Collective. Pins for joined kernels and those of CaKernel's own cannot be checked before these are made. Some are
/// made on one kind of device only.
void warn_of_unused_pins(MpiExchange& exchange) {
  auto const& pins = Runtime::instance().pinned_plans();
  if (!pins.are_any()) return;
  auto const uses = exchange.all_gather(pins.uses());
  if (exchange.rank() != 0 || !Runtime::instance().device()) return;
  for (auto const& sentence : pins.unused(uses)) CCTK_VWARN(CCTK_WARN_ALERT, "%s", sentence.c_str());
}

/// Collective: for each kind of device, the plans of the first process that computes on it.
std::string plans_of_all(MpiExchange& exchange) {
  std::string text;
  std::set<std::string> kinds;
  for (auto const& of_process :
       exchange.all_gather(Runtime::instance().device()->properties().kind + "\n" + Runtime::instance().plans())) {
    auto const end = of_process.find('\n');
    if (kinds.insert(of_process.substr(0, end)).second) text += of_process.substr(end + 1);
  }
  return text;
}

void write(std::string const& path, std::string const& text) {
  std::ofstream file(path);
  if (!(file << text << std::flush)) CCTK_VWARN(CCTK_WARN_ALERT, "%s cannot be written.", path.c_str());
}

} // namespace
} // namespace ca_kernel

extern "C" void CaKernel_Report(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  using namespace ca_kernel;
  MpiExchange exchange(cctkGH);
  warn_of_unused_pins(exchange);
  store_process_speeds(exchange);
  if (!report) return;
  auto const records = joined_records(exchange);
  if (records.empty()) return;
  auto const limits = limits_of_all(exchange);
  auto const counted = counters_text(exchange);
  auto const plans = plans_of_all(exchange);
  auto const imbalance = imbalance_text(exchange);
  if (exchange.rank() != 0) return;
  std::printf("\nKernels, all %d processes together:\n%s%s%s%s%s%s%s", exchange.size(),
              monitor::to_table(records, limits, counted).c_str(), built_in_text(records).c_str(),
              complaints_text(records).c_str(), joined_text().c_str(), stages_text().c_str(), scratch_text().c_str(),
              imbalance.c_str());
  std::fflush(stdout);
  int type = 0;
  void const* const out_dir = find_parameter("IO", "out_dir", type);
  if (!out_dir) return;
  std::string const folder = *static_cast<char const* const*>(out_dir);
  write(folder + "/kernel_plans.txt", plans);
  write(folder + "/kernel_report.json", monitor::to_json(records, limits, counted, Runtime::instance().seconds()));
}
