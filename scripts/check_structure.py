"""Checks rules that a compiler does not: include dependencies, file sizes, folder READMEs.

The table is in section "Include table" of docs/architecture.md. Run by scripts/check.
"""

import functools
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
MAX_LINES = 400
MAX_README_LINES = 20
README_FIELDS = ["In", "Out", "May include", "One more of its kind"]

FRAMEWORK = ["serial_mpi", "include", "base", "ccl", "bind", "parameters", "variables", "services", "schedule", "fortran", "run"]
CODEGEN = {
    "edl": ["ir"],
    "tensor": ["edl", "ir"],
    "ir": [],
    "loops": ["ir"],
    "polyhedral": ["loops", "ir"],
    "transform": ["loops", "polyhedral", "ir"],
    "script": ["loops", "transform", "ir"],
    "fortran": ["loops", "ir"],
    "loop_functions": ["loops", "polyhedral", "transform", "script", "fortran", "ir"],
    "recursion": ["loops", "ir"],
    "patterns": ["loops", "ir"],
    "wavefront": ["recursion", "loops", "polyhedral", "transform", "ir"],
    "discretisation": ["edl", "tensor", "ir"],
    "passes": ["ir"],
    "plan": ["ir"],
    "emit": ["ir", "plan"],
    "ahead": ["ir", "passes", "plan", "emit"],
    "thorn_writer": ["edl", "tensor", "discretisation", "ir"],
    "app": ["edl", "tensor", "discretisation", "ir", "passes", "plan", "emit", "ahead", "thorn_writer",
            "loops", "polyhedral", "transform", "script", "fortran", "loop_functions", "recursion",
            "patterns", "wavefront"],
}
# Folders of the compiler that the kernel run-time may include.
KERNEL_STAGES = ["ir", "loops", "polyhedral", "transform", "script", "fortran", "loop_functions", "recursion", "patterns", "wavefront", "passes",
                 "plan", "emit"]
KERNELS = {
    "device": [],
    "arrays": ["device"],
    "machine": [],
    "tiling": ["device", "machine"],
    "tuning": ["device", "machine", "tiling"],
    "jit": ["device", "machine", "tiling"],
    "launch": ["device", "machine", "tiling", "jit"],
    "search": ["device", "machine", "tiling", "tuning", "jit", "launch"],
    "monitor": ["device", "machine", "tiling", "jit", "launch"],
    "steps": ["device", "machine", "tiling", "jit"],
    "patterns": ["device", "machine", "tiling", "jit"],
    "recursions": ["device", "machine", "tiling", "jit", "launch", "monitor", "runtime"],
    "runtime": ["device", "machine", "tiling", "tuning", "jit", "launch", "search", "monitor"],
}
# Parts of the kernel run-time that a thorn may include if it requires the run-time.
KERNELS_OF_THORNS = ["kernels/runtime/", "kernels/device/", "kernels/monitor/", "kernels/arrays/", "kernels/recursions/", "codegen/recursion/",
                     "codegen/patterns/", "kernels/patterns/", "codegen/plan/device_kind.hpp"]


def files(*patterns):
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", *patterns], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.split("\n")
    return [name for name in listed if name and (ROOT / name).is_file()]


@functools.cache
def thorns():
    """Returns the folders `thorns/Arrangement/Thorn` of all thorns."""
    return sorted({"/".join(name.split("/")[:3]) for name in files("thorns/*/*/*")})


@functools.cache
def requirements(thorn):
    """Returns the names of capabilities and thorns that configuration.ccl requires, in lower case."""
    configuration = ROOT / thorn / "configuration.ccl"
    text = configuration.read_text() if configuration.exists() else ""
    text = re.sub(r"#.*", "", text).replace("\\\n", " ").lower()
    return {name for line in re.findall(r"(?m)^\s*(?:requires|optional_ifactive)\b(.*)", text) for name in re.findall(r"\w+", line)}


