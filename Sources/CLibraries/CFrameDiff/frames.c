#include "CFrameDiff.h"
