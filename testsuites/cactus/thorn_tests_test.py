"""The thorns' own tests (thorns/*/*/test) pass in scripts/test-thorns, on 1 and 2 ranks."""

import subprocess
import sys

from simulation import BUILD, SOURCE, environment


def main():
    for ranks in (1, 2):
        command = [sys.executable, "-m", "thorn_tests", "--build", str(BUILD), "--procs", str(ranks)]
        result = subprocess.run(command, env=environment(PYTHONPATH=SOURCE / "scripts"), stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)
        print(result.stdout)
        if result.returncode != 0 or "\n0 passed" in result.stdout:
            sys.exit(f"exit code {result.returncode}: {' '.join(command)}")


if __name__ == "__main__":
    main()
