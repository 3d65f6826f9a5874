#pragma once

// pkg-config gives the folder of the headers themselves (-I…/include/json-c), on Linux and with Homebrew alike.
#include <json.h>
