/* Preloaded into a house: writes down what it does to the files of one folder and what it sends to whoever connected, and
   makes a call fail when it is told to. Three settings of the environment say what for:

     FAULTS_FOLDER   the folder whose files are watched
     FAULTS_RECORD   the file in which everything is written down; without it nothing is, and syncs are real
     FAULTS_CONTROL  a file, shared with the test, that says which call is to fail and counts them

   While it records, a sync waits a moment and is not real: the disk of the test is the one that is rebuilt from the record.
   What is written through a mapping (SQLite's -shm) is not seen; nobody needs it after a power loss. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_FDS 4096
#define SYNC_TAKES 300 /* microseconds, for batches to form while a sync lasts */

/* What is written down; `record.py` reads it. */
enum op { MADE = 1, FOUND, WRITE, TRUNCATE, SYNC_BEGINS, SYNC_ENDS, SYNC_FAILS, FOLDER_SYNCED, REMOVED, RENAMED, SENT };
struct entry {
  uint32_t op, number; /* the file's, or the connection's */
  uint64_t offset;
  uint32_t length, unused;
};

/* Calls that can be made to fail; `preload.py` has the same names in the same order. */
enum kind { OPENS, READS, WRITES, SYNCS, TRUNCATES, REMOVES, RENAMES, LOCKS, SIZES };
struct control {
  _Atomic int64_t kinds; /* one bit for each that counts */
  _Atomic int64_t first, last; /* which calls fail, counted from 1; none if first is 0 */
  _Atomic int64_t how; /* an errno, or one of the two below */
  _Atomic int64_t seen, failed;
  _Atomic int64_t what; /* the kind of the first that failed */
};
enum { SHORT = -1, KILL = -2 };

static const char *folder;
static size_t folder_length;
static int record = -1;
static struct control *control;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint32_t files, connections;
static struct watched {
  uint32_t file; /* 0: not a watched file */
  uint32_t connection; /* 0: nobody who connected */
  char is_folder;
} watched[MOST_FDS];
static struct { dev_t device; ino_t inode; uint32_t file; } known[MOST_FDS];
static uint32_t knowns;

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

__attribute__((constructor)) static void begin(void) {
  const char *into = getenv("FAULTS_RECORD"), *shared = getenv("FAULTS_CONTROL");
  folder = getenv("FAULTS_FOLDER");
  if (!folder) return;
  folder_length = strlen(folder);
  if (into) {
    int fd = REAL(open)(into, O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, 0644);
    record = fcntl(fd, F_DUPFD_CLOEXEC, 900);
    REAL(close)(fd);
  }
  if (shared) {
    int fd = REAL(open)(shared, O_RDWR | O_CLOEXEC);
    control = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    REAL(close)(fd);
    if (control == MAP_FAILED) abort();
  }
}

/* --- writing down */

static void put(enum op op, uint32_t number, uint64_t offset, const void *bytes, size_t length) {
  if (record < 0) return;
  struct entry entry = {op, number, offset, (uint32_t)length, 0};
  struct iovec parts[2] = {{&entry, sizeof entry}, {(void *)bytes, length}};
  pthread_mutex_lock(&lock);
  ssize_t whole = REAL(writev)(record, parts, length ? 2 : 1);
  pthread_mutex_unlock(&lock);
  if (whole != (ssize_t)(sizeof entry + length)) abort();
}

static int inside(const char *path) {
  return folder && !strncmp(path, folder, folder_length) && (path[folder_length] == '/' || !path[folder_length]);
}

static int is_watched(int fd) { return fd >= 0 && fd < MOST_FDS && watched[fd].file; }

static uint32_t number_of(const struct stat *shown, int made) {
  pthread_mutex_lock(&lock);
  uint32_t at = 0;
  while (at < knowns && (known[at].device != shown->st_dev || known[at].inode != shown->st_ino)) at++;
  if (at == knowns) {
    if (knowns == MOST_FDS) abort();
    known[knowns++].file = ++files;
  } else if (made)
    known[at].file = ++files; /* the number of a file that was removed, used again */
  known[at].device = shown->st_dev, known[at].inode = shown->st_ino;
  uint32_t file = known[at].file;
  pthread_mutex_unlock(&lock);
  return file;
}

static void opened(int fd, const char *path, int flags, int made) {
  struct stat shown;
  if (fd < 0 || fd >= MOST_FDS || !inside(path) || REAL(fstat)(fd, &shown)) return;
  watched[fd] = (struct watched){0};
  if (S_ISDIR(shown.st_mode)) {
    watched[fd].is_folder = 1;
    return;
  }
  watched[fd].file = number_of(&shown, made);
  put(made ? MADE : FOUND, watched[fd].file, (uint64_t)shown.st_size, path, strlen(path));
  if (flags & O_TRUNC && !made) put(TRUNCATE, watched[fd].file, 0, NULL, 0);
}

