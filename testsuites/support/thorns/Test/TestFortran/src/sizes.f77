c     A module in fixed form that SRCS does not name: it is compiled since a source uses it.
      module sizes
        implicit none
        integer, parameter :: n_words = 3
      end module sizes
