import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { findOrInstall } from '../support/debian-package.ts';

const read = (program: string, args: string[]) => execFileSync(program, args, { encoding: 'utf8' }).trim();

/** Returns the folder of an empty Debian 13 from this machine's mirror. It is made once, in the temporary folder. */
function emptyDebian(): string {
  const codename = 'trixie';
  const folder = path.join(tmpdir(), `agency-${codename}`);
  if (existsSync(folder)) return folder;
  const debootstrap = findOrInstall(() => ['/usr/sbin/debootstrap'].find((file) => existsSync(file)), {
    name: 'debootstrap',
    missing: 'debootstrap was not found. Install it: it creates the empty machine.',
  });
  const [mirror = ''] = read('apt-get', [
    ...['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages', 'Component: main'],
  ]).split('\n');
  console.log(`Fetching an empty Debian ${codename} …`);
  rmSync(`${folder}.unfinished`, { recursive: true, force: true });
  execFileSync(debootstrap, ['--variant=minbase', codename, `${folder}.unfinished`, mirror], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  renameSync(`${folder}.unfinished`, folder);
  return folder;
}

/**
 * An empty Debian in a folder, with a public address in its own network. It ends with this process, which must run in its own
 * mount and process namespaces.
 */
export class Machine {
  /** Public IP address, from the range for documentation. */
  readonly address = '192.0.2.10';
  readonly folder: string;
  readonly #network: ChildProcess;

  constructor(folder: string, host: string) {
    this.folder = folder;
    execFileSync('cp', ['-a', `${emptyDebian()}/.`, folder]);
    execFileSync('mount', ['--bind', folder, folder]);
    execFileSync('mount', ['-t', 'proc', 'proc', path.join(folder, 'proc')]);
    execFileSync('mount', ['--rbind', '/dev', path.join(folder, 'dev')]);
    // The new machine uses this machine's name servers and certificates.
    for (const file of ['/etc/resolv.conf', ...globSync('/usr/local/share/ca-certificates/*.crt')])
      cpSync(file, path.join(folder, file), { dereference: true });
    this.write('/etc/npmrc', `registry=${read('npm', ['config', 'get', 'registry'])}\n`);
    // Packages must not start services: there is no systemd.
    this.write('/usr/sbin/policy-rc.d', '#!/bin/sh\nexit 101\n', 0o755);
    for (const program of ['systemctl', 'journalctl'])
      cpSync(path.join(import.meta.dirname, program), path.join(folder, 'usr/local/bin', program));
    const hosts = path.join(folder, 'etc/hosts');
    writeFileSync(hosts, `127.0.0.1 localhost ${hostname()}\n${this.address} ${host}\n`);
    execFileSync('mount', ['--bind', hosts, '/etc/hosts']);
    this.#network = spawn(
      'unshare',
      [
        '--net',
        'sh',
        '-c',
        `ip link set lo up && ip address add ${this.address}/32 dev lo && echo up && exec sleep infinity`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
  }

  /** Waits until the network is up. */
  async ready(): Promise<this> {
    for await (const _ of this.#network.stdout ?? []) return this;
    throw new Error('There is no network. Install the package iproute2, which has the program ip.');
  }

  write(file: string, text: string, mode = 0o644) {
    const target = path.join(this.folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text, { mode });
  }

  /** Returns the command line that runs a program of the host in the machine's network. */
  within(...command: string[]): string[] {
    return ['nsenter', `--net=/proc/${this.#network.pid}/ns/net`, ...command];
  }

  /**
   * Runs commands in the machine and returns their output. With `outside`, they use the host's network, for example to
   * download packages.
   */
  run(commands: string, { outside = false } = {}): string {
    const inside = [
      'chroot',
      this.folder,
      'env',
      '-i',
      'HOME=/root',
      'DEBIAN_FRONTEND=noninteractive',
      'PYTHONWARNINGS=ignore',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      'bash',
      '-euxc',
      commands,
    ];
    const [program = '', ...args] = outside ? inside : this.within(...inside);
    return execFileSync(program, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 2 ** 26,
    });
  }

  /** Starts a program of the host in the machine's network, or outside of it. */
  start(command: string[], { outside = false } = {}): void {
    const [program = '', ...args] = outside ? command : this.within(...command);
    spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
}
