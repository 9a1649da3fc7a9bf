// The version of the programs, and functions of the system that Swift's modules leave out.
#ifndef CMOSAICSYSTEM_H
#define CMOSAICSYSTEM_H

#include "Allocation.h"
#include "Processes.h"
#include "ToolVersion.h"

#endif
