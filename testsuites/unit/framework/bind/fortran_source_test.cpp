#include "framework/bind/generated_texts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace {

using namespace chemora;
using bind::FortranForm;

/// Preprocesses one line of Fortran and returns the result without the first line, which is empty.
std::string compiled(std::string const& line, FortranForm form) {
  std::string const text = bind::fortran_to_compile("# 1 \"f\"\n" + line, form);
  EXPECT_EQ(text.at(0), '\n');
  return text.substr(1);
}
std::string fixed(std::string const& line) { return compiled(line, FortranForm::fixed); }
std::string free_form(std::string const& line) { return compiled(line, FortranForm::free); }

TEST(FortranSource, SeparatesStatements) {
  EXPECT_EQ(fixed("      A&& integer i &&real x && \n      end\n"),
            "# 1 \"f\"\n      A\n# 1 \"f\"\n      integer i\n# 1 \"f\"\n      real x\n      end\n");
  EXPECT_EQ(free_form("  && do i = 1, 2\n"), "# 1 \"f\"\n      do i = 1, 2\n");
}

TEST(FortranSource, DoesNotSplitStrings) {
  EXPECT_EQ(fixed("      x = 'a && b ! c''d' // \"&&\"\n"), "# 1 \"f\"\n      x = 'a && b ! c''d' // \"&&\"\n");
  EXPECT_EQ(free_form("x = 'it''s && &\n  &still ! && inside' && y = 1\n"),
            "# 1 \"f\"\nx = 'it''s && &\n  &still ! && inside' \n# 2 \"f\"\n      y = 1\n");
  EXPECT_EQ(fixed("      x = 'open &&\n     & closed' && y\n"),
            "# 1 \"f\"\n      x = 'open &&\n     & closed' \n# 2 \"f\"\n      y\n");
  EXPECT_EQ(free_form("x = 'never closed\ny && z\n"), "# 1 \"f\"\nx = 'never closed\ny \n# 2 \"f\"\n      z\n");
}

TEST(FortranSource, RemovesCommentsAndKeepsDirectives) {
  EXPECT_EQ(fixed("c it's && not code\nC    x\n* y\n      a = 1 ! && \" b\n      c\n"),
            "# 4 \"f\"\n      a = 1 \n      c\n");
  EXPECT_EQ(fixed("     !continued && it\n"), "# 1 \"f\"\n     !continued \n# 1 \"f\"\n      it\n");
  EXPECT_EQ(fixed("      && !$omp do && do i\nc$omp end do\n"),
            "# 1 \"f\"\n!$omp do\n# 1 \"f\"\n      do i\nc$omp end do\n");
  EXPECT_EQ(free_form("!$omp parallel ! x && y\n!GCC$ ATTRIBUTES z\n! don't\nq\n"),
            "# 1 \"f\"\n!$omp parallel \n!GCC$ ATTRIBUTES z\n# 4 \"f\"\nq\n");
}

TEST(FortranSource, FollowsLineMarkers) {
  EXPECT_EQ(free_form("a\n\n\n# 7 \"inc.h\" 1\nb\n#pragma once\n# 3 \"f\" 2\nc\n"),
            "# 1 \"f\"\na\n# 7 \"inc.h\"\nb\n# 3 \"f\"\nc\n");
}

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
