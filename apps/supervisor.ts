import { setTimeout as wait } from 'node:timers/promises';
import { relay } from '#telemetry/log.ts';
import type { Running, Service } from './services.ts';

/** Milliseconds without a heartbeat after which a process counts as hung. */
const hungAfter = 12_000;
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
  /** Ends it after `others`; its own end is expected from now on, as Ctrl-C reaches all. */
  stop(others?: Promise<void>): Promise<void>;
};

/** Restarts a process that ends or hangs, after growing pauses. */
export function supervise(
  first: Service,
  launcher: (service: Service, print: (line: string) => void) => Running,
  print: (line: string) => void,
): Supervised {
  const processes = new Set<Running>();
  let current: Running | undefined;
  let service = first;
  let isStopping = false;
  let pause = firstPause;

  async function launch(wanted: Service) {
    const launched = launcher(wanted, (line) => relay(wanted.name, line));
    const begun = performance.now();
    let lastSign = begun;
    processes.add(launched);
    launched.child.on('message', () => {
      lastSign = performance.now();
    });
    const watch = setInterval(() => {
      if (performance.now() - lastSign < hungAfter) return;
      print(`The ${wanted.name} hangs and is ended.`);
      launched.child.kill('SIGKILL');
    }, 1_000);
    launched.child.once('exit', () => {
      clearInterval(watch);
      processes.delete(launched);
      if (current !== launched || isStopping) return;
      if (performance.now() - begun > longestPause) pause = firstPause;
      print(`The ${wanted.name} ended unexpectedly; starting it again.`);
      void startAgain(launched);
    });
    try {
      await launched.ready;
      current = launched;
      service = wanted;
    } catch (error) {
      await launched.stop();
      throw error;
    }
  }

  /** Retries the last service until it starts or another one is wanted. */
  async function startAgain(ended: Running | undefined) {
    while (current === ended) {
      await wait(pause, undefined, { ref: false });
      pause = Math.min(pause * 2, longestPause);
      if (isStopping || current !== ended) return;
      await launch(service).catch((error) => print(String(error)));
    }
  }

  return {
    name: first.name,
    ready: launch(first),
    async replace(next) {
      const former = current;
      await launch(next);
      await former?.stop();
    },
    async restart(next) {
      const former = current;
      current = undefined;
      await former?.stop();
      try {
        await launch(next);
      } catch (error) {
        void startAgain(undefined);
        throw error;
      }
    },
    async stop(others) {
      isStopping = true;
      await others;
      await Promise.all([...processes].map((one) => one.stop()));
    },
  };
}
