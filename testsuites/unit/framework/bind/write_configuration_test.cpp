#include "framework/bind/generated_texts.hpp"
#include "testsuites/unit/framework/bind/two_thorns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace {

using namespace chemora;

TEST(Manifest, ReadsThornsAndCapabilities) {
  auto const manifest = bind::parse_manifest(
      {"manifest.txt", "capability\tMPI\ncapability\tHDF5\t1.10.8\nheader\tMPI\t#define A 1\nheader\tMPI\t#define B 2\n"
                       "thorn\tBase/PUGH\t/a folder/PUGH\tCactusPUGH/PUGH\n\n"});
  EXPECT_THAT(manifest.capabilities, testing::ElementsAre("MPI", "HDF5"));
  EXPECT_EQ(manifest.capability_versions.at("hdf5"), "1.10.8");
  EXPECT_EQ(manifest.capability_headers.at("mpi"), "#define A 1\n#define B 2\n");
  ASSERT_EQ(manifest.thorns.size(), 1u);
  EXPECT_EQ(manifest.thorns[0].arrangement, "Base");
  EXPECT_EQ(manifest.thorns[0].thorn, "PUGH");
  EXPECT_EQ(manifest.thorns[0].folder, "/a folder/PUGH");
  EXPECT_EQ(manifest.thorns[0].namesake, "CactusPUGH/PUGH");
  EXPECT_THROW(bind::parse_manifest({"manifest.txt", "thorn\tPUGH\t/x\n"}), base::UserError);
}

TEST(Manifest, NamesFormerNamesOfAThorn) {
  auto const manifest = bind::parse_manifest(
      {"manifest.txt", "thorn\tA/New\t/new\nformer\tA/New\tFormer\nformer\tA/New\tFormerFast\tspeed\tfast\n"});
  ASSERT_EQ(manifest.thorns[0].former_names.size(), 2u);
  EXPECT_EQ(manifest.thorns[0].former_names[0].name, "Former");
  EXPECT_EQ(manifest.thorns[0].former_names[0].parameter, "");
  EXPECT_EQ(manifest.thorns[0].former_names[1].value, "fast");
  EXPECT_THROW(bind::parse_manifest({"manifest.txt", "former\tA/New\tFormer\n"}), base::UserError);
}

TEST(ParseThorn, CollectsTheFindingsOfAllFiles) {
  try {
    test::make_thorn("A", {"IMPLEMENT: a", "INT", "SHEDULE", "NEEDS x"});
    FAIL();
  } catch (base::UserError const& error) {
    std::string const all = error.what();
    for (std::string const file : {"A/interface.ccl:1", "A/param.ccl:1", "A/schedule.ccl:1", "A/configuration.ccl:1"})
      EXPECT_THAT(all, testing::HasSubstr(file));
  }
}

TEST(WriteConfiguration, DoesNotTouchUnchangedFiles) {
  std::filesystem::path const folder = std::filesystem::path(testing::TempDir()) / "chemora_write_configuration";
  std::filesystem::remove_all(folder);
  bind::ThornSet set;
  set.thorns.push_back(test::make_thorn("A", {"IMPLEMENTS: a\nREAL u TYPE=GF", "", "", ""}));
  bind::write_configuration(set, folder);
  auto const arguments = folder / "A/include/cctk_Arguments.h", parameters = folder / "A/include/cctk_Parameters.h";
  ASSERT_TRUE(std::filesystem::exists(arguments) && std::filesystem::exists(folder / "A/A_binding.cpp"));
  auto const long_ago = std::filesystem::last_write_time(arguments) - std::chrono::hours(1);
  for (auto const& file : {arguments, parameters}) std::filesystem::last_write_time(file, long_ago);
  set.thorns[0] = test::make_thorn("A", {"IMPLEMENTS: a\nREAL u TYPE=GF", "INT n \"\" { 0:* } 1", "", ""});
  bind::write_configuration(set, folder);
  EXPECT_EQ(std::filesystem::last_write_time(arguments), long_ago);
  EXPECT_NE(std::filesystem::last_write_time(parameters), long_ago);
  std::filesystem::remove_all(folder);
}

TEST(WriteConfiguration, WritesUsedIncludesForAllThorns) {
  std::filesystem::path const folder = std::filesystem::path(testing::TempDir()) / "chemora_used_includes";
  std::filesystem::remove_all(folder);
  bind::ThornSet set;
  set.thorns = {test::make_thorn("A", {"IMPLEMENTS: a\nINCLUDES: a.h IN all.h\nINCLUDES: a.h IN none.h", "", "", ""}),
                test::make_thorn("B", {"IMPLEMENTS: b\nUSES INCLUDE: all.h", "", "", ""})};
  bind::write_configuration(set, folder);
  EXPECT_TRUE(std::filesystem::exists(folder / "include/all.h"));
  EXPECT_TRUE(std::filesystem::exists(folder / "include/fortran/all.h"));
  EXPECT_FALSE(std::filesystem::exists(folder / "include/none.h"));
  std::filesystem::remove_all(folder);
}

TEST(WriteConfiguration, ReportsFilesThatCannotBeWritten) {
  EXPECT_THROW(bind::write_if_changed("/proc/no/such/file.h", "x"), base::UserError);
}

} // namespace
