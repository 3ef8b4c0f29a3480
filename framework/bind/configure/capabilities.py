"""Finds the providers of the capabilities that thorns require. A provider is an installed library, another thorn, or
the script of a thorn."""

import dataclasses

from scripts import run_script


@dataclasses.dataclass(frozen=True)
class Library:
    """An installed library that replaces a thorn of Cactus' arrangement ExternalLibraries. CMake looks for the target
    of this build, then for a module of pkg-config, then for the header and the libraries. `also` lists optional
    libraries, which are linked if they exist and are used. `debian_of_module` maps alternative pkg-config modules to
    their Debian packages. The generated headers of thorns that require the capability define `macros`."""

    debian: str  # the Debian package that contains the library
    debian_of_module: dict = dataclasses.field(default_factory=dict)
    target: str = ""
    modules: tuple = ()
    header: str = ""
    libraries: tuple = ()
    also: tuple = ()
    macros: tuple = ()


LIBRARIES = {
    "MPI": Library("libopenmpi-dev", target="MPI::MPI_C", macros=("CCTK_MPI 1",)),
    "PTHREADS": Library("libc6-dev", target="Threads::Threads", macros=("CCTK_PTHREADS 1",)),
    "OPENMP": Library("libgomp1", target="OpenMP::OpenMP_CXX"),
    "KERNELS": Library("libhwloc-dev", target="chemora_kernels"),
    "HDF5": Library(
        "libhdf5-openmpi-dev",
        debian_of_module={"hdf5-mpich": "libhdf5-mpich-dev", "hdf5-serial": "libhdf5-dev", "hdf5": "libhdf5-dev"},
        modules=("hdf5-openmpi",),
        also=("hdf5_hl", "hdf5_fortran", "hdf5hl_fortran"),
    ),
    "ZLIB": Library("zlib1g-dev", modules=("zlib",), header="zlib.h", libraries=("z",)),
    "HWLOC": Library("libhwloc-dev", modules=("hwloc",), header="hwloc.h", libraries=("hwloc",)),
    "PCIUTILS": Library("libpci-dev", modules=("libpci",), header="pci/pci.h", libraries=("pci",)),
    "BLAS": Library("libblas-dev", modules=("blas",), libraries=("blas",)),
    "LAPACK": Library("liblapack-dev", modules=("lapack",), libraries=("lapack",)),
    "OPENBLAS": Library("libopenblas-dev", modules=("openblas",), libraries=("openblas",), macros=("CCTK_BLAS_INT8 0",)),
    "GSL": Library("libgsl-dev", modules=("gsl",)),
    "FFTW3": Library("libfftw3-dev", modules=("fftw3",), header="fftw3.h", libraries=("fftw3",)),
    "KISSFFT": Library("libkissfft-dev", header="kissfft/kissfft.hh"),
    "OPENSSL": Library("libssl-dev", modules=("openssl",), header="openssl/ssl.h", libraries=("ssl", "crypto")),
    "LIBJPEG": Library("libjpeg-dev", modules=("libjpeg",), header="jpeglib.h", libraries=("jpeg",)),
    "OPENCL": Library("ocl-icd-opencl-dev", modules=("OpenCL",), header="CL/cl.h", libraries=("OpenCL",)),
    "PAPI": Library("libpapi-dev", modules=("papi",), header="papi.h", libraries=("papi",)),
    "PETSC": Library("petsc-dev", modules=("petsc", "PETSc"), macros=("PETSC_SKIP_COMPLEX 1",)),
    "BOOST": Library("libboost-dev", header="boost/version.hpp"),
}


