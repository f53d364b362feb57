type Window = { milliseconds: number; most: number };

/** Most addresses remembered at once; the oldest are forgotten first, so that memory cannot be filled from outside. */
const mostAddresses = 10_000;

/**
 * Counts what each address does in moving windows of time, in the memory of this process. Several processes on one
 * PostgreSQL count apart, on purpose: counting together would cost every order one more write before Razorpay is asked,
 * and would make the ledger a list of visitors' addresses, which it has no use for otherwise. In front of several
 * processes stands a proxy that sees every request: limit there, or divide the two settings by the number of processes.
 */
export class RateLimit {
  readonly #windows: Window[];
  readonly #longest: number;
  readonly #times = new Map<string, number[]>();

  constructor(windows: Window[]) {
    this.#windows = windows;
    this.#longest = Math.max(...windows.map((window) => window.milliseconds));
  }

  /** Counts one use by `address`. Returns 0 when it is allowed, or else the seconds to wait. */
  take(address: string, now: number): number {
    const key = networkOf(address);
    const times = (this.#times.get(key) ?? []).filter((time) => time > now - this.#longest);
    for (const { milliseconds, most } of this.#windows) {
      const within = times.filter((time) => time > now - milliseconds);
      const oldest = within.at(-most);
      if (within.length >= most && oldest !== undefined)
        return Math.max(1, Math.ceil((oldest + milliseconds - now) / 1000));
    }
    times.push(now);
    this.#times.delete(key);
    this.#times.set(key, times);
    if (this.#times.size > mostAddresses) {
      const [first] = this.#times.keys();
      if (first !== undefined) this.#times.delete(first);
    }
    return 0;
  }
}

/** One household has one IPv4 address, but a whole /64 of IPv6 addresses. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = ''] = address.split('::');
  const groups = head.split(':');
  while (groups.length < 4) groups.push('0');
  return groups.slice(0, 4).join(':');
}
