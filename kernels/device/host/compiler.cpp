#include "kernels/device/host/compiler.hpp"

#include "kernels/device/host/process.hpp"
#include "kernels/device/private_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <link.h>
#include <numeric>
#include <sstream>
#include <unistd.h>
#include <utility>

namespace chemora::device {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

bool is_executable_file(fs::path const& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
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

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// A running compiler process. Its files are <stem>.cpp, <stem>.so and <stem>.log.
struct Job {
  std::size_t index; ///< index of the request that this job compiles
  fs::path stem;
  Process process;
  Clock::time_point start;
};

fs::path with(fs::path const& stem, char const* suffix) { return stem.string() + suffix; }

/// Returns the largest stack size of a function in bytes, from the files that -fstack-usage writes next to the object;
/// -1 if there is no such file. The lines of these files have the form `file:line:column:name<tab>bytes<tab>kind`.
int largest_frame(fs::path const& stem) {
  int largest = -1;
  std::error_code ignored;
  for (fs::directory_entry const& entry : fs::directory_iterator(stem.parent_path(), ignored)) {
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

Job start_job(Compiler const& compiler, CompileRequest const& request, std::size_t index, fs::path const& folder) {
  Job job{index, folder / fmt::format("{}-{}", index, file_name_of(request.kernel)), {}, Clock::now()};
  write_all(with(job.stem, ".cpp"), request.source);
  std::vector<std::string> arguments{compiler.path};
  arguments.insert(arguments.end(), compiler_flags().begin(), compiler_flags().end());
  arguments.insert(arguments.end(), {"-o", with(job.stem, ".so"), with(job.stem, ".cpp")});
  job.process = start_process(arguments, with(job.stem, ".log"));
  return job;
}

/// Whether another program has removed the files of a finished job. If so, the failure is not an error in the source.
bool is_lost(Job const& job) {
  std::error_code ignored;
  return !fs::is_regular_file(with(job.stem, ".cpp"), ignored);
}

CompiledObject finish_job(Compiler const& compiler, CompileRequest const& request, Job const& job) {
  int const code = wait_for(job.process);
  std::string const source = with(job.stem, ".cpp").string();
  CompiledObject result;
  result.seconds = seconds_since(job.start);
  if (code == 0) {
    std::string object = read_all(with(job.stem, ".so"));
    if (auto const reason = why_incomplete(object); !reason.empty())
      result.error = fmt::format(
          "{} succeeded on kernel {}, but the object is incomplete: {}. Is the disk of {} full? The source is in {}.",
          compiler.path, request.kernel, reason, folder_of_temporaries(), source);
    else
      result.object = with_stack_bytes(std::move(object), largest_frame(job.stem));
  } else {
    result.error = fmt::format("{} ended with exit code {} on kernel {}. The source is in {}. The compiler's log:\n{}",
                               compiler.path, code, request.kernel, source, read_all(with(job.stem, ".log")));
  }
  return result;
}

/// Running compilers in the order of their start. The destructor waits for all compilers, so that none of them writes
/// to a folder that was removed.
class RunningJobs {
public:
  RunningJobs() = default;
  ~RunningJobs() {
    for (auto const& job : jobs_) {
      try {
        wait_for(job.process);
      } catch (DeviceError const&) { // the process has ended already
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

/// Compiles the requests `chosen` in a new folder. Returns those whose files were removed by another program.
std::vector<std::size_t> compile_in_new_folder(Compiler const& compiler, std::span<CompileRequest const> requests,
                                               std::vector<std::size_t> const& chosen, int n_processes,
                                               std::vector<CompiledObject>& results) {
  std::vector<std::size_t> lost;
  PrivateFolder folder;
  RunningJobs running; // declared after `folder`, so destroyed before `folder`
  auto const finish_first = [&] {
    Job const job = running.take_first();
    results[job.index] = finish_job(compiler, requests[job.index], job);
    if (!results[job.index].object.empty()) return;
    if (is_lost(job))
      lost.push_back(job.index);
    else if (requests[job.index].saves_failed_source)
      folder.retain();
  };
  for (std::size_t const i : chosen) {
    if (running.size() >= static_cast<std::size_t>(std::max(1, n_processes))) finish_first();
    try {
      running.add(start_job(compiler, requests[i], i, folder.path()));
    } catch (DeviceError const&) {
      if (folder.exists()) throw;
      lost.push_back(i);
    }
  }
  while (running.size() > 0) finish_first();
  return lost;
}

constexpr std::string_view stack_mark = "\nchemora: bytes on the stack: ";

/// Reads a struct at a byte offset of the object; empty if the struct does not end within the object.
template <class T>
std::optional<T> read_at(std::string_view object, std::size_t offset) {
  if (offset > object.size() || object.size() - offset < sizeof(T)) return {};
  T value;
  std::memcpy(&value, object.data() + offset, sizeof(T));
  return value;
}

bool is_within(std::string_view object, std::size_t offset, std::size_t size) {
  return offset <= object.size() && size <= object.size() - offset;
}

} // namespace

std::string why_incomplete(std::string_view object) {
  auto const header = read_at<ElfW(Ehdr)>(object, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return "it has no ELF header";
  for (std::size_t n = 0; n < header->e_phnum; ++n) {
    auto const segment = read_at<ElfW(Phdr)>(object, header->e_phoff + n * header->e_phentsize);
    if (!segment || !is_within(object, segment->p_offset, segment->p_filesz))
      return fmt::format("its segment {} ends after its last byte, {}", n, object.size());
  }
  for (std::size_t n = 0; n < header->e_shnum; ++n) {
    auto const section = read_at<ElfW(Shdr)>(object, header->e_shoff + n * header->e_shentsize);
    bool const has_bytes = section && section->sh_type != SHT_NOBITS;
    if (!section || (has_bytes && !is_within(object, section->sh_offset, section->sh_size)))
      return fmt::format("its section {} ends after its last byte, {}", n, object.size());
    if (n == header->e_shstrndx && section->sh_type != SHT_STRTAB) return "its section headers are damaged";
  }
  return {};
}

std::string with_stack_bytes(std::string object, int bytes) {
  if (object.empty() || bytes < 0) return object;
  return object.append(stack_mark).append(std::to_string(bytes));
}

std::string_view without_stack_bytes(std::string_view object) { return object.substr(0, object.rfind(stack_mark)); }

std::optional<std::size_t> stack_bytes(std::string const& object) {
  auto const mark = object.rfind(stack_mark);
  if (mark == std::string::npos) return {};
  std::size_t bytes = 0;
  auto const [end, error] =
      std::from_chars(object.data() + mark + stack_mark.size(), object.data() + object.size(), bytes);
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

// The option --param=loop-max-datarefs-for-datadeps permits GCC to vectorise loops with more than 1000 array accesses,
// which large systems of equations have.
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
  constexpr int max_folders = 3;
  std::vector<CompiledObject> results(requests.size());
  std::vector<std::size_t> remaining(requests.size());
  std::iota(remaining.begin(), remaining.end(), std::size_t{0});
  for (int n = 0; n < max_folders && !remaining.empty(); ++n)
    remaining = compile_in_new_folder(compiler, requests, remaining, n_processes, results);
  if (!remaining.empty())
    throw DeviceError(fmt::format("Kernel {} cannot be compiled: another program has removed the folder {}/chemora-* "
                                  "{} times during the compilation. Set TMPDIR to a folder that is not cleaned.",
                                  requests[remaining.front()].kernel, folder_of_temporaries(), max_folders));
  return results;
}

} // namespace chemora::device
