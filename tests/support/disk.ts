import { spawnSync } from 'node:child_process';

/** Lets a process write no more into files, as on a full disk, or again; what it starts from then on too. */
export function fillDisk(pid: number | undefined, isFull: boolean): void {
  // It may have ended by itself.
  spawnSync('prlimit', ['--pid', String(pid), `--fsize=${isFull ? 0 : 'unlimited'}:`]);
}

/** The beginning of a command line whose program starts with such a disk. */
export const onFullDisk = ['sh', '-c', 'ulimit -S -f 0; exec "$@"', 'sh'];

/**
 * The beginning of a command line whose program cannot write below a folder, which root could in spite of its mode;
 * undefined where the system has no mounts of one's own for us.
 */
export function onReadOnlyDisk(folder: string): string[] | undefined {
  const own = folder === '/' ? '' : `mount --bind '${folder}' '${folder}' &&`;
  const script = `${own} mount -o remount,bind,ro '${folder}' && exec "$@"`;
  const command = ['unshare', process.getuid?.() === 0 ? '-m' : '-rm', 'sh', '-c', script, 'sh'];
  const [program = '', ...args] = command;
  return spawnSync(program, [...args, 'true']).status === 0 ? command : undefined;
}
