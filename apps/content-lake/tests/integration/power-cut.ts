import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** C source that logs which files and folders a process writes, flushes, creates and renames. */
const recorder = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static void record(const char *what, const char *path, const char *to) {
  const char *log = getenv("POWER_LOG");
  if (!log) return;
  char line[2 * PATH_MAX + 16];
  int length = snprintf(line, sizeof line, "%s\\t%s\\t%s\\n", what, path, to);
  int file = open(log, O_WRONLY | O_APPEND | O_CREAT, 0600);
  ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  real(file, line, length);
  close(file);
}
static void recordOf(const char *what, int fd) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0 || path[0] != '/') return;
  path[length] = 0;
  record(what, path, "");
}
#define REAL(name) __typeof__(&name) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)
#define WRITES(name, parameters, arguments) \\
  ssize_t name parameters { REAL(name); recordOf("write", fd); return real arguments; }
WRITES(write, (int fd, const void *b, size_t n), (fd, b, n))
WRITES(writev, (int fd, const struct iovec *b, int n), (fd, b, n))
WRITES(pwrite, (int fd, const void *b, size_t n, off_t at), (fd, b, n, at))
WRITES(pwrite64, (int fd, const void *b, size_t n, off64_t at), (fd, b, n, at))
WRITES(pwritev, (int fd, const struct iovec *b, int n, off_t at), (fd, b, n, at))
WRITES(pwritev64, (int fd, const struct iovec *b, int n, off64_t at), (fd, b, n, at))
#define FLUSHES(name) \\
  int name(int fd) { REAL(name); int result = real(fd); if (result == 0) recordOf("flush", fd); return result; }
FLUSHES(fsync)
FLUSHES(fdatasync)
int rename(const char *from, const char *to) {
  REAL(rename);
  int result = real(from, to);
  if (result == 0) record("rename", from, to);
  return result;
}
int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  int result = real(path, mode);
  if (result == 0) record("name", path, "");
  return result;
}
`;

/** Returns environment variables that make a lake log its writes. Needs Linux and a C compiler. */
export function recordedIn(folder: string): Record<string, string> {
  const source = path.join(folder, 'recorder.c');
  const library = path.join(folder, 'recorder.so');
  writeFileSync(source, recorder);
  const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-o', library, source, '-ldl']);
  if (status !== 0) throw new Error(`The recorder cannot be compiled: ${stderr}`);
  return { LD_PRELOAD: library, POWER_LOG: path.join(folder, 'power.log') };
}

/** Removes each file whose bytes, name or parent folder's name was not flushed. */
export function cutPower(log: string, folder: string): string[] {
  const bytes = new Set<string>();
  const names = new Set<string>();
  const written = new Set<string>();
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const [what, at = '', to = ''] = line.split('\t');
    if (what === 'write') {
      if (!written.has(at)) names.add(at);
      written.add(at);
      bytes.add(at);
    }
    if (what === 'name') names.add(at);
    if (what === 'rename') {
      for (const set of [bytes, written]) if (set.delete(at)) set.add(to);
      names.delete(at);
      names.add(to);
    }
    if (what === 'flush') {
      bytes.delete(at);
      for (const name of names) if (path.dirname(name) === at) names.delete(name);
    }
  }
  const hasNoName = (file: string): boolean =>
    names.has(file) || (file !== folder && hasNoName(path.dirname(file)));
  // Keeps databases, as SQLite survives losing the end of its log.
  const isLost = (file: string) => hasNoName(file) || (bytes.has(file) && !file.includes('.sqlite'));
  const lost = [...written].filter((file) => file.startsWith(folder) && isLost(file));
  for (const file of lost) rmSync(file, { force: true });
  return lost;
}
