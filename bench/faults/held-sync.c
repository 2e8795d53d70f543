/*
 * Stands between a process and its disk: while the file named by SYNC_HOLD exists, a sync waits; while the one named by
 * SYNC_FAIL exists, it fails as a broken disk's would. Either way the file named by SYNC_MET says that one was asked for.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

static int named_file_exists(const char *variable) {
  const char *path = getenv(variable);
  return path != NULL && access(path, F_OK) == 0;
}

static void note_met(void) {
  const char *path = getenv("SYNC_MET");
  int file = path == NULL ? -1 : open(path, O_CREAT | O_WRONLY, 0600);
  if (file >= 0) close(file);
}

static int governed(const char *name, int descriptor) {
  if (named_file_exists("SYNC_HOLD") || named_file_exists("SYNC_FAIL")) note_met();
  while (named_file_exists("SYNC_HOLD")) usleep(2000);
  if (named_file_exists("SYNC_FAIL")) {
    errno = EIO;
    return -1;
  }
  int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  return sync(descriptor);
}

int fsync(int descriptor) { return governed("fsync", descriptor); }
int fdatasync(int descriptor) { return governed("fdatasync", descriptor); }
