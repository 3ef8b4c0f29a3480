# make reads make.code.defn and make.code.deps of one FOLDER, as in Cactus, and prints their meaning: a line
# `chemora subfolders A B`, then for each source `chemora source NAME` and its flags. make is called with --dry-run, so that
# recipes in make.code.deps are not run.
.PHONY: chemora
chemora:

# Variables of the environment have no effect.
SRCS :=
SUBDIRS :=
CPPFLAGS :=
CFLAGS :=
CXXFLAGS :=
FPPFLAGS :=
F90FLAGS :=
include $(FOLDER)/make.code.defn
$(if $(filter $(FOLDER)/make.code.defn,$(MAKEFILE_LIST)),,$(error the name of its folder has a meaning for make))
strange := $(strip $(foreach sign,: ; % | = &,$(findstring $(sign),$(SRCS))))
$(if $(strange),$(error SRCS holds $(strange), which cannot be part of a file name here))
OBJS := $(SRCS:%=%.o)
$(info chemora subfolders $(SUBDIRS))

-include $(wildcard $(FOLDER)/make.code.deps)
chemora: $(OBJS)
.DEFAULT: ;

# This rule is the last one, so that it replaces recipes of make.code.deps. Flags are expanded here, so that flags of single
# objects have an effect.
print_flags = $(if $(strip $2),$(info chemora $1 $(strip $2)))
$(OBJS): ; $(info chemora source $(@:%.o=%))$(call print_flags,c,$(CPPFLAGS) $(CFLAGS))$(call \
  print_flags,c++,$(CPPFLAGS) $(CXXFLAGS))$(call print_flags,fortran,$(FPPFLAGS) $(F90FLAGS))
