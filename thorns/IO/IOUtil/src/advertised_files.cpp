// The list of listeners; files advertised before a listener came are told to it when it comes.
#include "ioutil_AdvertisedFiles.h"

#include <cctk_Parameters.h>

#include <string>
#include <vector>

namespace {

struct File {
  std::string name, thorn, variable, mime_type, slice, description;
};

std::vector<ioAdvertisedFileListenerCallbacks> listeners;
std::vector<File> files;

std::string text(char const* value) { return value == nullptr ? "" : value; }

void tell(cGH const* cctkGH, ioAdvertisedFileListenerCallbacks const& listener, File const& file) {
  if (listener.advertise == nullptr) return;
  ioAdvertisedFileDesc const description{.thorn = file.thorn.c_str(),
                                         .varname = file.variable.c_str(),
                                         .mimetype = file.mime_type.c_str(),
                                         .slice = file.slice.c_str(),
                                         .description = file.description.c_str()};
  listener.advertise(cctkGH, file.name.c_str(), &description);
}

} // namespace

extern "C" int IOUtil_RegisterAdvertisedFileListener(const cGH* GH, const char*,
                                                     const ioAdvertisedFileListenerCallbacks* callbacks) {
  if (callbacks == nullptr) return -1;
  listeners.push_back(*callbacks);
  for (auto const& file : files) tell(GH, *callbacks, file);
  return 0;
}

extern "C" int IOUtil_AdvertiseFile(const cGH* GH, const char* filename, const ioAdvertisedFileDesc* desc) {
  DECLARE_CCTK_PARAMETERS
  if (filename == nullptr || desc == nullptr) return -1;
  if (CCTK_Equals(verbose, "full"))
    CCTK_VInfo(CCTK_THORNSTRING, "%s writes %s to %s", desc->thorn, desc->varname, filename);
  files.push_back({filename, text(desc->thorn), text(desc->varname), text(desc->mimetype), text(desc->slice),
                   text(desc->description)});
  for (auto const& listener : listeners) tell(GH, listener, files.back());
  return 0;
}
