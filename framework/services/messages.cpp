/// The C functions of cctk_WarnLevel.h, cctk_Banner.h and cctk_Version.h.
#include "framework/services/services.hpp"

#include "framework/include/cctk_Banner.h"
#include "framework/include/cctk_Version.h"
#include "framework/include/cctk_WarnLevel.h"
#include "framework/include/util_Network.h"
#include "framework/parameters/parameter_table.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstdarg>
#include <cstdio>
#include <ctime>
#include <vector>

#ifndef CHEMORA_VERSION
#define CHEMORA_VERSION "0.1.0"
#endif

namespace chemora::services {

namespace {

struct WarningCallback {
  int lowest, highest;
  void* data;
  cctk_warnfunc call;
};
struct InfoCallback {
  void* data;
  cctk_infofunc call;
};
std::vector<WarningCallback> warning_callbacks;
std::vector<InfoCallback> info_callbacks;
std::vector<std::string> reported_parameter_errors;
std::vector<std::string> banners;

std::string format_arguments(char const* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int const length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  std::string text(static_cast<std::size_t>(length > 0 ? length : 0), '\0');
  std::vsnprintf(text.data(), text.size() + 1, format, arguments);
  return text;
}

/// `message` with `indent` before every line but the first.
std::string indented(std::string const& message, std::string const& indent) {
  std::string text;
  for (char const c : message) {
    text += c;
    if (c == '\n') text += indent;
  }
  return text;
}

std::string origin(int line, char const* file, char const* thorn) {
  std::string const context = message_settings().context();
  std::string text = context.empty() ? "" : "  while executing schedule " + context + "\n";
  return text + fmt::format("  in thorn {}, file {}:{}:\n", thorn, file, line);
}

std::string host() {
  char name[256];
  Util_GetHostName(name, sizeof name);
  return name;
}

void show_warning(int level, int line, char const* file, char const* thorn, std::string const& message) {
  auto const& settings = message_settings();
  std::string text;
  if (settings.is_full)
    text = fmt::format("WARNING level {} from host {} process {}\n{}  -> {}\n", level, host(), settings.process,
                       origin(line, file, thorn), indented(message, "     "));
  else
    text = fmt::format("WARNING[L{},P{}] ({}): {}\n", level, settings.process, thorn, indented(message, "  "));
  if (settings.is_bold) text = "\033[1m" + text + "\033[0m";
  std::fflush(stdout);
  std::fputs(text.c_str(), stderr);
}

[[noreturn]] void end_with_error(int line, char const* file, char const* thorn, std::string const& message) {
  auto const& settings = message_settings();
  if (settings.is_full)
    end_run(user_error, fmt::format("ERROR from host {} process {}\n{}  -> {}", host(), settings.process,
                                    origin(line, file, thorn), indented(message, "     ")));
  std::string const context = settings.context();
  end_run(user_error, fmt::format("ERROR[P{}] ({}): {}{}", settings.process, thorn, indented(message, "  "),
                                  context.empty() ? "" : "\n  while executing schedule " + context));
}

void warn(int level, int line, char const* file, char const* thorn, std::string const& message) {
  for (auto const& callback : warning_callbacks)
    if (level >= callback.lowest && level <= callback.highest)
      callback.call(level, line, file, thorn, message.c_str(), callback.data);
  auto const& settings = message_settings();
  if (level <= settings.error_level) end_with_error(line, file, thorn, message);
  // Most warnings are the same on all processes. Serious ones that only another process reports must be printed, too.
  int const shown_level = settings.process == 0 ? settings.warning_level : std::min(settings.warning_level, 1);
  if (level <= shown_level) show_warning(level, line, file, thorn, message);
}

void inform(char const* thorn, std::string const& message) {
  for (auto const& callback : info_callbacks) callback.call(thorn, message.c_str(), callback.data);
  auto const& settings = message_settings();
  if (settings.logging_level < 0) return;
  std::string stamp;
  std::time_t const now = std::time(nullptr);
  if (settings.has_numeric_time) stamp = fmt::format("{}\t", now);
  if (settings.has_readable_time) stamp += fmt::format("{:%Y-%m-%dT%H:%M:%S}: ", fmt::localtime(now));
  fmt::print("{}INFO ({}): {}\n", stamp, thorn, indented(message, "  "));
  std::fflush(stdout);
}

void parameter_error(char const* thorn, std::string const& message) {
  std::string text = fmt::format("PARAMETER ERROR ({}): {}", thorn, indented(message, "  "));
  for (auto const& line :
       parameters::mentioned_assignments(parameters::thorn_catalogue(), parameters::parameter_table(), thorn, message))
    text += "\n  " + line;
  reported_parameter_errors.push_back(std::move(text));
  if (message_settings().process != 0) return;
  std::fflush(stdout);
  fmt::print(stderr, "{}\n", reported_parameter_errors.back());
}

/// Part `n` of the version, which has the form 0.1.0.
std::string version_part(int n) {
  std::string const version = CHEMORA_VERSION;
  std::size_t begin = 0;
  for (; n > 0; --n) begin = version.find('.', begin) + 1;
  return version.substr(begin, version.find('.', begin) - begin);
}

} // namespace

MessageSettings& message_settings() {
  static MessageSettings settings;
  return settings;
}

std::vector<std::string> const& parameter_errors() { return reported_parameter_errors; }

void print_banners() {
  std::string const line(80, '-');
  for (auto const& banner : banners) std::printf("%s\n%s\n", line.c_str(), banner.c_str());
  if (!banners.empty()) std::printf("%s\n", line.c_str());
}

} // namespace chemora::services

