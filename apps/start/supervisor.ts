import { setTimeout as wait } from 'node:timers/promises';
import { relay } from '#telemetry/log.ts';
import { type ServiceProcess, waitForStart } from './processes.ts';
import type { Service } from './services.ts';

/** Milliseconds before a restart; doubled each time, until a service has run for the longest. */
const firstPause = 500;
const longestPause = 60_000;

export type Supervised = {
  name: string;
  /** Rejects if it cannot start. */
  ready: Promise<void>;
  /** Starts another process and, once ready, ends the old one. Rejects, and changes nothing, otherwise. */
  replace(service: Service): Promise<void>;
  /** For services that run once only. If the new one cannot start, rejects and runs the old one again. */
  restart(service: Service): Promise<void>;
  /** After `ready` has rejected: tries again, with growing pauses, until it starts or is replaced. */
  retry(): void;
  /** Ends it after `others`; its own end is expected from now on, as Ctrl-C reaches all. */
  stop(others?: Promise<void>): Promise<void>;
};

/** Restarts a process that ends, or that the watchdog kills, after growing pauses. */
export function supervise(
  first: Service,
  launcher: (service: Service, print: (line: string) => void) => ServiceProcess,
  print: (line: string) => void,
): Supervised {
  const processes = new Set<ServiceProcess>();
  let current: ServiceProcess | undefined;
  let service = first;
  let isStopping = false;
  let pause = firstPause;
  /** Counts restarts, each of which ends earlier retries. */
  let restarts = 0;
  const stopProcesses = () => Promise.all([...processes].map((one) => one.stop()));

  /** Resolves once it is current, or another is. */
  async function launch(
    wanted: Service,
    started = ({ ready }: ServiceProcess) => ready,
    isStillWanted = () => true,
  ): Promise<void> {
    const launched = launcher(wanted, (line) => relay(wanted.name, line));
    const begun = performance.now();
    processes.add(launched);
    launched.child.once('exit', () => {
      processes.delete(launched);
      if (current !== launched || isStopping) return;
      if (performance.now() - begun > longestPause) pause = firstPause;
      print(`The ${wanted.name} ended unexpectedly: ${launched.reason()}. Starting it again.`);
      void startAgain(launched);
    });
    try {
      await started(launched);
    } catch (error) {
      await launched.stop();
      throw error;
    }
    if (!isStillWanted()) return launched.stop();
    current = launched;
    service = wanted;
  }

  /** Retries the last service until it starts or another one is wanted. */
  async function startAgain(ended: ServiceProcess | undefined) {
    const begun = restarts;
    const isStillWanted = () => current === ended && restarts === begun && !isStopping;
    while (isStillWanted()) {
      await wait(pause, undefined, { ref: false });
      pause = Math.min(pause * 2, longestPause);
      if (isStillWanted())
        await launch(service, undefined, isStillWanted).catch((error) => print(String(error)));
    }
  }

  return {
    name: first.name,
    ready: launch(first),
    async replace(next) {
      const former = current;
      await launch(next, waitForStart);
      await former?.stop();
    },
    async restart(next) {
      restarts += 1;
      current = undefined;
      await stopProcesses();
      try {
        await launch(next, waitForStart);
      } catch (error) {
        void startAgain(undefined);
        throw error;
      }
    },
    retry() {
      void startAgain(undefined);
    },
    async stop(others) {
      isStopping = true;
      await others;
      await stopProcesses();
    },
  };
}
