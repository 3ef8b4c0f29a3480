#include "kernels/runtime/plan_searches.hpp"

#include "kernels/device/host/process.hpp"
#include "kernels/machine/timed.hpp"

#include <fmt/format.h>
#include <omp.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

namespace chemora::runtime {

namespace {

constexpr double min_share = 0.02; ///< of the work of all kernels
constexpr auto pause = std::chrono::milliseconds(100);
constexpr double seconds_between_lines = 2;
constexpr char running[] = "running";
constexpr char program_variable[] = "CHEMORA_TUNING_SEARCH";

/// Returns the program of the search: the value of the variable, or the program beside that of this process.
std::string search_program() {
  if (char const* const name = std::getenv(program_variable)) return name;
  std::error_code error;
  auto const self = std::filesystem::read_symlink("/proc/self/exe", error);
  return (self.parent_path() / "tuning_search").string();
}

/// While an object of this class exists, this thread may use the processors of all threads, and so may programs that
/// it starts. OpenMP may have bound it to one processor.
class AllProcessors {
public:
  AllProcessors() {
    is_known_ = sched_getaffinity(0, sizeof own_, &own_) == 0;
    cpu_set_t all = own_;
#pragma omp parallel
    {
      cpu_set_t local;
      CPU_ZERO(&local);
      sched_getaffinity(0, sizeof local, &local);
#pragma omp critical
      CPU_OR(&all, &all, &local);
    }
    if (is_known_) sched_setaffinity(0, sizeof all, &all);
  }
  ~AllProcessors() {
    if (is_known_) sched_setaffinity(0, sizeof own_, &own_);
  }
  AllProcessors(AllProcessors const&) = delete;
  AllProcessors& operator=(AllProcessors const&) = delete;

private:
  cpu_set_t own_{};
  bool is_known_ = false;
};

std::string log_of(Captures::Captured const& kernel) { return kernel.folder + ".log"; }

std::string last_line(std::string const& file) {
  std::ifstream stream(file);
  std::string last;
  for (std::string line; std::getline(stream, line);)
    if (!line.empty()) last = line;
  return last.substr(std::min(last.size(), last.find_first_not_of(' ')));
}

std::vector<std::string> lines_of(std::string const& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

device::Process start(Captures::Captured const& kernel, Settings const& settings) {
  AllProcessors const processors;
  return device::start_process({search_program(), kernel.folder, "--database", tuning_database_file(settings),
                                "--budget", fmt::format("{}", settings.search_seconds)},
                               log_of(kernel));
}

/// Whether the folder exists and contains files.
bool has_files(std::string const& folder) {
  std::error_code error;
  return std::filesystem::exists(folder, error) && !std::filesystem::is_empty(folder, error);
}

} // namespace

std::vector<std::string> tuning_errors(Settings const& settings) {
  std::vector<std::string> errors;
  bool const searches = settings.search_seconds > 0, captures = !searches && !settings.capture_folder.empty();
  if ((searches || captures) && has_changed_planner(settings))
    errors.push_back(fmt::format("CaKernel::tuning is \"{}\", but searches find plans only for runs with the default "
                                 "values of cost_model, fission, fission_operations and strides. Remove these "
                                 "parameters.",
                                 searches ? "search" : "capture"));
  if (captures && has_files(settings.capture_folder))
    errors.push_back(fmt::format("The folder {} (CaKernel::capture_dir) contains files, which captures would replace. "
                                 "Remove it, or choose another folder.",
                                 settings.capture_folder));
  std::string const program = search_program();
  if (searches && access(program.c_str(), X_OK) != 0)
    errors.push_back(fmt::format("CaKernel::tuning is \"search\", but the program of the search, {}, does not exist. "
                                 "Build it (scripts/build tuning_search), or set the environment variable {} to its "
                                 "path, or change CaKernel::tuning to \"use\".",
                                 program, program_variable));
  if (searches && tuning_database_file(settings).empty())
    errors.push_back("CaKernel::tuning is \"search\", but there is no folder for the database of measured plans. Set "
                     "CaKernel::tuning_database to a file name, or HOME to an absolute path.");
  return errors;
}

PlanSearches::PlanSearches(Launcher& launcher, TunedPlans& tuned) : launcher_(launcher), tuned_(tuned) {
  KernelCache const& cache = launcher.cache();
  if (cache.settings().search_seconds <= 0 || !is_first() || cache.compiles_for_all()) return;
  messages().warn("The run does not search for plans, because there is no compiler. It uses plans of earlier searches "
                  "and of the cost model.");
}

std::vector<Captures::Captured> PlanSearches::choose(std::vector<Captures::Captured> const& kernels) {
  for (auto const& kernel : kernels) all_work_ += kernel.work;
  std::vector<Captures::Captured> chosen;
  for (auto const& kernel : kernels)
    if (kernel.work >= min_share * all_work_) chosen.push_back(kernel);
  return chosen;
}

void PlanSearches::run() {
  jit::ProcessGroup& exchange = launcher_.cache().exchange();
  auto const captured = launcher_.captures().take_new();
  if (!captured.error.empty())
    messages().warn("The run cannot search for the plans of all kernels, because their data cannot be stored. " +
                    captured.error);
  auto const kernels = choose(captured.kernels);
  std::string n_text = std::to_string(kernels.size()), found;
  exchange.broadcast(n_text, 0);
  int const n_kernels = std::stoi(n_text);
  for (int n = 0; n < n_kernels; ++n) {
    auto const kernel = is_first() ? kernels[static_cast<std::size_t>(n)] : Captures::Captured();
    double const seconds_of_others = (n_kernels - n - 1) * launcher_.cache().settings().search_seconds;
    if (search(kernel, fmt::format("{} of {}", n + 1, n_kernels), seconds_of_others)) found += kernel.kernel + "\n";
  }
  exchange.broadcast(found, 0);
  if (found.empty()) return;
  auto const names = lines_of(found);
  tuned_.update();
  launcher_.cache().replace(names);
  if (is_first())
    messages().info(fmt::format("The run continues with the fastest measured plans of {} {}", names.size(),
                                names.size() == 1 ? "kernel." : "kernels."));
}

// The other processes sleep between messages of the first process, because a process that waits for a message in MPI
// uses its processor and would disturb the measurements.
bool PlanSearches::search(Captures::Captured const& kernel, std::string const& position, double seconds_of_others) {
  KernelCache& cache = launcher_.cache();
  std::optional<device::Process> process;
  std::string state = running, error; // later the exit code
  if (is_first()) try {
      process = start(kernel, cache.settings());
    } catch (std::exception const& failure) {
      state = error = failure.what();
    }
  double const begin = machine::wall_seconds();
  double printed = begin;
  for (cache.exchange().broadcast(state, 0); state == running; cache.exchange().broadcast(state, 0)) {
    std::this_thread::sleep_for(pause);
    if (!is_first()) continue;
    if (auto const code = device::exit_code_if_ended(*process)) state = std::to_string(*code);
    double const now = machine::wall_seconds();
    std::string const line = last_line(log_of(kernel));
    if ((state == running && now - printed < seconds_between_lines) || line.empty()) continue;
    double const left = state == running ? std::max(0.0, cache.settings().search_seconds - (now - begin)) : 0;
    messages().info(fmt::format("Search {}, {}: {}; about {:.0f} s left for all kernels", position, kernel.kernel, line,
                                left + seconds_of_others));
    printed = now;
  }
  bool const has_succeeded = state == "0";
  if (is_first() && !has_succeeded)
    messages().warn(fmt::format("The search for a plan of {} has failed; the run continues with the plan of the cost "
                                "model. {}",
                                kernel.kernel, error.empty() ? last_line(log_of(kernel)) : error));
  return has_succeeded;
}

void PlanSearches::end() {
  auto const captured = launcher_.captures().take_new();
  if (!captured.kernels.empty())
    messages().info(fmt::format("The run has ended before it searched for the plans of {} kernels; searches take place "
                                "between steps.",
                                captured.kernels.size()));
}

} // namespace chemora::runtime