namespace services = chemora::services;

/// Formats the arguments after `format` to a string named `text`.
#define FORMAT_REST(text, format)                                                                                      \
  va_list arguments;                                                                                                   \
  va_start(arguments, format);                                                                                         \
  std::string const text = services::format_arguments(format, arguments);                                              \
  va_end(arguments)

extern "C" {

int CCTK_Warn(int level, int line, const char* file, const char* thorn, const char* message) {
  services::warn(level, line, file, thorn, message);
  return 0;
}

int CCTK_VWarn(int level, int line, const char* file, const char* thorn, const char* format, ...) {
  FORMAT_REST(message, format);
  services::warn(level, line, file, thorn, message);
  return 0;
}

void CCTK_Error(int line, const char* file, const char* thorn, const char* message) {
  services::warn(0, line, file, thorn, message);
  services::end_with_error(line, file, thorn, message);
}

void CCTK_VError(int line, const char* file, const char* thorn, const char* format, ...) {
  FORMAT_REST(message, format);
  services::warn(0, line, file, thorn, message);
  services::end_with_error(line, file, thorn, message);
}

int CCTK_ParamWarn(const char* thorn, const char* message) {
  services::parameter_error(thorn, message);
  return 0;
}

int CCTK_VParamWarn(const char* thorn, const char* format, ...) {
  FORMAT_REST(message, format);
  services::parameter_error(thorn, message);
  return 0;
}

int CCTK_Info(const char* thorn, const char* message) {
  services::inform(thorn, message);
  return 0;
}

int CCTK_VInfo(const char* thorn, const char* format, ...) {
  FORMAT_REST(message, format);
  services::inform(thorn, message);
  return 0;
}

int CCTK_WarnCallbackRegister(int minlevel, int maxlevel, void* data, cctk_warnfunc callback) {
  services::warning_callbacks.push_back({minlevel, maxlevel, data, callback});
  return 0;
}

int CCTK_InfoCallbackRegister(void* data, cctk_infofunc callback) {
  services::info_callbacks.push_back({data, callback});
  return 0;
}

int CCTK_RegisterBanner(const char* banner) {
  if (!banner) return -1;
  services::banners.emplace_back(banner);
  return static_cast<int>(services::banners.size());
}

const char* CCTK_FullVersion(void) { return CHEMORA_VERSION; }
const char* CCTK_MajorVersion(void) {
  static std::string const part = services::version_part(0);
  return part.c_str();
}
const char* CCTK_MinorVersion(void) {
  static std::string const part = services::version_part(1);
  return part.c_str();
}
const char* CCTK_MicroVersion(void) {
  static std::string const part = services::version_part(2);
  return part.c_str();
}
const char* CCTK_CompileTime(void) { return __TIME__; }
const char* CCTK_CompileDate(void) { return __DATE__; }
const char* CCTK_CompileDateTime(void) { return __DATE__ " " __TIME__; }

} // extern "C"
