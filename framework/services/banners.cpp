// cctk_Banner.h and cctk_Version.h: thorns' texts at start-up, and which program this is.
#include "framework/services/banners.hpp"

#include "framework/include/cctk_Banner.h"
#include "framework/include/cctk_Version.h"

#include <cstdio>
#include <string>
#include <vector>

#ifndef CHEMORA_VERSION
#define CHEMORA_VERSION "0.1.0"
#endif

namespace {

std::vector<std::string> banners;

/// Part `n` of the version: 0.1.0.
std::string version_part(int n) {
  std::string const version = CHEMORA_VERSION;
  std::size_t begin = 0;
  for (; n > 0; --n) begin = version.find('.', begin) + 1;
  return version.substr(begin, version.find('.', begin) - begin);
}

} // namespace

void chemora::services::print_banners() {
  std::string const line(80, '-');
  for (auto const& banner : banners) std::printf("%s\n%s\n", line.c_str(), banner.c_str());
  if (!banners.empty()) std::printf("%s\n", line.c_str());
}

extern "C" {

int CCTK_RegisterBanner(const char* banner) {
  if (!banner) return -1;
  banners.emplace_back(banner);
  return static_cast<int>(banners.size());
}

const char* CCTK_FullVersion(void) { return CHEMORA_VERSION; }
const char* CCTK_MajorVersion(void) {
  static std::string const part = version_part(0);
  return part.c_str();
}
const char* CCTK_MinorVersion(void) {
  static std::string const part = version_part(1);
  return part.c_str();
}
const char* CCTK_MicroVersion(void) {
  static std::string const part = version_part(2);
  return part.c_str();
}
const char* CCTK_CompileTime(void) { return __TIME__; }
const char* CCTK_CompileDate(void) { return __DATE__; }
const char* CCTK_CompileDateTime(void) { return __DATE__ " " __TIME__; }

} // extern "C"
