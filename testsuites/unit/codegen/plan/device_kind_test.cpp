#include "codegen/plan/device_kind.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

namespace {

using namespace chemora;

TEST(DeviceKind, FollowsFromTheNameOfADevice) {
  EXPECT_EQ(plan::find_device_kind("host")->language, plan::Language::cpp);
  EXPECT_EQ(plan::find_device_kind("opencl:Portable")->language, plan::Language::opencl);
  EXPECT_EQ(plan::find_device_kind("cuda:sm_90")->language, plan::Language::cuda);
  for (char const* const name : {"", "cuda", "host:x", "cudas:sm_90", "abacus"})
    EXPECT_EQ(plan::find_device_kind(name), nullptr) << name;
}

/// The CCL file of the thorn Devices lists the values of the keyword parameter Devices::kind. They must equal the names
/// in the C++ table of device kinds.
TEST(DeviceKind, EachIsAValueOfTheParameterOfThornDevices) {
  std::ifstream file(CHEMORA_SOURCE_DIR "/thorns/Kernel/Devices/param.ccl");
  std::string const text{std::istreambuf_iterator<char>(file), {}};
  std::string const keyword = text.substr(text.find("KEYWORD kind"), text.find('}') - text.find("KEYWORD kind"));
  std::regex const value(R"re(\n  "(\w+)" +:: )re");
  std::vector<std::string> values, names;
  for (std::sregex_iterator match(keyword.begin(), keyword.end(), value), end; match != end; ++match)
    values.push_back((*match)[1]);
  for (plan::DeviceKind const& kind : plan::device_kinds) names.emplace_back(kind.name);
  EXPECT_EQ(values, names);
}

} // namespace
