// The cube root of the interpreter, whose bits every device gives.
#pragma once

namespace chemora::ir {

/// Within 0.501 units in the last place; of the sign of x. Zeros, infinities and NaNs are their own cube roots. Numbers
/// of 32 bits are converted, computed in 64 bits and rounded.
///
/// Only operations that round in the same way everywhere: emit/cube_root.cpp has the same sequence in each language.
double cube_root(double x);

} // namespace chemora::ir
