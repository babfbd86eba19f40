#pragma once
#include <sys/syscall.h>
#include <unistd.h>
#include <zip.h>

// renameat2(2): the C library declares it for GNU sources only, and with variable arguments not at all.
#define AMBIENT_RENAME_NOREPLACE 1
#define AMBIENT_RENAME_EXCHANGE 2

static inline int ambient_rename(const char *_Nonnull from, const char *_Nonnull to, unsigned int flags) {
    return (int)syscall(SYS_renameat2, -100 /* AT_FDCWD */, from, -100, to, flags);
}
