/// Versions of a function for processors with larger vectors than all processors of the architecture have.
///
///     CHEMORA_VECTOR_VERSIONS void add(double* sums, double const* terms, std::size_t n);
///
/// The compiler makes versions with vectors of 16 and of 32 bytes, and the program calls the one for its processor.
/// Both execute the same operations, so that results have the same bits. Functions that are called have one version,
/// unless they are inlined.
#pragma once

#if defined(__x86_64__) && defined(__gnu_linux__)
#define CHEMORA_VECTOR_VERSIONS __attribute__((target_clones("avx2", "default")))
#else
#define CHEMORA_VECTOR_VERSIONS
#endif
