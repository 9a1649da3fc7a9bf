// What Swift cannot say of libav's and libseccomp's headers: macros, and callbacks. Compiled only with the trait Film.
#ifndef CFILM_H
#define CFILM_H

#include <stdint.h>

// Allows the system calls that reading and decoding need, and denies all others for the rest of the process: with EACCES,
// or by ending the process where kills is not 0. Returns 0, or an errno.
int cfilm_enter_sandbox(int kills);

#endif
