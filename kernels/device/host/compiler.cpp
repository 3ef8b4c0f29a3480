// Finds the machine's compiler and turns kernel texts into shared objects.
#include "kernels/device/host/compiler.hpp"

#include "kernels/device/host/process.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace chemora::device {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

bool is_executable_file(fs::path const& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

/// A folder only this user can enter; removed with its contents unless kept.
class PrivateFolder {
public:
  PrivateFolder() {
    char const* base = std::getenv("TMPDIR");
    std::string pattern = std::string(base && *base == '/' ? base : "/tmp") + "/chemora-XXXXXX";
    if (!mkdtemp(pattern.data()))
      throw DeviceError(
          fmt::format("No folder {} can be made to compile kernels in. Set TMPDIR to one with space.", pattern));
    path_ = pattern;
  }
  ~PrivateFolder() {
    std::error_code ignored;
    if (!is_kept_) fs::remove_all(path_, ignored);
  }
  PrivateFolder(PrivateFolder const&) = delete;
  PrivateFolder& operator=(PrivateFolder const&) = delete;

  fs::path const& path() const { return path_; }
  void keep() { is_kept_ = true; }

private:
  fs::path path_;
  bool is_kept_ = false;
};

std::string read_all(fs::path const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Throws DeviceError when not all of it could be written.
void write_all(fs::path const& path, std::string const& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file)
    throw DeviceError(
        fmt::format("{} cannot be written. Is its disk full? Set TMPDIR to a folder with space to compile "
                    "kernels in.",
                    path.string()));
}

std::string first_line(std::string const& text) { return text.substr(0, text.find('\n')); }

std::string find_in_path() {
  char const* path = std::getenv("PATH");
  for (char const* name : {"c++", "g++", "clang++"}) {
    std::istringstream folders(path ? path : "/usr/local/bin:/usr/bin:/bin");
    for (std::string folder; std::getline(folders, folder, ':');)
      if (!folder.empty() && folder.front() == '/' && is_executable_file(fs::path(folder) / name))
        return (fs::path(folder) / name).string();
  }
  throw NoCompiler("No C++ compiler was found: there is no c++, g++ or clang++ in PATH.");
}

std::string version_of(std::string const& path) {
  try {
    PrivateFolder folder;
    auto const log = folder.path() / "version";
    int const code = wait_for(start_process({path, "--version"}, log));
    if (code != 0) throw DeviceError(fmt::format("{} --version ended with exit code {}.", path, code));
    return first_line(read_all(log));
  } catch (DeviceError const& error) {
    throw NoCompiler(error.what());
  }
}

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
  for (fs::directory_entry const& entry : fs::directory_iterator(stem.parent_path())) {
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

CompiledObject finish_job(Compiler const& compiler, CompileRequest const& request, Job const& job) {
  int const code = wait_for(job.process);
  CompiledObject result;
  result.seconds = seconds_since(job.start);
  if (code == 0) result.object = with_stack_bytes(read_all(with(job.stem, ".so")), largest_frame(job.stem));
  if (result.object.empty())
    result.error =
        fmt::format("{} ended with exit code {} on kernel {}. Its source is kept in {}. It said:\n{}", compiler.path,
                    code, request.kernel, with(job.stem, ".cpp").string(), read_all(with(job.stem, ".log")));
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

} // namespace

std::optional<std::size_t> stack_bytes(std::string const& object) {
  auto const at = object.rfind(stack_mark);
  if (at == std::string::npos) return {};
  std::size_t bytes = 0;
  auto const [end, error] =
      std::from_chars(object.data() + at + stack_mark.size(), object.data() + object.size(), bytes);
  if (error != std::errc() || end != object.data() + object.size()) return {};
  return bytes;
}

Compiler find_compiler() {
  Compiler compiler;
  if (char const* given = std::getenv("CHEMORA_CXX"); given && *given) {
    if (*given != '/' || !is_executable_file(given))
      throw DeviceError(
          fmt::format("CHEMORA_CXX is `{}`, which is not the absolute path of an executable file.", given));
    compiler.path = given;
  } else {
    compiler.path = find_in_path();
  }
  compiler.version = version_of(compiler.path);
  return compiler;
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

// The parameter lets GCC vectorise loops with more than 1000 array accesses, which large systems of equations have.
std::vector<std::string> const& compiler_flags() {
  static std::vector<std::string> const flags{"-std=c++17",
                                              "-O3",
                                              "-march=native",
                                              "-fopenmp",
                                              "-ffp-contract=off",
                                              "-fno-math-errno",
                                              "-fno-trapping-math",
                                              "-fPIC",
                                              "-shared",
                                              "-fstack-usage",
                                              "-w",
                                              "--param=loop-max-datarefs-for-datadeps=100000"};
  return flags;
}

std::vector<CompiledObject> compile_texts(Compiler const& compiler, std::span<CompileRequest const> requests,
                                          int n_processes) {
  std::vector<CompiledObject> results(requests.size());
  if (requests.empty()) return results;
  PrivateFolder folder;
  RunningJobs running; // after the folder: it is gone before the folder is
  auto const finish_first = [&] {
    Job const job = running.take_first();
    results[job.index] = finish_job(compiler, requests[job.index], job);
    if (results[job.index].object.empty()) folder.keep();
  };
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (running.size() >= static_cast<std::size_t>(std::max(1, n_processes))) finish_first();
    running.add(start_job(compiler, requests[i], i, folder.path()));
  }
  while (running.size() > 0) finish_first();
  return results;
}

} // namespace chemora::device
