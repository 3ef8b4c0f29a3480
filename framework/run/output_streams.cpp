// Redirection and buffering.
#include "framework/run/output_streams.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

namespace chemora::run {

namespace {

void redirect(std::FILE* stream, std::string const& folder, int rank, char const* suffix) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  std::string const name = fmt::format("{}/CCTK_Proc{}.{}", folder, rank, suffix);
  if (!std::freopen(name.c_str(), "w", stream)) throw base::UserError("Cannot write " + name + ".");
}

} // namespace

void set_up_output_streams(CommandLine const& command_line, int rank) {
  bool const is_redirected = rank > 0 || command_line.redirects_root;
  if (is_redirected && command_line.redirects_output)
    redirect(stdout, command_line.log_folder, rank, "out");
  else if (rank > 0 && !std::freopen("/dev/null", "w", stdout))
    std::fclose(stdout);
  if (is_redirected && command_line.redirects_errors) redirect(stderr, command_line.log_folder, rank, "err");
  if (command_line.buffering == "no") std::setvbuf(stdout, nullptr, _IONBF, 0);
  if (command_line.buffering == "line") std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  if (command_line.buffering == "full") std::setvbuf(stdout, nullptr, _IOFBF, BUFSIZ);
}

} // namespace chemora::run
