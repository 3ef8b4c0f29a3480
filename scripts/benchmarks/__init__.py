"""Benchmarks, one module each; scripts/bench NAME builds and runs one.

A module has

    TARGETS                    the targets to build
    add_options(parser)        its options besides --json, --record and --quick
    run(arguments) -> dict     measures, prints a table, returns its part of the document: `results` and other entries. Names
                               under `failed` make the exit code 1
"""

BENCHMARKS = {
    "bssn": "right-hand side of the Einstein equations, alone and in whole steps; its operations before and after the passes; "
            "McLachlan if --mclachlan names a Cactus that contains it",
    "devices": "the same kernels on every available device: rates, share of the device's limit, launches, copies, bits",
    "exchange": "exchange of ghost zones: packed messages and MPI's subarray types; steps with and without overlap",
    "gpu": "all checks on a GPU in a few minutes: bits, copies, bandwidth, blocks",
    "overhead": "the part of a step of the wave system that is not spent in kernels, by parts of the program",
    "registers": "registers and spills of CUDA kernels with compiled-in and run-time strides and with one base address; "
                 "needs no GPU",
    "startup": "time from the start of a run to its first step, with cold and warm caches, compiled ahead and built in; "
               "compilation of BSSN compared with its budgets; seconds per stage for graphs of growing size",
    "stencils": "a step of the wave equation, second order in time: the compiled kernel, hand-written loops (plain, and the best "
                "of several variants), Devito if CHEMORA_DEVITO_PYTHON names a Python that has it, the bandwidth limit",
    "tiles": "search for the best tile of several stencils, compared with the choice of the cost model; rank correlations of "
             "both forms of the cost formula",
    "wave": "right-hand side of the wave equation and steps of RK4: compiled kernels, hand-written loops (plain, and the best of "
            "several variants), the bandwidth limit",
}
