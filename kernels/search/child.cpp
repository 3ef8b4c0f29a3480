/// Child processes with limits of time and memory.
#include "framework/base/system_memory.hpp"
#include "kernels/machine/timed.hpp"
#include "kernels/search/measure.hpp"
#include "kernels/tuning/individual.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <poll.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace chemora::search {

namespace {

constexpr double max_wait = 1; ///< seconds of one call of poll()

/// Kills a process and its descendants. Compilers run in sessions of their own, so that a signal to the group of the
/// child does not reach them. Each process is stopped first, so that it cannot start further processes.
void kill_with_descendants(pid_t process) {
  kill(process, SIGSTOP);
  std::ifstream children(fmt::format("/proc/{}/task/{}/children", process, process));
  for (pid_t child = 0; children >> child;) kill_with_descendants(child);
  kill(process, SIGKILL);
}

void write_text(int file, std::string const& text) {
  std::string const line = text + '\0';
  for (std::size_t done = 0; done < line.size();) {
    ssize_t const n = write(file, line.data() + done, line.size() - done);
    if (n < 0 && errno != EINTR) _exit(1);
    if (n > 0) done += static_cast<std::size_t>(n);
  }
}

/// A child ends if its parent is killed, because it could otherwise hang in a kernel and hold the lock of all
/// measurements.
[[noreturn]] void run_child(std::function<void(Report const&)> const& work, pid_t parent, int file) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  try {
    work([&](std::string const& text) { write_text(file, text); });
  } catch (std::bad_alloc const&) {
    write_text(file, fmt::format("failure {} the available memory.", tuning::exceeded));
  } catch (std::exception const& error) {
    write_text(file, std::string("failure ") + error.what());
  }
  _exit(0); // neither destructors nor buffers of the parent
}

/// Waits for the end of the child and returns why it failed; empty if it did not.
std::string wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    return fmt::format("{} the available memory: the system killed its process.", tuning::exceeded);
  if (WIFSIGNALED(status))
    return fmt::format("The kernel crashed (signal {}, {}).", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return WEXITSTATUS(status) == 0 ? "" : fmt::format("The child process ended with exit code {}.", WEXITSTATUS(status));
}

} // namespace

std::vector<std::string> run_in_child(std::function<void(Report const&)> const& work,
                                      std::function<double(std::size_t n_texts)> const& seconds_of_stage,
                                      std::string& failure) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("A pipe cannot be made.");
  std::fflush(nullptr); // the child must not print the parent's buffers
  pid_t const parent = getpid(), child = fork();
  if (child < 0) throw std::runtime_error("A process cannot be started.");
  if (child == 0) {
    close(ends[0]);
    run_child(work, parent, ends[1]);
  }
  close(ends[1]);
  std::vector<std::string> texts;
  std::string pending;
  failure.clear();
  for (double start = machine::wall_seconds();;) {
    double const left = seconds_of_stage(texts.size()) - (machine::wall_seconds() - start);
    pollfd file{ends[0], POLLIN, 0};
    int const n_ready = left <= 0 ? 0 : poll(&file, 1, static_cast<int>(1e3 * std::min(max_wait, left)) + 1);
    if ((n_ready < 0 && errno == EINTR) || (n_ready == 0 && left > 0)) continue;
    if (n_ready == 0) {
      failure = fmt::format("{} its time limit of {:.1f} s.", tuning::exceeded, seconds_of_stage(texts.size()));
      break;
    }
    std::array<char, 4096> buffer{};
    ssize_t const n = read(ends[0], buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    for (char const c : std::string(buffer.data(), static_cast<std::size_t>(n)))
      if (c != '\0') {
        pending += c;
      } else {
        texts.push_back(std::move(pending));
        pending.clear();
        start = machine::wall_seconds();
      }
  }
  if (!failure.empty()) kill_with_descendants(child);
  close(ends[0]);
  std::string const end = wait_for(child);
  if (failure.empty()) failure = end;
  return texts;
}

std::uint64_t memory_of_worker(int n_workers, std::string const& root) {
  std::uint64_t const bytes = base::available_memory(root);
  return bytes == UINT64_MAX ? bytes : bytes / 2 / static_cast<std::uint64_t>(n_workers);
}

} // namespace chemora::search
