/// Compiles a function for the baseline of the architecture and for processors with larger vectors.
///
///     CHEMORA_VECTOR_VERSIONS void add(double* sums, double const* terms, std::size_t n);
///
/// On x86-64, the versions have vectors of 16 bytes (SSE2) and of 32 bytes (AVX2). The program selects the version for
/// its processor when it starts. Both versions execute the same operations, so that the results have the same bits.
/// Functions that the function calls have one version, unless they are inlined.
#pragma once

#if defined(__x86_64__) && defined(__gnu_linux__)
#define CHEMORA_VECTOR_VERSIONS __attribute__((target_clones("avx2", "default")))
#else
#define CHEMORA_VECTOR_VERSIONS
#endif
