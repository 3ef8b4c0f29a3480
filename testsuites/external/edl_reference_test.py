"""The examples of docs/edl.md, read one after another, are one thorn that compiles."""

import re
import subprocess
import sys

from folders import new_folder
import simulation


def main():
    text = (simulation.SOURCE / "docs" / "edl.md").read_text()
    examples = re.findall(r"^```edl\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    folder = new_folder()
    source = folder / "tour.edl"
    source.write_text("\n".join(examples))
    result = subprocess.run([simulation.EDLC, "--thorn", folder / "Tour", source], capture_output=True, text=True, timeout=60)
    files = sorted(str(path.relative_to(folder / "Tour")) for path in (folder / "Tour").rglob("*") if path.is_file())
    expected = ["configuration.ccl", "interface.ccl", "param.ccl", "schedule.ccl", "src/Tour.cpp",
                *(f"src/built_in_{n}.cpp" for n in (1, 2, 3, 4)), "src/make.code.defn"]
    print(f"{len(examples)} examples; {result.stdout}{result.stderr}{files}")
    sys.exit(0 if result.returncode == 0 and files == expected and len(examples) > 8 else 1)


main()