class Capabilities:
    """The capabilities of a configuration. All names are in upper case."""

    def __init__(self, thorns, versions_of_libraries, modules_of_libraries):
        """`versions_of_libraries` maps the libraries that CMake has found to their versions. `modules_of_libraries`
        contains the pkg-config modules that CMake variables specify."""
        self.thorns = thorns
        self.modules = modules_of_libraries
        self.versions = versions_of_libraries
        self.providers = {name: thorn for thorn in thorns for name in thorn.configuration.provides}
        self.headers = {}  # by capability, the lines for the headers of the thorns that require it
        self.script_targets = set()

    def wanted_libraries(self):
        """Returns the names of the libraries that CMake must find. An OPTIONAL capability is included only if a target
        of this build provides it."""
        wanted = []
        for thorn in self.thorns:
            wanted += thorn.configuration.requires
            wanted += [name for name in thorn.configuration.optional if name in LIBRARIES and LIBRARIES[name].target]
            wanted += [name for name in thorn.configuration.provides if self._has_script(name)]
        is_provided = lambda name: name in self.providers and not self._has_script(name)  # noqa: E731
        return [name for name in dict.fromkeys(wanted) if name in LIBRARIES and not is_provided(name)]

    def wanted_options(self):
        """Returns the names of the CMake variables that the scripts of all thorns read."""
        scripts = [script for thorn in self.thorns for script in thorn.configuration.scripts.values()]
        return list(dict.fromkeys(option for script in scripts for option in script.options))

    def run_scripts(self, settings, report):
        """Runs the configuration scripts of all capabilities that are not in LIBRARIES. Each script runs after the
        scripts of the capabilities that it requires."""
        waiting = [name for name in self.providers if self._has_script(name) and name not in LIBRARIES]
        while waiting:
            ready = [name for name in waiting if not set(self._required_before(name)) & set(waiting)]
            if not ready:
                report.error(
                    "These capabilities require each other, so that none of their scripts can be run first: "
                    f"{', '.join(waiting)}."
                )
                self.script_targets.update(waiting)
                break
            for name in ready:
                # A script is skipped if a required capability is missing; report_missing() reports this capability.
                is_possible = all(self.exists(other) for other in self._required_before(name))
                self.script_targets.add(name)
                if is_possible:
                    self.headers[name] = run_script(self.providers[name], name, settings, report)
            waiting = [name for name in waiting if name not in ready]

    def exists(self, name):
        is_provided = name in self.providers and not self._has_script(name)
        return name in self.versions or name in self.script_targets or is_provided

    def of_thorn(self, thorn):
        """Returns the existing capabilities that a thorn requires, and the capabilities that their providers require,
        as in Cactus."""
        found, remaining = [], _required(thorn)
        while remaining:
            name = remaining.pop(0)
            if self.exists(name) and name not in found:
                found.append(name)
                if name in self.providers:
                    remaining += _required(self.providers[name])
        return found

    def targets_of(self, thorn):
        """Returns the CMake targets that the thorn links. If a capability has no script, the targets of the other
        capabilities of its provider are linked: for BLAS, the target OpenBLAS of the same thorn."""
        targets = []
        for name in self.of_thorn(thorn):
            targets.append(name)
            if name in self.providers and not self._has_script(name):
                targets += self.providers[name].configuration.provides
        has_target = lambda name: name in self.versions or name in self.script_targets  # noqa: E731
        return [f"chemora_capability_{name}" for name in dict.fromkeys(targets) if has_target(name)]

    def spellings(self, thorn):
        """Returns the names for make variables HAVE_CAPABILITY_<name>, in the spellings of the thorn and of the
        provider."""
        names = []
        for name in self.of_thorn(thorn):
            names.append(name)
            for other in (thorn, self.providers.get(name)):
                if other and name in other.configuration.spelling:
                    names.append(other.configuration.spelling[name])
        return list(dict.fromkeys(names))

    def manifest_lines(self):
        """Returns the lines of the manifest that list the installed libraries and the contents of cctk_Capabilities.h
        for chemora-bind."""
        lines = []
        for name, version in self.versions.items():
            lines.append(f"capability\t{name}\t{version}\n")
            lines += [f"header\t{name}\t#define {macro}\n" for macro in LIBRARIES[name].macros]
        return lines + [f"header\t{name}\t{line}\n" for name, texts in self.headers.items() for line in texts]

    def report_missing(self, known_thorns, report):
        missing = {}
        for thorn in self.thorns:
            configuration = thorn.configuration
            for name, where in configuration.requires.items():
                if not self.exists(name):
                    missing.setdefault(name, []).append(f"\n    {where}: Thorn {thorn.name} requires it.")
            for name, where in configuration.provides.items():
                if not self.exists(name) and name not in configuration.requires:
                    missing.setdefault(name, []).append(f"\n    {where}: Thorn {thorn.name} provides it.")
        text = ""
        for name, places in missing.items():
            if name in LIBRARIES:
                library = LIBRARIES[name]
                package = library.debian_of_module.get(self.modules.get(name), library.debian)
                remedy = f"on this machine. On Debian, install {package}."
            else:
                other = provider_by_name(name, known_thorns)
                remedy = "in this configuration." + (f" Add {other} to the ThornList?" if other else "")
            text += f"\n  There is no {name} {remedy}{''.join(places)}"
        if missing:
            report.error(f"Capabilities that are missing: {len(missing)}.{text}")

    def _has_script(self, name):
        """Whether a thorn provides the capability `name` by a configuration script."""
        provider = self.providers.get(name)
        script = provider and provider.configuration.scripts.get(name)
        return bool(script and script.path and script.language)

    def _required_before(self, name):
        configuration = self.providers[name].configuration
        return [other for other in configuration.requires if other not in configuration.provides]


def _required(thorn):
    return [*thorn.configuration.requires, *thorn.configuration.optional]


def provider_by_name(capability, known_thorns):
    """Returns the thorn that has the name of the capability and a configuration.ccl, or None."""
    for name, folder in known_thorns.items():
        if name.split("/")[1].upper() == capability and (folder / "configuration.ccl").is_file():
            return name
    return None
