"""Each benchmark is a module of this package; scripts/bench NAME builds and runs the module NAME.

A module defines

    TARGETS                    the CMake targets that scripts/bench builds first
    add_options(parser)        adds options of the benchmark to --json, --record and --quick
    run(arguments) -> dict     measures, prints a table, and returns entries of the JSON document such as `results`. A
                               name in the list `failed` makes the exit code 1
"""

BENCHMARKS = {
    "analysis": "the programs of the thorn Analysis during a run of the wave system: time of an evaluation compared with ten steps",
    "bssn": "right-hand side of the Einstein equations, alone and in whole steps; operations per point before and after the compiler's "
            "passes; also McLachlan, if --mclachlan names a Cactus executable that contains it",
    "devices": "the same kernels on every available device: rates, share of the device's limit, launches, copies, bits",
    "elements": "the flux kernel of spectral elements (Loo.py paper) at every level of its transformation: words and operations per point, "
                "rates; plain Fortran, a hand-written kernel, Loo.py on PoCL if CHEMORA_LOOPY_PYTHON names a Python that has it, the limits",
    "exchange": "exchange of ghost zones: packed messages and MPI's subarray types; steps with and without overlap",
    "fluids": "whole steps of the Euler equations in two and three dimensions: thorn Euler, a hand-written OpenMP program, Athena++ if "
              "--athena names its executable, the bandwidth limit",
    "gpu": "all checks on a GPU in a few minutes: bitwise equality with the host, copies, bandwidth, blocks of threads",
    "overhead": "the part of a step of the wave system that is not spent in kernels, by parts of the program",
    "page": "a run with the live page (thorn HTTPD), with and without a polling client, compared with the run without the page",
    "patterns": "nested patterns: sums of rows and columns at the shapes of Lee et al. and steps of other programs; hand-written loops, fixed "
                "mappings, NumPy if it is installed, and with --exhaustive the best of all mappings; the bandwidth limit",
    "recursion": "recursions: protein search by Smith-Waterman and by profiles, edit distance, sweeps over a grid; hand-written kernels, scalar "
                 "loops, parasail, ssearch36 and hmmsearch if they are installed, the limits",
    "registers": "registers and spills of CUDA kernels with compiled-in and run-time strides and with one base address; "
                 "needs no GPU",
    "startup": "time from the start of a run to its first step, with an empty cache, a full cache and built-in kernels; "
               "time to compile BSSN compared with upper limits; seconds per stage for graphs of growing size",
    "stencils": "a step of the wave equation, second order in time: the compiled kernel, hand-written loops (plain, and the best "
                "of several variants), Devito if CHEMORA_DEVITO_PYTHON names a Python that has it, the bandwidth limit",
    "tiles": "search for the best tile of several stencils, compared with the choice of the cost model; rank correlations of "
             "measured times with the costs that both forms of the cost formula predict",
    "tune": "plans that a search finds in a given time, compared with those of the cost model, with plans that recompute every value, "
            "and with hand-written loops: stencils, wave system, Einstein equations, Euler equations, flow in a cavity",
    "wave": "right-hand side of the wave equation and steps of RK4: compiled kernels, hand-written loops (plain, and the best of "
            "several variants), the bandwidth limit",
}
