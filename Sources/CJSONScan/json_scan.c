// A target needs one source file; everything it offers is inline in its header.
#include "json_scan.h"
