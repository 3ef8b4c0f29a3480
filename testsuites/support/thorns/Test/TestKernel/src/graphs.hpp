// Texts of the kernel graphs that TestKernel registers.
#pragma once

namespace test_kernel {

inline constexpr char const* fill = R"(graph fill {
  grid 3
  out field
  %0 = index x
  %1 = index y
  %2 = index z
  %3 = convert real64 %0
  %4 = convert real64 %1
  %5 = convert real64 %2
  %6 = immediate real64 0.7
  %7 = multiply %4 %6
  %8 = multiply %5 %5
  %9 = add %3 %7
  %10 = add %8 %9
  store field %10 everywhere
}
)";

inline constexpr char const* smooth_line = R"(graph smooth {
  grid 3
  when shape = line
  param real64 factor
  in field
  out smoothed
  %0 = load field
  %1 = shift %0 [-1,0,0]
  %2 = shift %0 [1,0,0]
  %3 = add %1 %2
  %4 = parameter factor
  %5 = multiply %3 %4
  %6 = add %0 %5
  store smoothed %6 interior
  store smoothed %0 boundary
}
)";

inline constexpr char const* smooth_star = R"(graph smooth {
  grid 3
  when shape = star
  param real64 factor
  in field
  out smoothed
  %0 = load field
  %1 = shift %0 [-1,0,0]
  %2 = shift %0 [1,0,0]
  %3 = add %1 %2
  %4 = shift %0 [0,-1,0]
  %5 = add %3 %4
  %6 = shift %0 [0,1,0]
  %7 = add %5 %6
  %8 = shift %0 [0,0,-1]
  %9 = add %7 %8
  %10 = shift %0 [0,0,1]
  %11 = add %9 %10
  %12 = parameter factor
  %13 = multiply %11 %12
  %14 = add %0 %13
  store smoothed %14 interior
  store smoothed %0 boundary
}
)";

inline constexpr char const* double_boundary = R"(graph double_boundary {
  grid 3
  out field
  %0 = index x
  %1 = index y
  %2 = index z
  %3 = convert real64 %0
  %4 = convert real64 %1
  %5 = convert real64 %2
  %6 = immediate real64 0.7
  %7 = multiply %4 %6
  %8 = multiply %5 %5
  %9 = add %3 %7
  %10 = add %8 %9
  %11 = add %10 %10
  store field %11 boundary
}
)";

inline constexpr char const* fill_inner = R"(graph fill_inner {
  grid 3
  out field
  %0 = index x
  %1 = index y
  %2 = index z
  %3 = convert real64 %0
  %4 = convert real64 %1
  %5 = convert real64 %2
  %6 = immediate real64 0.7
  %7 = multiply %4 %6
  %8 = multiply %5 %5
  %9 = add %3 %7
  %10 = add %8 %9
  %11 = add %10 %10
  store field %11 interior
}
)";

inline constexpr char const* wrong_graphs_texts[] = {R"(graph cubed {
  grid 3
  when shape = line
  in field
  out smoothed
  %0 = load field
  %1 = multply %0 %0
  store smoothed %1 everywhere
}
)",
                                                     R"(graph shifted {
  grid 3
  when factor = 7
  in field
  out field
  %0 = load field
  %1 = shift %0 [1,0,0]
  store field %1 interior
}
# intact 0123456789abcdef
)",
                                                     "graph smooth {\n  grid 3\n  when shape = line\n}\n"};

} // namespace test_kernel
