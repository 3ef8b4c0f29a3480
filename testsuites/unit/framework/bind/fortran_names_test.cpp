#include "framework/bind/fortran_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace {

using namespace chemora;
using Names = std::set<std::string>;

TEST(FortranNames, FindsCallsDeclarationsAndCommonBlocks) {
  EXPECT_EQ(bind::fortran_names_in("void CCTK_FCALL CCTK_FNAME (WaveInit)(int*);\nCCTK_FNAME(\n  stop_it )();"
                                   "extern int CCTK_FORTRAN_COMMON_NAME(Block);"),
            (Names{"WaveInit", "stop_it", "Block"}));
  EXPECT_EQ(bind::fortran_names_in("MY_CCTK_FNAME(a) CCTK_FNAMES(b) CCTK_FNAME CCTK_FNAME("), Names{});
}

TEST(FortranNames, SearchesFolders) {
  auto const folder = std::filesystem::temp_directory_path() / "chemora-fortran-names";
  std::filesystem::create_directories(folder / "src" / "deep");
  std::ofstream(folder / "src" / "a.c") << "CCTK_FNAME(One)";
  std::ofstream(folder / "src" / "deep" / "b.hh") << "CCTK_FNAME(Two)";
  std::ofstream(folder / "src" / "c.F90") << "CCTK_FNAME(Three)";
  auto const found = bind::find_fortran_names({(folder / "src").string(), "/nowhere"});
  EXPECT_EQ(found.names, (Names{"One", "Two"}));
  EXPECT_EQ(std::count(found.searched.begin(), found.searched.end(), (folder / "src" / "deep").string()), 1);
  EXPECT_EQ(found.searched.size(), 4U);
  std::filesystem::remove_all(folder);
}

TEST(FortranNames, BecomeMacros) {
  EXPECT_NE(bind::fortran_names_header({"WaveInit"}).find("#define CHEMORA_FORTRAN_NAME_WaveInit waveinit_\n"),
            std::string::npos);
}

} // namespace
