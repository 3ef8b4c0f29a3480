/// Writes output files, stores their sizes in checkpoints, and reports write errors. Text files grow with every output.
#pragma once

#include <cctk.h>
#include <fstream>
#include <functional>
#include <set>
#include <string>

namespace iotools {

/// The description of a file for other thorns (see IOUtil's ioutil_AdvertisedFiles.h).
struct FileDescription {
  std::string variable, slice, mime_type, description;
};

/// Files that a thorn creates once per run. Every output appends to them.
class OutputFiles {
public:
  /// `advertise` is the function IOUtil_AdvertiseFile of the active thorn IOUtil. As an argument, it lets IOTools work
  /// with any thorn of that name.
  template <class Advertised>
  OutputFiles(std::string thorn, int (*advertise)(cGH const*, char const*, Advertised const*)) : thorn_(thorn) {
    advertise_ = [thorn, advertise](cGH const* cctkGH, std::string const& path, FileDescription const& file) {
      Advertised const advertised{.thorn = thorn.c_str(),
                                  .varname = file.variable.c_str(),
                                  .mimetype = file.mime_type.c_str(),
                                  .slice = file.slice.c_str(),
                                  .description = file.description.c_str()};
      advertise(cctkGH, path.c_str(), &advertised);
    };
  }

  /// Whether this run has not yet written to `path`, so that the next append() needs a header.
  bool is_new(std::string const& path) const { return !written_.contains(path); }

  /// Appends text on rank 0. A new file starts with `header`; a file of an earlier run is moved to previous-run. If the
  /// run continues from a checkpoint, the file continues after its length at the checkpoint. Failures are reported by
  /// report_io_error().
  void append(cGH const* cctkGH, std::string const& path, std::string const& header, std::string const& text,
              FileDescription const& description);

  /// Prepares the output to a file that is not text. Rank 0 must call this function before each output to `path`. It
  /// moves a file of an earlier run to previous-run unless this run appends to older files. Returns whether this is the
  /// first output of this run to the file. In that case, the caller must call advertise() after it has written the
  /// file.
  bool start(cGH const* cctkGH, std::string const& path);
  void advertise(cGH const* cctkGH, std::string const& path, FileDescription const& description) const {
    advertise_(cctkGH, path, description);
  }

private:
  std::string thorn_;
  std::function<void(cGH const*, std::string const& path, FileDescription const&)> advertise_;
  std::set<std::string> written_;
  std::set<std::string> moved_; ///< so that append() moves a file only once, also if it cannot write the new file
};

/// Writes a text to a file, or appends it. Returns the reason of a failure, or an empty text.
std::string write_file(std::string const& path, std::string const& text,
                       std::ios::openmode mode = std::ios::binary | std::ios::trunc);

/// Writes a text to a file beside `path` and renames it, so that readers see the whole file or none of it. Returns the
/// reason of a failure, or an empty text.
std::string write_whole_file(std::string const& path, std::string const& text);

/// Whether this run replaces output files of an earlier run, instead of continuing them.
bool replaces_older_files(cGH const* cctkGH);

/// Moves a file of an earlier run to the subfolder `previous-run`, before this run creates a file of that name. A file
/// of the same name in that folder is replaced. The first call that moves a file prints a warning. If the file
/// cannot be moved, the function deletes it. Does nothing if the file does not exist.
void move_to_previous_run(std::string const& path);

/// Selects the information in the header of a file. IO::out_fileinfo specifies the selection.
struct FileInfo {
  bool date = false, parameter_file = false, labels = false;
};
FileInfo requested_file_info();

/// The path of the parameter file of this run.
std::string parameter_file_path();

/// Returns the header lines that name the parameter file and the date. Each line starts with `comment`.
std::string file_info_lines(std::string const& comment);

/// Returns the output directory of a method, without a final slash. An empty `own` selects IO::out_dir.
std::string output_directory_name(char const* own);

/// Returns this directory. Rank 0 creates it if necessary, and reports a failure as report_io_error() does.
std::string output_directory(cGH const* cctkGH, char const* own);

/// Creates a directory with its parents. Returns the reason of a failure as a sentence, or an empty text.
std::string make_directory(std::string const& directory);

/// Reports that output was lost. The function prints a warning, or ends the run if IO::abort_on_io_errors is set. A run
/// with such warnings ends with exit code 1.
void report_io_error(std::string const& thorn, std::string const& sentence);

/// Records the last iteration at which a method ("IOASCII::out1D_vars") wrote a variable. Checkpoints contain these
/// records, so that a continued run repeats and omits no output.
void record_written(std::string const& method, std::string const& variable, int iteration);

/// Whether the method has written the variable at this iteration, before or after the checkpoint.
bool is_written(std::string const& method, std::string const& variable, int iteration);

/// Returns the records of record_written() and the current sizes of the text files as text for a checkpoint. Only rank
/// 0 returns the sizes.
std::string output_state();
void restore_output_state(std::string const& text);

} // namespace iotools
