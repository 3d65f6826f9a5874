#pragma once

#include <libfyaml.h>
