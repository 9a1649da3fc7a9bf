// The one place of the version; scripts read the next line, too.
#define MOSAIC_VERSION "0.1.0"

// The commit that a release was built from, or "unknown". A release writes it into the section `mosaic_commit` of the
// finished program, so that no other commit compiles anything anew.
const char *ctoolversion_commit(void);
