/// Tests the checksum and the manifest of checkpoint files, the choice of a checkpoint for recovery, and damaged
/// checkpoints.
#include "checkpoint_set.hpp"
#include "disk_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

using namespace iotools;
using testing::HasSubstr;

TEST(Checksum, HasThePublishedCheckValue) { EXPECT_EQ(checksum("123456789"), 0x995DC9BBDF1939FAu); }

TEST(Checksum, DoesNotDependOnThePieces) {
  std::string text;
  for (int n = 0; n < 1000; ++n) text += static_cast<char>(n * n % 251);
  for (std::size_t cut = 0; cut < 40; ++cut) {
    Checksum sum;
    auto const bytes = std::as_bytes(std::span(text.data(), text.size()));
    sum.add(bytes.first(cut));
    sum.add(bytes.subspan(cut));
    EXPECT_EQ(sum.value(), checksum(text)) << cut;
  }
}

TEST(Checksum, ChangesWithEveryBit) {
  std::string const text = "the state of a simulation";
  for (std::size_t bit = 0; bit < 8 * text.size(); ++bit) {
    std::string changed = text;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
    EXPECT_NE(checksum(changed), checksum(text)) << bit;
  }
}

namespace {

Manifest example() {
  return {8, {{"c p.it_8.file_0.h5", 123456789012, 0xfedcba9876543210}, {"c p.it_8.file_1.h5", 0, 7}}};
}

} // namespace

TEST(Manifest, IsParsedFromItsText) { EXPECT_EQ(parse_manifest(to_text(example())), example()); }

TEST(Manifest, RejectsTruncatedOrChangedText) {
  std::string const text = to_text(example());
  for (std::size_t n = 0; n < text.size(); ++n) {
    EXPECT_THROW(parse_manifest(text.substr(0, n)), std::runtime_error) << n;
    std::string changed = text;
    changed[n] = static_cast<char>(changed[n] ^ 1);
    EXPECT_THROW(parse_manifest(changed), std::runtime_error) << n;
  }
}

TEST(Manifest, ReportsOtherVersions) {
  std::string const text = "checkpoint manifest, version 9\n";
  try {
    parse_manifest(text + "crc64 " + to_hex(checksum(text)) + "\n");
    FAIL();
  } catch (std::runtime_error const& error) {
    EXPECT_THAT(error.what(), HasSubstr("version 9"));
  }
}

TEST(Manifest, RejectsAnEmptyList) { EXPECT_THROW(parse_manifest(to_text({8, {}})), std::runtime_error); }

TEST(Manifest, RejectsFilesInOtherFolders) {
  for (char const* name : {"../c.it_8.h5", "/c.it_8.h5", "d/c.it_8.h5"}) {
    try {
      parse_manifest(to_text({8, {{name, 1, 2}}}));
      FAIL() << name;
    } catch (std::runtime_error const& error) {
      EXPECT_EQ(error.what(), std::string("the file `") + name + "` is not in its folder");
    }
  }
}

TEST(Manifest, NamesManifestAndTemporaryFiles) {
  EXPECT_EQ(manifest_name("checkpoint.chkpt.it_8"), "checkpoint.chkpt.it_8.manifest");
  EXPECT_EQ(temporary_name("c.it_8.file_1.h5"), "c.tmp.it_8.file_1.h5");
}

TEST(Candidates, RejectBaseNamesWithFoldersOrControlCharacters) {
  EXPECT_EQ(base_name_error("checkpoint.chkpt"), "");
  EXPECT_EQ(base_name_error("Zustand \u00e4 1"), "");
  for (auto const* const base : {"a/b", "/a", "a/"}) EXPECT_NE(base_name_error(base), "") << base;
  for (auto const* const base : {"a\nb", "a\t", "\177"}) EXPECT_NE(base_name_error(base), "") << base;
}

TEST(Candidates, AreSortedFromTheNewestWithoutDuplicates) {
  std::vector<std::string> const names = {
      "c.it_4.h5",      "c.it_12.file_0.h5", "c.it_12.file_1.h5",  "c.it_12.manifest", "c.it_8.manifest",
      "c.tmp.it_16.h5", "other.it_20.h5",    "c.it_x.h5",          "c.it_24.h5.tmp",   "c.it_28.file_.h5",
      "c.it_32",        "c.it_99.chk",       "c.it_99999999999.h5"};
  std::vector<Candidate> const expected = {{"c.it_12", 12}, {"c.it_8", 8}, {"c.it_4", 4}};
  EXPECT_EQ(candidates(names, "c", ".h5"), expected);
  EXPECT_TRUE(candidates({"c.it_4.h5"}, "d", ".h5").empty());
}

class AtomicWrite : public testing::Test {
protected:
  AtomicWrite() {
    folder = testing::TempDir() + "atomic-write-XXXXXX";
    mkdtemp(folder.data());
  }
  ~AtomicWrite() override { std::filesystem::remove_all(folder); }
  std::string folder, path;
};

TEST_F(AtomicWrite, ReplacesAFile) {
  write_atomically(folder + "/m", "one");
  write_atomically(folder + "/m", "two");
  EXPECT_EQ(read_text(folder + "/m"), "two");
  EXPECT_EQ(names_in(folder), std::vector<std::string>{"m"});
  EXPECT_THROW(write_atomically(folder + "/none/m", "x"), FileError);
}

TEST_F(AtomicWrite, RemovesItsTemporaryFileAfterAFailure) {
  std::filesystem::create_directory(folder + "/m");
  EXPECT_THROW(write_atomically(folder + "/m", "x"), FileError);
  EXPECT_EQ(names_in(folder), std::vector<std::string>{"m"});
}

TEST_F(AtomicWrite, DescribesDamage) {
  write_atomically(folder + "/c.it_1.h5", "0123456789");
  auto const record = record_of(folder + "/c.it_1.h5");
  EXPECT_EQ(record, (FileRecord{"c.it_1.h5", 10, checksum("0123456789")}));
  EXPECT_EQ(damage_reason(record, folder, path), "");
  EXPECT_EQ(path, folder + "/c.it_1.h5");
  write_atomically(path, "0123456788");
  EXPECT_THAT(damage_reason(record, folder, path), HasSubstr("its checksum is"));
  write_atomically(path, "012345");
  EXPECT_THAT(damage_reason(record, folder, path), HasSubstr("has 6 bytes, not 10"));
  write_atomically(folder + "/c.tmp.it_1.h5", "0123456789");
  EXPECT_EQ(damage_reason(record, folder, path), "") << "under its temporary name";
  EXPECT_EQ(path, folder + "/c.tmp.it_1.h5");
  std::filesystem::remove(path);
  std::filesystem::remove(folder + "/c.it_1.h5");
  EXPECT_THAT(damage_reason(record, folder, path), HasSubstr("is missing"));
}
