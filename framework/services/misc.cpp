/// The C functions of cctk_Misc.h, cctk_Math.h, cctk_File.h, cctk_Malloc.h, util_Hash.h and util_Network.h.
#include "framework/include/cctk_Misc.h"

#include "framework/include/cctk_File.h"
#include "framework/include/cctk_Malloc.h"
#include "framework/include/cctk_Math.h"
#include "framework/include/cctk_WarnLevel.h"
#include "framework/include/util_Hash.h"
#include "framework/include/util_Network.h"
#include "framework/include/util_String.h"
#include "framework/services/services.hpp"

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include <unordered_map>
#include <vector>

struct T_HASH {
  std::unordered_map<std::string, void*> entries;
};

namespace {

std::string formatted_time(char const* format) {
  std::time_t const now = std::time(nullptr);
  std::tm parts{};
  localtime_r(&now, &parts);
  char text[64];
  return {text, std::strftime(text, sizeof text, format, &parts)};
}

auto const start_of_run = std::chrono::steady_clock::now();

constexpr std::size_t block_header = alignof(std::max_align_t); ///< bytes before each block; they store its size
std::atomic<unsigned long> allocated_bytes{0};

std::vector<std::string> created_folders; ///< each before the folders inside

} // namespace

void chemora::services::remove_created_folders() {
  for (; !created_folders.empty(); created_folders.pop_back()) rmdir(created_folders.back().c_str());
}

extern "C" {

int CCTK_Equals(const char* string1, const char* string2) {
  return string1 && string2 && strcasecmp(string1, string2) == 0;
}

int CCTK_FortranString(const char* c_string, char* fortran_string, CCTK_FORTRAN_STRLEN_T fortran_length) {
  auto const length = static_cast<CCTK_FORTRAN_STRLEN_T>(std::strlen(c_string));
  for (CCTK_FORTRAN_STRLEN_T n = 0; n < fortran_length; ++n) fortran_string[n] = n < length ? c_string[n] : ' ';
  return static_cast<int>(length);
}

char* Util_NullTerminateString(const char* string, CCTK_FORTRAN_STRLEN_T length) {
  while (length > 0 && string[length - 1] == ' ') --length;
  return strndup(string, static_cast<size_t>(length));
}

int CCTK_RegexMatch(const char* string, const char* pattern, const int nmatch, regmatch_t* pmatch) {
  regex_t expression;
  if (regcomp(&expression, pattern, REG_EXTENDED | REG_ICASE) != 0) return -1;
  int const status = regexec(&expression, string, static_cast<size_t>(nmatch), pmatch, 0);
  regfree(&expression);
  return status == 0;
}

CCTK_POINTER CCTK_PointerTo(void* variable) { return variable; }
CCTK_POINTER CCTK_NullPointer(void) { return nullptr; }

int CCTK_RunTime(void) {
  return static_cast<int>(
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start_of_run).count());
}

int Util_CurrentTime(int length, char* now) {
  return chemora::services::copy_text(formatted_time("%H:%M:%S%z"), length, now);
}
int Util_CurrentDate(int length, char* now) {
  return chemora::services::copy_text(formatted_time("%b %d %Y"), length, now);
}
char* Util_CurrentDateTime(void) { return strdup(formatted_time("%Y-%m-%dT%H:%M:%S%z").c_str()); }

double CCTK_copysign(double x, double y) { return std::copysign(x, y); }
int CCTK_fpclassify(double x) { return std::fpclassify(x); }
int CCTK_isfinite(double x) { return std::isfinite(x); }
int CCTK_isinf(double x) { return std::isinf(x); }
int CCTK_isnan(double x) { return std::isnan(x); }
int CCTK_isnormal(double x) { return std::isnormal(x); }
int CCTK_signbit(double x) { return std::signbit(x); }
int CCTK_IEEE_isfinite(double x) { return std::isfinite(x); }
int CCTK_IEEE_isinf(double x) { return std::isinf(x); }
int CCTK_IEEE_isnan(double x) { return std::isnan(x); }
int CCTK_IEEE_isnormal(double x) { return std::isnormal(x); }
int CCTK_IEEE_signbit(double x) { return std::signbit(x); }

int CCTK_CreateDirectory(int mode, const char* pathname) {
  namespace filesystem = std::filesystem;
  std::error_code error;
  auto const status = filesystem::status(pathname, error);
  if (filesystem::is_directory(status)) return 1;
  if (filesystem::exists(status)) return -2;
  filesystem::path created;
  for (auto const& part : filesystem::path(pathname)) {
    created /= part;
    if (mkdir(created.c_str(), static_cast<mode_t>(mode)) == 0)
      created_folders.push_back(created);
    else if (errno != EEXIST && errno != EISDIR)
      return -1;
  }
  return filesystem::is_directory(pathname, error) ? 0 : -1;
}

void Util_GetHostName(char* name, int length) {
  if (gethostname(name, static_cast<size_t>(length)) != 0) Util_Strlcpy(name, "unknown", static_cast<size_t>(length));
  if (length > 0) name[length - 1] = '\0';
}

void* CCTKi_Malloc(size_t size, int line, const char* file) {
  auto* const block = static_cast<char*>(std::malloc(size + block_header));
  if (!block) CCTK_VError(line, file, "Cactus", "Not enough memory for %zu bytes.", size);
  *reinterpret_cast<size_t*>(block) = size;
  allocated_bytes += size;
  return block + block_header;
}

void CCTKi_Free(void* pointer) {
  if (!pointer) return;
  char* const block = static_cast<char*>(pointer) - block_header;
  allocated_bytes -= *reinterpret_cast<size_t*>(block);
  std::free(block);
}

unsigned long int CCTK_TotalMemory(void) { return allocated_bytes; }

uHash* Util_HashCreate(unsigned int initial_size) {
  auto* const hash = new uHash;
  hash->entries.reserve(initial_size);
  return hash;
}

int Util_HashDestroy(uHash* hash, void (*delete_entry)(void*)) {
  if (delete_entry)
    for (auto& [key, data] : hash->entries) delete_entry(data);
  delete hash;
  return 0;
}

int Util_HashStore(uHash* hash, unsigned int klen, const char* key, unsigned int, void* data) {
  auto const [entry, is_new] = hash->entries.insert_or_assign(std::string(key, klen), data);
  return is_new ? 0 : 1;
}

int Util_HashAdd(uHash* hash, unsigned int klen, const char* key, unsigned int, void* data) {
  return hash->entries.emplace(std::string(key, klen), data).second ? 0 : -1;
}

int Util_HashDelete(uHash* hash, unsigned int klen, const char* key, unsigned int) {
  return hash->entries.erase(std::string(key, klen)) ? 0 : -1;
}

void* Util_HashData(uHash* hash, unsigned int klen, const char* key, unsigned int) {
  auto const entry = hash->entries.find(std::string(key, klen));
  return entry == hash->entries.end() ? nullptr : entry->second;
}

unsigned int Util_HashHash(unsigned int klen, const char* key) {
  return static_cast<unsigned int>(std::hash<std::string_view>()(std::string_view(key, klen)));
}

} // extern "C"
