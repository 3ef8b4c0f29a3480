#include "output_file.hpp"

#include "names.hpp"
#include "parallel_write.hpp"
#include "xdmf_files.hpp"

#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/parameters_text.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"

#include <cctk_Parameters.h>
#include <filesystem>
#include <memory>

namespace iohdf5 {
namespace {

constexpr char metadata_group[] = "Parameters and Global Attributes";

/// Returns the parameters that IO::out_save_parameters selects as the text of a parameter file.
std::string saved_parameters() {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_Equals(out_save_parameters, "no")) return "";
  return iotools::parameters_text(iotools::all_parameters(), CCTK_Equals(out_save_parameters, "all")
                                                                 ? iotools::Selection::all
                                                                 : iotools::Selection::only_set);
}

/// Writes the group `Parameters and Global Attributes` if the file does not contain it. The content does not depend on
/// the number of processes.
void write_metadata(hid_t file, cGH const* cctkGH, std::vector<std::string> const& variables) {
  if (check(H5Lexists(file, metadata_group, H5P_DEFAULT), "H5Lexists", metadata_group) > 0) return;
  Handle const group = new_group(file, metadata_group);
  write_attributes(group, {{"main loop index", cctkGH->cctk_iteration},
                           {"GH$iteration", cctkGH->cctk_iteration},
                           {"nioprocs", 1},
                           {"carpet_reflevels", 1},
                           {"carpet_global_time", cctkGH->cctk_time},
                           {"carpet_delta_time", cctkGH->cctk_delta_time},
                           {"Cactus version", std::string(CCTK_FullVersion())}});
  std::string names;
  for (auto const& name : variables) names += name + "\n";
  write_text(group, "Datasets", names);
  write_text(group, "All Parameters", saved_parameters());
}

/// Returns an upper bound of the bytes that write_metadata() writes.
std::size_t metadata_bytes() { return saved_parameters().size() + 4096; }

bool is_missing_or_empty(std::string const& path) {
  std::error_code missing;
  return std::filesystem::file_size(path, missing) == 0 || missing;
}

std::string path_of(Output const& output) { return output.folder + "/" + output.file; }

/// Makes sure that the file exists. Returns its path.
std::string existing_file(Output const& output) {
  auto path = path_of(output);
  if (is_missing_or_empty(path)) make_empty_file(path);
  return path;
}

/// Appends one dataset on rank 0. It has its name only when it is complete, so that readers never see a dataset without
/// values, also if the run is killed. All functions throw Hdf5Error.
class Writer {
public:
  /// Creates the dataset under a temporary name. All space of the file is allocated here, so that the layout of the
  /// file does not depend on the processes that write the values. The file is closed afterwards.
  Writer(cGH const* cctkGH, Output const& output)
      : output_(output), path_(existing_file(output)), space_(path_, size_of(output.dataset) + metadata_bytes()),
        file_(open_file(path_, H5F_ACC_RDWR)) {
    DECLARE_CCTK_PARAMETERS
    try {
      write_metadata(*file_, cctkGH, output.variables);
      auto dataset = output.dataset;
      dataset.name = incomplete_dataset;
      object_.emplace(new_dataset(*file_, dataset));
      Handle const type{check(H5Dget_type(*object_), "H5Dget_type", output.dataset.name), H5Tclose};
      number_type_ = number_type(type);
      if (xdmf && output.grid && !number_type_.kind.empty())
        link_ = link_path(xdmf_name(iotools::full_name(output.variable)), cctkGH->cctk_iteration);
      close();
    } catch (Hdf5Error const&) {
      remove();
      throw;
    }
  }
  Writer(Writer const&) = delete;
  Writer& operator=(Writer const&) = delete;

  void write(std::size_t first_plane, iotools::SlabData const& data) {
    auto const& dataset = output_.dataset;
    if (!file_) file_.emplace(open_file(path_, H5F_ACC_RDWR));
    if (!object_)
      object_.emplace(check(H5Dopen2(*file_, incomplete_dataset, H5P_DEFAULT), "H5Dopen2", dataset.name), H5Dclose);
    if (dataset.extent.empty())
      write_scalar(*object_, dataset, data.bytes.data());
    else if (!data.bytes.empty())
      write_planes(*object_, dataset, first_plane, static_cast<std::size_t>(data.extent.back()), data.bytes.data());
  }

  /// Gives the dataset its name, and its link if XDMF files can contain it. Replaces a dataset of this name.
  void complete() {
    auto const& name = output_.dataset.name;
    if (object_) object_->close(name);
    object_.reset();
    if (!file_) file_.emplace(open_file(path_, H5F_ACC_RDWR));
    if (check(H5Lexists(*file_, name.c_str(), H5P_DEFAULT), "H5Lexists", name) > 0)
      check_status(H5Ldelete(*file_, name.c_str(), H5P_DEFAULT), "H5Ldelete", name);
    check_status(H5Lmove(*file_, incomplete_dataset, *file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT), "H5Lmove", name);
    if (!link_.empty()) add_link(*file_, name, link_);
    close();
  }