static void sent(int fd, const void *bytes, size_t length) {
  if (fd >= 0 && fd < MOST_FDS && watched[fd].connection) put(SENT, watched[fd].connection, 0, bytes, length);
}

static int connected(int fd) {
  if (fd >= 0 && fd < MOST_FDS) watched[fd] = (struct watched){.connection = ++connections};
  return fd;
}

/* --- failing */

static int64_t failing(enum kind kind) {
  if (!control || !(control->kinds >> kind & 1)) return 0;
  int64_t number = atomic_fetch_add(&control->seen, 1) + 1, how = control->how;
  if (!control->first || number < control->first || number > control->last) return 0;
  if (!atomic_fetch_add(&control->failed, 1)) control->what = kind;
  if (how == KILL) kill(getpid(), SIGKILL), pause();
  return how;
}

#define FAIL_IF(watched, kind) \
  do { \
    int64_t how_ = (watched) ? failing(kind) : 0; \
    if (how_ > 0) { errno = (int)how_; return -1; } \
  } while (0)

/* Half of what was asked for, if it is to be short; nothing is cut to nothing. */
#define CUT_IF(watched, kind, length) \
  do { \
    int64_t how_ = (watched) ? failing(kind) : 0; \
    if (how_ > 0) { errno = (int)how_; return -1; } \
    if (how_ == SHORT && (length) > 1) (length) /= 2; \
  } while (0)

/* --- files by name */

static int exists(const char *path) {
  struct stat shown;
  return !REAL(lstat)(path, &shown);
}

#define OPENER(name) \
  int name(const char *path, int flags, ...) { \
    va_list more; \
    va_start(more, flags); \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
    va_end(more); \
    FAIL_IF(inside(path), OPENS); \
    int made = inside(path) && flags & O_CREAT && !exists(path); \
    int fd = REAL(name)(path, flags, mode); \
    opened(fd, path, flags, made); \
    return fd; \
  }
OPENER(open)
OPENER(open64)

#define OPENER_AT(name) \
  int name(int at, const char *path, int flags, ...) { \
    va_list more; \
    va_start(more, flags); \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
    va_end(more); \
    FAIL_IF(inside(path), OPENS); \
    int made = inside(path) && flags & O_CREAT && !exists(path); \
    int fd = REAL(name)(at, path, flags, mode); \
    opened(fd, path, flags, made); \
    return fd; \
  }
OPENER_AT(openat)
OPENER_AT(openat64)

static int removed(const char *path, int answer) {
  if (!answer && inside(path)) put(REMOVED, 0, 0, path, strlen(path));
  return answer;
}

int unlink(const char *path) {
  FAIL_IF(inside(path), REMOVES);
  return removed(path, REAL(unlink)(path));
}

int unlinkat(int at, const char *path, int flags) {
  FAIL_IF(inside(path), REMOVES);
  return removed(path, REAL(unlinkat)(at, path, flags));
}

static int renamed(const char *from, const char *to, int answer) {
  char both[8192];
  if (!answer && inside(to)) put(RENAMED, 0, 0, both, (size_t)snprintf(both, sizeof both, "%s%c%s", from, 0, to));
  return answer;
}

int rename(const char *from, const char *to) {
  FAIL_IF(inside(to), RENAMES);
  return renamed(from, to, REAL(rename)(from, to));
}

int renameat(int from_at, const char *from, int to_at, const char *to) {
  FAIL_IF(inside(to), RENAMES);
  return renamed(from, to, REAL(renameat)(from_at, from, to_at, to));
}

int link(const char *from, const char *to) {
  struct stat shown;
  FAIL_IF(inside(to), RENAMES);
  int answer = REAL(link)(from, to);
  if (!answer && inside(to) && !REAL(stat)(to, &shown)) put(MADE, number_of(&shown, 0), 0, to, strlen(to));
  return answer;
}

/* --- files by number */

int close(int fd) {
  if (fd >= 0 && fd < MOST_FDS) watched[fd] = (struct watched){0};
  return REAL(close)(fd);
}

#define WRITER_AT(name, offset_t) \
  ssize_t name(int fd, const void *bytes, size_t length, offset_t offset) { \
    CUT_IF(is_watched(fd), WRITES, length); \
    ssize_t done = REAL(name)(fd, bytes, length, offset); \
    if (done > 0 && is_watched(fd)) put(WRITE, watched[fd].file, (uint64_t)offset, bytes, (size_t)done); \
    return done; \
  }
