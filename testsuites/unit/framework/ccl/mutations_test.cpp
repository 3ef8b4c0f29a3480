// Damaged CCL files give a UserError or parse; nothing else ever happens.
#include "framework/base/errors.hpp"
#include "framework/ccl/configuration_file.hpp"
#include "framework/ccl/interface_file.hpp"
#include "framework/ccl/parameter_ccl_file.hpp"
#include "framework/ccl/schedule_file.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>

namespace {

using namespace chemora;

void parse(base::SourceText const& text, std::string const& kind) {
  if (kind == "interface.ccl")
    ccl::parse_interface(text);
  else if (kind == "param.ccl")
    ccl::parse_parameter_ccl(text);
  else if (kind == "schedule.ccl")
    ccl::parse_schedule(text);
  else
    ccl::parse_configuration(text);
}

void damage(std::string& text, std::mt19937& random) {
  std::string_view const signs = "(){}[]:\"'\\#,*\n!=-/";
  std::size_t const at = text.empty() ? 0 : random() % text.size();
  switch (random() % 4) {
  case 0:
    text.erase(at, 1 + random() % 20);
    break;
  case 1:
    text.insert(at, 1, signs[random() % signs.size()]);
    break;
  case 2:
    text.insert(at, 1, static_cast<char>(random() % 256));
    break;
  default:
    text.resize(at);
  }
}

TEST(DamagedCcl, NeverDoesAnythingButFailOrParse) {
  std::mt19937 random(1);
  int n_files = 0, n_failed = 0;
  for (auto const& entry :
       std::filesystem::recursive_directory_iterator(CHEMORA_SOURCE_DIR "/testsuites/support/thorns")) {
    std::string const kind = entry.path().filename();
    if (entry.path().extension() != ".ccl" || kind == "test.ccl") continue;
    auto const original = base::read_source(entry.path());
    ++n_files;
    EXPECT_NO_THROW(parse(original, kind)) << original.name;
    for (int n = 0; n < 200; ++n) {
      auto damaged = original;
      for (int times = n % 4; times >= 0; --times) damage(damaged.contents, random);
      try {
        parse(damaged, kind);
      } catch (base::UserError const& error) {
        ++n_failed;
        EXPECT_GT(error.diagnostics().at(0).where.line, 0);
      }
    }
  }
  EXPECT_GE(n_files, 8);
  EXPECT_GE(n_failed, 100);
}

} // namespace
