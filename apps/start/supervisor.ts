import { setTimeout as wait } from 'node:timers/promises';
import { relay } from '#telemetry/log.ts';
import { minute } from '../environment/durations.ts';
import { type launchService, type ServiceProcess, waitForStart } from './processes.ts';
import type { Service } from './services.ts';

type Launcher = typeof launchService;

/** Milliseconds before a restart. Doubled each time, and reset once a process has run as long as the longest pause. */
const firstPause = 500;
const longestPause = minute;

/** Milliseconds. Ctrl-C reaches all processes, and perhaps this one last, so an exit may turn out to be expected. */
const interruptDelay = 200;

/** Runs a service. If its process ends or the watchdog kills it, restarts it with growing pauses. */
export class Supervisor {
  readonly name: string;
  /** Rejects if the first process cannot start. */
  readonly ready: Promise<void>;
  readonly #launcher: Launcher;
  readonly #processes = new Set<ServiceProcess>();
  #service: Service;
  #current: ServiceProcess | undefined;
  #pause = firstPause;
  /** Counts calls of `restart`; each call cancels earlier retries. */
  #restarts = 0;
  #isStopping = false;

  readonly #onRestart: (name: string) => void;

  /** Calls `onRestart` each time it restarts a service that ended by itself. */
  constructor(service: Service, launcher: Launcher, onRestart: (name: string) => void) {
    this.#onRestart = onRestart;
    this.name = service.name;
    this.#service = service;
    this.#launcher = launcher;
    this.ready = this.#launch(service);
  }

  /** Starts `next` and, once it is ready, stops the old process. If `next` cannot start, rejects and changes nothing. */
  async replace(next: Service): Promise<void> {
    const previous = this.#current;
    await this.#launch(next, waitForStart);
    await previous?.stop();
  }

  /** Like `replace`, for services that cannot run twice: stops the old process first. Restarts it if `next` fails. */
  async restart(next: Service): Promise<void> {
    this.#restarts += 1;
    this.#current = undefined;
    await this.#stopProcesses();
    try {
      await this.#launch(next, waitForStart);
    } catch (error) {
      this.retry();
      throw error;
    }
  }

  /** Tries again, with growing pauses, until the service starts or is replaced. Call it after `ready` has rejected. */
  retry(): void {
    void this.#startAgain(undefined);
  }

  /** Stops the service after its dependents. Ctrl-C reaches all processes, so exits are expected from this call on. */
  async stop(dependents?: Promise<void>): Promise<void> {
    this.#isStopping = true;
    await dependents;
    await this.#stopProcesses();
  }

  /** Makes the new process the current one once it has started, unless it is no longer needed by then. */
  async #launch(
    service: Service,
    waitUntilReady = ({ ready }: ServiceProcess) => ready,
    isStillNeeded = () => true,
  ): Promise<void> {
    const launched = this.#launcher(service, (line) => relay(service.name, line));
    const launchedAt = performance.now();
    this.#processes.add(launched);
    launched.child.once('exit', async () => {
      this.#processes.delete(launched);
      await wait(interruptDelay);
      if (this.#current !== launched || this.#isStopping) return;
      if (performance.now() - launchedAt > longestPause) this.#pause = firstPause;
      console.error(`The ${service.name} ended unexpectedly: ${launched.reason()}. Restarting it.`);
      void this.#startAgain(launched);
    });
    try {
      await waitUntilReady(launched);
    } catch (error) {
      await launched.stop();
      throw error;
    }
    if (!isStillNeeded()) return launched.stop();
    this.#current = launched;
    this.#service = service;
  }

  /** Retries until the service runs, or another process has taken the place of `ended`. */
  async #startAgain(ended: ServiceProcess | undefined): Promise<void> {
    const restarts = this.#restarts;
    const isStillNeeded = () => this.#current === ended && this.#restarts === restarts && !this.#isStopping;
    while (isStillNeeded()) {
      await wait(this.#pause, undefined, { ref: false });
      this.#pause = Math.min(this.#pause * 2, longestPause);
      if (!isStillNeeded()) return;
      this.#onRestart(this.name);
      await this.#launch(this.#service, undefined, isStillNeeded).catch((error) =>
        console.error(String(error)),
      );
    }
  }

  #stopProcesses() {
    return Promise.all([...this.#processes].map((one) => one.stop()));
  }
}
