// Text files that grow with every output: made once per run, with a header, then appended to.
#pragma once

#include <cctk.h>

#include <functional>
#include <set>
#include <string>

namespace iotools {

/// What other thorns may tell about a file (see IOUtil's ioutil_AdvertisedFiles.h).
struct FileDescription {
  std::string variable, slice, mime_type, description;
};

class TextFiles {
public:
  /// `advertise` is IOUtil_AdvertiseFile, of whichever thorn IOUtil is compiled; IOTools itself needs none.
  template <class Advertised>
  TextFiles(std::string thorn, int (*advertise)(cGH const*, char const*, Advertised const*)) : thorn_(thorn) {
    advertise_ = [thorn, advertise](cGH const* cctkGH, std::string const& path, FileDescription const& file) {
      Advertised const advertised{.thorn = thorn.c_str(),
                                  .varname = file.variable.c_str(),
                                  .mimetype = file.mime_type.c_str(),
                                  .slice = file.slice.c_str(),
                                  .description = file.description.c_str()};
      advertise(cctkGH, path.c_str(), &advertised);
    };
  }

  /// True when this run has not yet written to `path`: the next append() needs a header.
  bool is_new(std::string const& path) const { return !written_.contains(path); }

  /// On rank 0 only (does nothing elsewhere). A file that is new begins with `header`, and an earlier one is set aside;
  /// one that was written before the checkpoint from which the run continues goes on where it was then. A failure is a
  /// warning with the reason, or ends the run when IO::abort_on_io_errors says so.
  void append(cGH const* cctkGH, std::string const& path, std::string const& header, std::string const& text,
              FileDescription const& description);

private:
  std::string thorn_;
  std::function<void(cGH const*, std::string const& path, FileDescription const&)> advertise_;
  std::set<std::string> written_;
};

/// Whether this run replaces output files, instead of continuing those of an earlier run.
bool begins_anew(cGH const* cctkGH);

/// Moves a file of an earlier run, before this run makes one with its name, to the folder `previous-run` beside it. A
/// file of that name in there is replaced. The first time, it prints a warning. Nothing happens without such a file.
void set_aside(std::string const& path);

/// What IO::out_fileinfo asks a header to say.
struct FileInfo {
  bool date = false, parameter_file = false, labels = false;
};
FileInfo wanted_file_info();

/// The lines about parameter file and date, each beginning with `comment`.
std::string file_info_lines(std::string const& comment);

/// The method's directory, or IO::out_dir when it is empty, made on rank 0 if it is not there; without a final slash.
std::string output_directory(cGH const* cctkGH, char const* own);

/// Makes a directory and those above it; why that failed, as a sentence, or empty.
std::string make_directory(std::string const& directory);

/// A warning, or the end of the run when IO::abort_on_io_errors says so. A run with such warnings ends with exit
/// code 1.
void report_io_error(std::string const& thorn, std::string const& sentence);

} // namespace iotools
