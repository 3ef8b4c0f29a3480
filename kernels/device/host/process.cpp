#include "kernels/device/host/process.hpp"

#include "kernels/device/device.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

extern char** environ;

namespace chemora::device {

namespace {

/// The attributes and file actions of posix_spawn.
class SpawnSettings {
public:
  SpawnSettings(std::string const& terminal, std::string const& log) {
    posix_spawn_file_actions_init(&actions_);
    // The first terminal that the leader of a session opens becomes its controlling terminal.
    if (!terminal.empty()) posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, terminal.c_str(), O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions_, STDOUT_FILENO, STDERR_FILENO);
    posix_spawnattr_init(&attributes_);
    sigset_t defaults;
    sigemptyset(&defaults);
    for (int const signal : {SIGHUP, SIGINT, SIGTERM}) sigaddset(&defaults, signal); // nohup ignores SIGHUP
    posix_spawnattr_setsigdefault(&attributes_, &defaults);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnSettings(SpawnSettings const&) = delete;
  SpawnSettings& operator=(SpawnSettings const&) = delete;

  int spawn(pid_t& id, std::vector<char*> const& argv) const {
    return posix_spawn(&id, argv[0], &actions_, &attributes_, argv.data(), environ);
  }

private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

/// Opens the master of a new pseudo-terminal and sets `name` to the path of its slave. Returns -1 and sets an empty
/// name if no pseudo-terminal is left.
int open_terminal(std::string& name) {
  int const terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  std::array<char, 128> path{};
  if (terminal < 0) return -1;
  if (grantpt(terminal) == 0 && unlockpt(terminal) == 0 && ptsname_r(terminal, path.data(), path.size()) == 0) {
    name = path.data();
    return terminal;
  }
  close(terminal);
  return -1;
}

} // namespace

Process start_process(std::vector<std::string> const& arguments, std::string const& log) {
  Process process;
  std::string terminal;
  process.terminal = open_terminal(terminal);
  std::vector<char*> argv;
  for (auto const& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  int code = SpawnSettings(terminal, log).spawn(process.id, argv);
  if (code != 0 && process.terminal >= 0) { // the pseudo-terminal may be the reason
    close(std::exchange(process.terminal, -1));
    code = SpawnSettings("", log).spawn(process.id, argv);
  }
  if (code == 0) return process;
  throw DeviceError(fmt::format("{} cannot be started: {}.", arguments[0], std::strerror(code)));
}

namespace {

std::optional<int> exit_code(Process process, int options) {
  int status = 0, error = 0;
  for (pid_t ended = -1; ended < 0;) {
    ended = waitpid(process.id, &status, options);
    if (ended == 0) return {};
    error = ended > 0 || errno == EINTR ? 0 : errno;
    if (error != 0) break;
  }
  if (process.terminal >= 0) close(process.terminal);
  if (error != 0)
    throw DeviceError(fmt::format("waiting for process {} failed: {}.", process.id, std::strerror(error)));
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

int wait_for(Process process) { return *exit_code(process, 0); }

std::optional<int> exit_code_if_ended(Process process) { return exit_code(process, WNOHANG); }

} // namespace chemora::device
