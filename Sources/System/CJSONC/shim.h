#pragma once

// pkg-config gives the folder of the headers themselves (-I…/include/json-c), on Linux and with Homebrew
// alike; where it gives the folder above, the second name is right.
#if __has_include(<json.h>)
#include <json.h>
#else
#include <json-c/json.h>
#endif
