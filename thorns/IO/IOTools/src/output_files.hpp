/// Output files: text files that grow with every output, their state in checkpoints, and errors of writing.
#pragma once

#include <cctk.h>
#include <functional>
#include <set>
#include <string>

namespace iotools {

/// The description of a file for other thorns (see IOUtil's ioutil_AdvertisedFiles.h).
struct FileDescription {
  std::string variable, slice, mime_type, description;
};

/// Text files that are created once per run, with a header, and then extended by every output.
class TextFiles {
public:
  /// `advertise` is the function IOUtil_AdvertiseFile of the active thorn IOUtil. As an argument, it lets IOTools work
  /// with any thorn of that name.
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

  /// Whether this run has not yet written to `path`, so that the next append() needs a header.
  bool is_new(std::string const& path) const { return !written_.contains(path); }

  /// Appends text on rank 0. A new file starts with `header`; a file of an earlier run is moved to previous-run. If the
  /// run continues from a checkpoint, the file continues after its length at the checkpoint. Failures are reported by
  /// report_io_error().
  void append(cGH const* cctkGH, std::string const& path, std::string const& header, std::string const& text,
              FileDescription const& description);

private:
  std::string thorn_;
  std::function<void(cGH const*, std::string const& path, FileDescription const&)> advertise_;
  std::set<std::string> written_;
};

/// Whether this run replaces output files of an earlier run, instead of continuing them.
bool replaces_older_files(cGH const* cctkGH);

/// Moves a file of an earlier run to the folder `previous-run` beside it, before this run creates a file of that name.
/// A file of the same name in that folder is replaced. The first call that moves a file prints a warning. Does nothing
/// if there is no such file.
void move_to_previous_run(std::string const& path);

/// The information in the header of a file, from IO::out_fileinfo.
struct FileInfo {
  bool date = false, parameter_file = false, labels = false;
};
FileInfo requested_file_info();

/// The lines with parameter file and date, each after the prefix `comment`.
std::string file_info_lines(std::string const& comment);

/// The directory of a method, or IO::out_dir if `own` is empty, without a final slash. Rank 0 creates it if necessary.
std::string output_directory(cGH const* cctkGH, char const* own);

/// Creates a directory with its parents. Returns the reason of a failure as a sentence, or an empty text.
std::string make_directory(std::string const& directory);

/// Reports lost output: a warning, or the end of the run if IO::abort_on_io_errors is set. A run with such warnings
/// ends with exit code 1.
void report_io_error(std::string const& thorn, std::string const& sentence);

/// Records a text file of this run, and the last iteration at which a method ("IOASCII::out1D_vars") wrote a variable.
/// Checkpoints contain these records, so that a continued run repeats and omits no line.
void record_file(std::string const& path);
void record_written(std::string const& method, std::string const& variable, int iteration);

/// Whether the method has written the variable at this iteration, before or after the checkpoint.
bool is_written(std::string const& method, std::string const& variable, int iteration);

/// The records as text, with the present sizes of the files. Only rank 0 knows the files.
std::string output_state();
void restore_output_state(std::string const& text);

/// Called before a run first appends to a text file. After a recovery, removes the lines that were written after the
/// checkpoint. Returns true if the file continues, and false if it is new to the simulation and needs a header.
bool continue_file(std::string const& path);

/// Records lost output. At the end of the run, a message reports the number of failures, and the exit code is 1.
void record_lost_output(std::string const& sentence);

} // namespace iotools
