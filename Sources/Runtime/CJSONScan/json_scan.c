// A target needs a source file; all functions are inline in the header.
#include "json_scan.h"