WRITER_AT(pwrite, off_t)
WRITER_AT(pwrite64, off64_t)

static void written(int fd, const void *bytes, ssize_t done) {
  if (done > 0 && is_watched(fd)) {
    off_t behind = lseek(fd, 0, SEEK_CUR); /* where the write ended, for a file that is only added to as well */
    put(WRITE, watched[fd].file, (uint64_t)(behind - done), bytes, (size_t)done);
  }
}

ssize_t write(int fd, const void *bytes, size_t length) {
  CUT_IF(is_watched(fd), WRITES, length);
  sent(fd, bytes, length);
  ssize_t done = REAL(write)(fd, bytes, length);
  written(fd, bytes, done);
  return done;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  if (is_watched(fd)) return write(fd, parts[0].iov_base, parts[0].iov_len); /* a short one, which may always be */
  for (int at = 0; at < count; at++) sent(fd, parts[at].iov_base, parts[at].iov_len);
  return REAL(writev)(fd, parts, count);
}

#define READER_AT(name, offset_t) \
  ssize_t name(int fd, void *bytes, size_t length, offset_t offset) { \
    CUT_IF(is_watched(fd), READS, length); \
    return REAL(name)(fd, bytes, length, offset); \
  }
READER_AT(pread, off_t)
READER_AT(pread64, off64_t)

ssize_t read(int fd, void *bytes, size_t length) {
  CUT_IF(is_watched(fd), READS, length);
  return REAL(read)(fd, bytes, length);
}

#define TRUNCATER(name, offset_t) \
  int name(int fd, offset_t size) { \
    FAIL_IF(is_watched(fd), TRUNCATES); \
    int answer = REAL(name)(fd, size); \
    if (!answer && is_watched(fd)) put(TRUNCATE, watched[fd].file, (uint64_t)size, NULL, 0); \
    return answer; \
  }
TRUNCATER(ftruncate, off_t)
TRUNCATER(ftruncate64, off64_t)

static int synced(int fd, int (*sync)(int)) {
  int is_folder = fd >= 0 && fd < MOST_FDS && watched[fd].is_folder;
  if (!is_folder && !is_watched(fd)) return sync(fd);
  int64_t how = failing(SYNCS);
  if (how) {
    if (!is_folder) put(SYNC_FAILS, watched[fd].file, 0, NULL, 0);
    errno = how > 0 ? (int)how : EIO;
    return -1;
  }
  if (record < 0) return sync(fd);
  if (is_folder) {
    put(FOLDER_SYNCED, 0, 0, NULL, 0);
    return 0;
  }
  put(SYNC_BEGINS, watched[fd].file, 0, NULL, 0);
  usleep(SYNC_TAKES);
  put(SYNC_ENDS, watched[fd].file, 0, NULL, 0);
  return 0;
}

int fsync(int fd) { return synced(fd, REAL(fsync)); }
int fdatasync(int fd) { return synced(fd, REAL(fdatasync)); }

#define SIZER(name, type) \
  int name(int fd, struct type *shown) { \
    FAIL_IF(is_watched(fd), SIZES); \
    return REAL(name)(fd, shown); \
  }
SIZER(fstat, stat)
SIZER(fstat64, stat64)

#define CONTROLLER(name) \
  int name(int fd, int command, ...) { \
    va_list more; \
    va_start(more, command); \
    void *argument = va_arg(more, void *); \
    va_end(more); \
    int locks = command == F_SETLK || command == F_SETLKW; \
    FAIL_IF(locks && is_watched(fd) && ((struct flock *)argument)->l_type != F_UNLCK, LOCKS); \
    return REAL(name)(fd, command, argument); \
  }
CONTROLLER(fcntl)
CONTROLLER(fcntl64)

/* --- whoever connected */

int accept(int fd, struct sockaddr *from, socklen_t *length) { return connected(REAL(accept)(fd, from, length)); }

int accept4(int fd, struct sockaddr *from, socklen_t *length, int flags) {
  return connected(REAL(accept4)(fd, from, length, flags));
}

ssize_t send(int fd, const void *bytes, size_t length, int flags) {
  sent(fd, bytes, length);
  return REAL(send)(fd, bytes, length, flags);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  for (size_t at = 0; at < message->msg_iovlen; at++) sent(fd, message->msg_iov[at].iov_base, message->msg_iov[at].iov_len);
  return REAL(sendmsg)(fd, message, flags);
}
