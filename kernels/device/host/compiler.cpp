// Finds the machine's compiler.
#include "kernels/device/host/compiler.hpp"

#include "kernels/device/host/private_folder.hpp"
#include "kernels/device/host/process.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <unistd.h>

namespace chemora::device {

namespace {

namespace fs = std::filesystem;

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

} // namespace

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

} // namespace chemora::device
