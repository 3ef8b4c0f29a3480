// posix_spawn with an argument vector: names from a user's file can never become commands.
#include "kernels/device/host/process.hpp"

#include "kernels/device/device.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace chemora::device {

Process start_process(std::vector<std::string> const& arguments, std::string const& log) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);

  std::vector<char*> argv;
  for (auto const& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  pid_t id = -1;
  int const code = posix_spawn(&id, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (code != 0) throw DeviceError(fmt::format("{} cannot be started: {}.", arguments[0], std::strerror(code)));
  return Process{id};
}

int wait_for(Process process) {
  int status = 0;
  while (waitpid(process.id, &status, 0) < 0)
    if (errno != EINTR)
      throw DeviceError(fmt::format("waiting for process {} failed: {}.", process.id, std::strerror(errno)));
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace chemora::device