def project_path(include):
    """Thorns include headers of other thorns by arrangement and thorn, without the folder `thorns`."""
    return f"thorns/{include}" if (ROOT / "thorns" / include).is_file() else include


def allowed(source):
    """Returns the path prefixes of headers that the file `source` may include, or None if all headers are allowed."""
    parts = source.split("/")
    if parts[0] == "testsuites":
        return None
    if parts[0] == "framework":
        folder = parts[1]
        if folder == "base":
            return ["framework/base/"]
        above = FRAMEWORK[: FRAMEWORK.index(folder) + 1]
        return [f"framework/{name}/" for name in {*above, "base"}]
    if parts[0] == "codegen":
        names = [parts[1], *CODEGEN[parts[1]]]
        return ["framework/base/", *(f"codegen/{name}/" for name in names)]
    if parts[0] == "kernels":
        names = [parts[1], *KERNELS[parts[1]]]
        ahead = ["ahead"] if parts[1] == "runtime" else []
        stages = [f"codegen/{name}/" for name in (*KERNEL_STAGES, *ahead)]
        return ["framework/base/", *stages, *(f"kernels/{name}/" for name in names)]
    if parts[0] == "thorns":
        thorn = "/".join(parts[:3])
        required = requirements(thorn)
        others = [f"{other}/" for other in thorns() if other.split("/")[2].lower() in required]
        kernels = [*KERNELS_OF_THORNS, "framework/base/"] if "kernels" in required else []
        return [thorn + "/", *others, *kernels]
    return []


def layer_errors():
    for source in files("*.cpp", "*.hpp", "*.h", "*.c", "*.cc", "*.hh"):
        prefixes = allowed(source)
        if prefixes is None:
            continue
        for number, line in enumerate((ROOT / source).read_text().splitlines(), 1):
            found = INCLUDE.match(line)
            path = project_path(found[1]) if found else ""
            if not re.match(r"(framework|codegen|kernels|thorns|testsuites)/", path):
                continue
            if not any(path.startswith(prefix) for prefix in prefixes):
                yield f"{source}:{number}: includes {found[1]}, but may include only {', '.join(sorted(prefixes))}"


def size_errors():
    for source in files("*.cpp", "*.hpp", "*.h", "*.c", "*.py", "*.sh", "*.cmake"):
        lines = len((ROOT / source).read_text().splitlines())
        if lines > MAX_LINES:
            yield f"{source}: {lines} lines; at most {MAX_LINES} are allowed; split it by subject"


def readme_errors():
    for parent in ("framework", "codegen", "kernels", "testsuites"):
        for folder in sorted({"/".join(name.split("/")[:2]) for name in files(parent + "/*/*")}):
            readme = ROOT / folder / "README.md"
            if not readme.exists():
                yield f"{folder}: no README.md"
            elif len(readme.read_text().splitlines()) > MAX_README_LINES:
                yield f"{folder}/README.md: more than {MAX_README_LINES} lines"
    for thorn in thorns():
        if not (ROOT / thorn / "README.md").exists():
            yield f"{thorn}: no README.md"


def required_fields(readme):
    """Returns the fields that a README must have (docs/contributing.md). A thorn without sources needs no field about
    includes."""
    parts = readme.split("/")
    if parts[0] in ("framework", "codegen", "kernels"):
        return README_FIELDS
    if parts[0] != "thorns" or len(parts) != 4:
        return []
    sources = [name for name in files("/".join(parts[:3]) + "/src/*") if not name.endswith("make.code.defn")]
    return [field for field in README_FIELDS if field != "May include" or sources]


def field_errors(readme, text):
    for field in required_fields(readme):
        if not re.search(rf"(?m)^- {field}: \S", text):
            yield f"{readme}: the field `{field}` is missing; add an item that begins with `- {field}: `"


def main():
    fields = [error for readme in files("*README.md") for error in field_errors(readme, (ROOT / readme).read_text())]
    errors = [*layer_errors(), *size_errors(), *readme_errors(), *fields]
    print("\n".join(errors) or "layers, sizes and READMEs are in order")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
