"""Benchmarks, a module each; scripts/bench NAME builds and runs one.

A module has

    TARGETS                    what is to be built
    add_options(parser)        its options beyond --json and --quick
    run(arguments) -> dict     measures, prints a table, returns what belongs into the JSON document: `results`, and what
                               else it has to say; names under `failed` make the exit code 1
"""

BENCHMARKS = {
    "bssn": "right-hand side of the Einstein equations, alone and in whole steps; its operations before and after the passes; "
            "McLachlan where --mclachlan names a Cactus that has it; parted into several kernels with --fission",
    "devices": "the same kernels on every device there is: rates, share of the device's limit, launches, copies, bits",
    "exchange": "ghost zones: packing, messages beside MPI's own types for parts of arrays, steps with and without overlap",
    "gpu": "all that is to be checked on a GPU, in a few minutes: bits, copies, bandwidth, blocks",
    "overhead": "what of a step of the wave system is not spent in kernels, by parts of the program",
    "registers": "what CUDA's compiler takes for kernels with strides compiled in, told, from one address: registers, spills; "
                 "no GPU is needed",
    "startup": "from the start of a run to its first step, with cold and warm caches, kernels compiled ahead and built in; "
               "what BSSN takes to its kernels beside its budgets; seconds per stage for graphs of growing size",
    "stencils": "wave equation, second order in time: ours, loops written by hand (plain, and the best of a family), "
                "Devito where CHEMORA_DEVITO_PYTHON names a Python that has it, the bandwidth limit",
    "tiles": "exhaustive search for the best tile beside the choice of the cost model, for a family of stencils; "
             "how both forms of the cost formula order the tiles",
    "wave": "right-hand side of the wave equation and steps of RK4: ours, loops written by hand (plain, and the best of a family), "
            "the bandwidth limit",
}
