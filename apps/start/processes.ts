import { type ChildProcess, spawn } from 'node:child_process';
import cluster from 'node:cluster';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { minute } from '../environment/durations.ts';
import { projectRoot } from '../environment/environment.ts';
import type { Service } from './services.ts';
import { watchProgress } from './watchdog.ts';

export type ServiceProcess = {
  child: ChildProcess;
  /** Rejects with the last lines of output if the service ends before it is ready. */
  ready: Promise<void>;
  /** Returns why the process ended: the watchdog's verdict, its signal or its exit code. */
  reason(): string;
  stop(): Promise<void>;
};

/** Milliseconds for a process to finish its work before it is killed. */
const stopTimeout = 20_000;
/** Milliseconds for a replacement to start. After that, the old process keeps running instead. */
const replacementTimeout = 5 * minute;

/** Waits for a replacement to start. Rejects if it ends or takes too long. */
export function waitForStart({ ready }: ServiceProcess): Promise<void> {
  const late = wait(replacementTimeout, undefined, { ref: false }).then(() => {
    throw new Error(`It did not start within ${replacementTimeout / 1000} s.`);
  });
  return Promise.race([ready, late]);
}

const exitWithParent = new URL('exit-with-parent.ts', import.meta.url).href;

/** Launches a service. `print` receives every line of its output. The service can be stopped before it is ready. */
export function launchService(service: Service, print: (line: string) => void): ServiceProcess {
  return watchProcess(service, spawnNode(service), print, () => responds(service.readyUrl));
}

const spawnNode = (service: Service, ...sockets: number[]): ChildProcess =>
  spawn(process.execPath, ['--import', exitWithParent, ...service.args], {
    cwd: service.root ?? projectRoot,
    env: buildEnvironment(service),
    stdio: ['ignore', 'pipe', 'pipe', ...sockets, 'ipc'],
  });

/**
 * Whether systemd holds the site's socket (`deploy/site.socket`), so that requests wait while no process runs. LISTEN_PID
 * is the process that systemd passed the socket to; other processes can inherit LISTEN_FDS without the socket.
 */
export const hasSystemdSocket =
  Number(process.env.LISTEN_FDS) > 0 && process.env.LISTEN_PID === String(process.pid);

/** Launches a site process on a shared socket (node:cluster or systemd), so that a switch loses no connection. */
export function launchWorker(service: Service, print: (line: string) => void): ServiceProcess {
  return watchSiteProcess(service, hasSystemdSocket ? spawnNode(service, 3) : forkWorker(service), print);
}

/** Launches a site process that listens on its own port. */
export function launchOnOwnPort(service: Service, print: (line: string) => void): ServiceProcess {
  return watchSiteProcess(service, spawnNode(service), print);
}

/** A site process sends a message once it listens; its first responses may still be errors. */
function watchSiteProcess(
  service: Service,
  child: ChildProcess,
  print: (line: string) => void,
): ServiceProcess {
  let isListening = false;
  child.on('message', (message) => {
    isListening ||= message === 'listening';
  });
  return watchProcess(service, child, print, async () => isListening);
}

function forkWorker(service: Service): ChildProcess {
  const { root = projectRoot, args } = service;
  // The default policy would accept every connection in the starter and pass it on.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({
    exec: path.join(root, args.at(-1) ?? ''),
    args: [],
    execArgv: ['--import', exitWithParent, ...args.slice(0, -1)],
    silent: true,
    cwd: root,
  });
  const worker = cluster.fork(buildEnvironment(service));
  // `watchProcess` reports the same error of the child process.
  worker.on('error', () => undefined);
  return worker.process;
}

function buildEnvironment(service: Service): NodeJS.ProcessEnv {
  const socket = { LISTEN_FDS: hasSystemdSocket ? '1' : '', LISTEN_PID: '' };
  return {
    ...process.env,
    NODE_ENV: 'production',
    ...socket,
    ...service.env,
    STARTED_BY: String(process.pid),
  };
}

function watchProcess(
  service: Service,
  child: ChildProcess,
  print: (line: string) => void,
  isReady: () => Promise<boolean>,
): ServiceProcess {
  const recent: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream)
      createInterface({ input: stream }).on('line', (line) => {
        recent.push(line);
        if (recent.length > 30) recent.shift();
        print(line);
      });
  }
  const hangReason = watchProgress(child);
  let fault: Error | undefined;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // A child without a process id was never started, for example for lack of memory.
    child.on('error', (error) => {
      if (child.pid !== undefined) return;
      fault = error;
      resolve();
    });
  });
  const hasEnded = () => Boolean(fault) || child.exitCode !== null || child.signalCode !== null;
  const reason = () => hangReason() || fault?.message || child.signalCode || `exit code ${child.exitCode}`;
  async function waitUntilReady() {
    while (!(await isReady())) {
      if (hasEnded())
        throw new Error(`The ${service.name} could not start (${reason()}):\n${recent.join('\n')}`);
      await Promise.race([ended, wait(100)]);
    }
  }
  return {
    child,
    ready: waitUntilReady(),
    reason,
    async stop() {
      child.kill('SIGTERM');
      const timeout = setTimeout(() => child.kill('SIGKILL'), stopTimeout);
      await ended;
      clearTimeout(timeout);
    },
  };
}

async function responds(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5_000) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
