// Turns kernel texts into shared objects, several at a time.
#include "kernels/device/host/compiler.hpp"
#include "kernels/device/host/private_folder.hpp"
#include "kernels/device/host/process.hpp"
#include "kernels/device/host/shared_object.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <chrono>
#include <deque>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string_view>
#include <utility>

namespace chemora::device {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// A compile under way: its files are <stem>.cpp, .so and .log.
struct Job {
  std::size_t index;
  fs::path stem;
  Process process;
  Clock::time_point start;
};

fs::path with(fs::path const& stem, char const* suffix) { return stem.string() + suffix; }

/// Bytes on the stack of the job's largest function, from the lines `file:line:column:name<tab>bytes<tab>kind` that
/// -fstack-usage writes to a file beside the object; -1 where the compiler wrote none.
int largest_frame(fs::path const& stem) {
  int largest = -1;
  std::error_code gone; // then there is nothing to look at
  for (fs::directory_entry const& entry : fs::directory_iterator(stem.parent_path(), gone)) {
    std::string const name = entry.path().filename().string();
    if (!name.starts_with(stem.filename().string()) || !name.ends_with(".su")) continue;
    std::ifstream lines(entry.path());
    int bytes = 0;
    for (std::string function, kind;
         std::getline(lines, function, '\t') && lines >> bytes && std::getline(lines, kind);)
      largest = std::max(largest, bytes);
  }
  return largest;
}

constexpr std::string_view stack_mark = "\nchemora: bytes on the stack: ";

/// What follows an object in its file disturbs no loader, and stays with it in the cache.
std::string with_stack_bytes(std::string object, int bytes) {
  if (object.empty() || bytes < 0) return object;
  return object.append(stack_mark).append(std::to_string(bytes));
}

Job start_job(Compiler const& compiler, CompileRequest const& request, std::size_t index, fs::path const& folder) {
  std::string name = request.kernel;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  Job job{index, folder / fmt::format("{}-{}", index, name), {}, Clock::now()};
  write_all(with(job.stem, ".cpp"), request.source);
  std::vector<std::string> arguments{compiler.path};
  arguments.insert(arguments.end(), compiler_flags().begin(), compiler_flags().end());
  arguments.insert(arguments.end(), {"-o", with(job.stem, ".so"), with(job.stem, ".cpp")});
  job.process = start_process(arguments, with(job.stem, ".log"));
  return job;
}

/// Whether somebody has removed the files of a job that has ended; then its result says nothing about its text.
bool is_lost(Job const& job) {
  std::error_code ignored;
  return !fs::is_regular_file(with(job.stem, ".cpp"), ignored);
}

CompiledObject finish_job(Compiler const& compiler, CompileRequest const& request, Job const& job) {
  int const code = wait_for(job.process);
  CompiledObject result;
  result.seconds = seconds_since(job.start);
  if (code == 0) {
    std::string object = read_all(with(job.stem, ".so"));
    if (auto const reason = why_incomplete(object); !reason.empty())
      result.error =
          fmt::format("{} succeeded on kernel {}, but the object is incomplete: {}. Is the disk of {} full? The "
                      "source is kept in {}.",
                      compiler.path, request.kernel, reason, folder_of_temporaries(), with(job.stem, ".cpp").string());
    else
      result.object = with_stack_bytes(std::move(object), largest_frame(job.stem));
  } else {
    result.error =
        fmt::format("{} ended with exit code {} on kernel {}. Its source is kept in {}. It said:\n{}", compiler.path,
                    code, request.kernel, with(job.stem, ".cpp").string(), read_all(with(job.stem, ".log")));
  }
  return result;
}

/// The compilers under way, in order of their start; waits for those that are left when something fails, so that none
/// outlives the folder it writes to.
class RunningJobs {
public:
  RunningJobs() = default;
  ~RunningJobs() {
    for (auto const& job : jobs_) {
      try {
        wait_for(job.process);
      } catch (DeviceError const&) { // it is gone, which is all that is wanted here
      }
    }
  }
  RunningJobs(RunningJobs const&) = delete;
  RunningJobs& operator=(RunningJobs const&) = delete;

  std::size_t size() const { return jobs_.size(); }
  void add(Job job) { jobs_.push_back(std::move(job)); }
  Job take_first() {
    Job job = jobs_.front();
    jobs_.pop_front();
    return job;
  }

private:
  std::deque<Job> jobs_;
};

/// Compiles these of the texts in a folder of their own; gives those whose files somebody has removed meanwhile.
std::vector<std::size_t> compile_in_new_folder(Compiler const& compiler, std::span<CompileRequest const> requests,
                                               std::vector<std::size_t> const& chosen, int n_processes,
                                               std::vector<CompiledObject>& results) {
  std::vector<std::size_t> lost;
  PrivateFolder folder;
  RunningJobs running; // after the folder: it is gone before the folder is
  auto const finish_first = [&] {
    Job const job = running.take_first();
    results[job.index] = finish_job(compiler, requests[job.index], job);
    if (!results[job.index].object.empty()) return;
    if (is_lost(job))
      lost.push_back(job.index);
    else if (requests[job.index].saves_failed_source)
      folder.keep();
  };
  for (std::size_t const i : chosen) {
    if (running.size() >= static_cast<std::size_t>(std::max(1, n_processes))) finish_first();
    try {
      running.add(start_job(compiler, requests[i], i, folder.path()));
    } catch (DeviceError const&) {
      if (folder.is_there()) throw;
      lost.push_back(i);
    }
  }
  while (running.size() > 0) finish_first();
  return lost;
}

} // namespace

std::string_view without_stack_bytes(std::string_view object) { return object.substr(0, object.rfind(stack_mark)); }

std::optional<std::size_t> stack_bytes(std::string const& object) {
  auto const at = object.rfind(stack_mark);
  if (at == std::string::npos) return {};
  std::size_t bytes = 0;
  auto const [end, error] =
      std::from_chars(object.data() + at + stack_mark.size(), object.data() + object.size(), bytes);
  if (error != std::errc() || end != object.data() + object.size()) return {};
  return bytes;
}

bool compiles_anything(Compiler const& compiler) {
  try {
    PrivateFolder folder;
    CompileRequest const request{"shortest", "extern \"C\" int chemora_kernel() { return 0; }\n"};
    return finish_job(compiler, request, start_job(compiler, request, 0, folder.path())).error.empty();
  } catch (DeviceError const&) {
    return false;
  }
}

std::vector<CompiledObject> compile_texts(Compiler const& compiler, std::span<CompileRequest const> requests,
                                          int n_processes) {
  constexpr int most_folders = 3;
  std::vector<CompiledObject> results(requests.size());
  std::vector<std::size_t> left(requests.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  for (int n = 0; n < most_folders && !left.empty(); ++n)
    left = compile_in_new_folder(compiler, requests, left, n_processes, results);
  if (!left.empty())
    throw DeviceError(
        fmt::format("Kernel {} cannot be compiled: somebody removes the folder {}/chemora-* meanwhile, {} "
                    "times by now. Set TMPDIR to a folder that is left alone.",
                    requests[left.front()].kernel, folder_of_temporaries(), most_folders));
  return results;
}

} // namespace chemora::device
