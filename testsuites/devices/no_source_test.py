"""A run needs neither the source tree nor the build folder, because the executable contains the sources of all kernels."""

import shutil

from folders import new_folder
from parameter_text import wave
from simulation import BUILD, CHEMORA, SOURCE, require_namespaces, run

# In the mount namespace of the run, the source folder and the build folder are empty. The run uses a copy of the executable.
HIDE = 'mount -t tmpfs none "$1" && mount -t tmpfs none "$2" && test ! -e "$4" && copy=$3 && shift 4 && exec "$copy" "$@"'
CHANGES = {"driver::global_nx": "12", "driver::global_ny": "12", "driver::global_nz": "12", "cactus::terminate": '"iteration"',
           "cactus::cctk_itlast": "2", "IOHDF5::out_every": "-1", "IO::out_dir": '"data"'}


def test_run_without_the_source_tree():
    require_namespaces()
    work = new_folder()
    copy, times = work / "chemora", work / "access_times.txt"
    shutil.copy(CHEMORA, copy)
    shutil.copy(SOURCE / "testsuites/support/access_times.txt", times)
    before = ("unshare", "-rm", "sh", "-c", HIDE, "sh", str(BUILD), str(SOURCE), str(copy))
    text = wave("gaussian", CHANGES, {"CaKernel::cache_dir": f'"{work / "cache"}"'})
    counts = []
    for _ in range(2):
        _, result = run(text, folder=work / "run", before=before, CHEMORA_ACCESS_TIMES=times)
        lines = [line for line in result.stdout.splitlines() if line.startswith("Wave::Wave_RHS")]
        assert lines, result.stdout
        counts.append((result.stdout.count("cache hit"), len(list((work / "cache").glob("*.kernel")))))
    (cold, n_cached), (warm, n_cached_later) = counts
    assert cold == 0 and warm > 0 and n_cached_later == n_cached > 0
