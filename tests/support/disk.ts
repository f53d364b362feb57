import { spawnSync } from 'node:child_process';

/** Stops a process and its future children from writing files, as on a full disk, or allows it again. */
export function fillDisk(pid: number | undefined, isFull: boolean): void {
  // The process may have ended already.
  spawnSync('prlimit', ['--pid', String(pid), `--fsize=${isFull ? 0 : 'unlimited'}:`]);
}

/** The start of a command line that runs a program as if on a full disk. */
export const onFullDisk = ['sh', '-c', 'ulimit -S -f 0; exec "$@"', 'sh'];

/**
 * Returns the start of a command line whose program cannot write below a folder, even as root. Undefined if the system does
 * not allow private mounts.
 */
export function onReadOnlyDisk(folder: string): string[] | undefined {
  const own = folder === '/' ? '' : `mount --bind '${folder}' '${folder}' &&`;
  const script = `${own} mount -o remount,bind,ro '${folder}' && exec "$@"`;
  const command = ['unshare', process.getuid?.() === 0 ? '-m' : '-rm', 'sh', '-c', script, 'sh'];
  const [program = '', ...args] = command;
  return spawnSync(program, [...args, 'true']).status === 0 ? command : undefined;
}