  /// Removes a dataset that could not be completed, as far as the failed library permits.
  void remove() {
    object_.reset();
    if (!file_) file_.emplace(open_file(path_, H5F_ACC_RDWR));
    if (H5Lexists(*file_, incomplete_dataset, H5P_DEFAULT) > 0) H5Ldelete(*file_, incomplete_dataset, H5P_DEFAULT);
    file_.reset();
  }

  /// Records a complete dataset for the XDMF file.
  void record(cGH const* cctkGH) const {
    if (link_.empty()) return;
    iohdf5::record(cctkGH, {.folder = output_.folder,
                            .slice = output_.slice,
                            .variable = xdmf_name(iotools::full_name(output_.variable)),
                            .array = {.file = output_.file,
                                      .dataset = link_,
                                      .type = number_type_,
                                      .time = cctkGH->cctk_time,
                                      .grid = *output_.grid}});
  }

private:
  void close() {
    if (object_) object_->close(output_.dataset.name);
    object_.reset();
    check_status(H5Fflush(*file_, H5F_SCOPE_GLOBAL), "H5Fflush", path_);
    file_->close(path_);
    file_.reset();
  }

  Output const& output_;
  std::string path_;
  ReservedSpace space_; ///< released after the file is closed
  std::optional<Handle> file_, object_;
  NumberType number_type_;
  std::string link_; ///< empty if XDMF files cannot contain the dataset
};

iotools::OutputFiles files(CCTK_THORNSTRING, IOUtil_AdvertiseFile);

/// Writes one dataset. Rank 0 creates it and completes it; the values are written by rank 0 or by all ranks.
class Appending {
public:
  Appending(cGH const* cctkGH, Output const& output)
      : cctkGH_(cctkGH), output_(output), is_root_(CCTK_MyProc(cctkGH) == 0) {}

  /// Returns whether the values could be collected. Collective.
  bool write_values() {
    if (!output_.slab) {
      auto const value = iotools::scalar_value(cctkGH_, output_.variable);
      if (value) use(0, *value);
      return value.has_value();
    }
    auto const& dataset = output_.dataset;
    if (is_written_by_all(cctkGH_, output_.variable, *output_.slab, dataset, output_.folder)) {
      write_by_all_ranks();
      return true;
    }
    return iotools::collect_in_parts(cctkGH_, output_.variable, *output_.slab, dataset.variable_type,
                                     static_cast<CCTK_INT>(planes_per_part(dataset)),
                                     [&](CCTK_INT first, iotools::SlabData const& data) { use(first, data); });
  }

  /// Both return the reason of a failure, or an empty text.
  std::string finish() {
    attempt([&] {
      writer_->complete();
      writer_->record(cctkGH_);
    });
    return failure_;
  }
  std::string abandon() {
    if (writer_) attempt([] { throw Hdf5Error("the driver does not provide all of its values."); });
    return failure_;
  }

private:
  /// Runs an action on rank 0, unless an earlier one failed.
  template <class Action>
  void attempt(Action action) {
    if (!is_root_ || !failure_.empty()) return;
    try {
      action();
    } catch (Hdf5Error const& error) {
      failure_ = error.what();
      remove();
    }
  }

  void use(CCTK_INT first, iotools::SlabData const& data) {
    attempt([&] {
      if (!writer_) writer_ = std::make_unique<Writer>(cctkGH_, output_);
      writer_->write(static_cast<std::size_t>(first), data);
    });
  }

  void write_by_all_ranks() {
    attempt([&] { writer_ = std::make_unique<Writer>(cctkGH_, output_); });
    if (!iotools::broadcast_from_root(failure_).empty()) return;
    auto dataset = output_.dataset;
    dataset.name = incomplete_dataset;
    auto const failure = write_by_all(cctkGH_, output_.variable, *output_.slab, path_of(output_), dataset);
    attempt([&] {
      if (!failure.empty()) throw Hdf5Error(failure);
    });
  }

  void remove() try {
    if (writer_) writer_->remove();
    writer_.reset();
  } catch (Hdf5Error const&) {
    writer_.reset(); // the first failure is reported
  }

  cGH const* cctkGH_;
  Output const& output_;
  bool is_root_;
  std::unique_ptr<Writer> writer_; ///< only on rank 0
  std::string failure_;
};

} // namespace

bool append(cGH const* cctkGH, Output const& output) {
  bool const is_root = CCTK_MyProc(cctkGH) == 0;
  if (is_root && output.grid) start_xdmf_file(cctkGH, output.folder, output.slice);
  bool const is_first = is_root && files.start(cctkGH, path_of(output));
  Appending appending(cctkGH, output);
  bool const has_values = appending.write_values();
  auto const failure = has_values ? appending.finish() : appending.abandon();
  if (!failure.empty())
    iotools::report_io_error(CCTK_THORNSTRING, "Cannot write `" + iotools::full_name(output.variable) + "` to `" +
                                                   path_of(output) + "`: " + failure);
  else if (is_first && has_values)
    files.advertise(cctkGH, path_of(output),
                    {.variable = iotools::full_name(output.variable),
                     .slice = output.slice.empty() ? "full" : output.slice,
                     .mime_type = "application/x-hdf5",
                     .description = output.slice.empty() ? "Whole grid variables" : "Slices of grid variables"});
  return has_values && failure.empty();
}

} // namespace iohdf5
