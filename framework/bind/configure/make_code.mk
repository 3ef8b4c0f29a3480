# Lets make itself read make.code.defn and make.code.deps of one FOLDER, as in Cactus, and say what they mean: a line
# `chemora subfolders A B`, then for each source `chemora source NAME` and its flags. To be called with --dry-run: a
# recipe in make.code.deps is never run.
.PHONY: chemora
chemora:

# Nothing of the environment counts.
SRCS :=
SUBDIRS :=
CPPFLAGS :=
CFLAGS :=
CXXFLAGS :=
FPPFLAGS :=
F90FLAGS :=
include $(FOLDER)/make.code.defn
$(if $(filter $(FOLDER)/make.code.defn,$(MAKEFILE_LIST)),,$(error the name of its folder means something to make))
strange := $(strip $(foreach sign,: ; % | = &,$(findstring $(sign),$(SRCS))))
$(if $(strange),$(error SRCS holds $(strange), which cannot be part of a file name here))
OBJS := $(SRCS:%=%.o)
$(info chemora subfolders $(SUBDIRS))

-include $(wildcard $(FOLDER)/make.code.deps)
chemora: $(OBJS)
.DEFAULT: ;

# Last, so that it wins over a recipe in make.code.deps. Flags are expanded here, where those of single objects count.
say_flags = $(if $(strip $2),$(info chemora $1 $(strip $2)))
$(OBJS): ; $(info chemora source $(@:%.o=%))$(call say_flags,c,$(CPPFLAGS) $(CFLAGS))$(call \
  say_flags,c++,$(CPPFLAGS) $(CXXFLAGS))$(call say_flags,fortran,$(FPPFLAGS) $(F90FLAGS))
