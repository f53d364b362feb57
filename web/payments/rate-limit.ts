import { LRUCache } from 'lru-cache';

type Window = { milliseconds: number; most: number };

/**
 * Counts what each address does in moving windows of time, in the memory of this process. Several processes count apart:
 * counting together would cost every order one more write before Razorpay is asked, and make the ledger a list of
 * visitors' addresses. Limit in the proxy in front of them, or divide the two settings by the number of processes.
 */
export class RateLimit {
  readonly #windows: Window[];
  /** Bounded, so that memory cannot be filled from outside. */
  readonly #times = new LRUCache<string, number[]>({ max: 10_000 });

  constructor(windows: Window[]) {
    this.#windows = windows;
  }

  /** Counts one use by `address`. Returns 0 when it is allowed, or else the seconds to wait. */
  take(address: string, now: number): number {
    const key = networkOf(address);
    const longest = Math.max(...this.#windows.map((window) => window.milliseconds));
    const times = (this.#times.get(key) ?? []).filter((time) => time > now - longest);
    for (const { milliseconds, most } of this.#windows) {
      const within = times.filter((time) => time > now - milliseconds);
      const oldest = within.at(-most);
      if (within.length >= most && oldest !== undefined)
        return Math.max(1, Math.ceil((oldest + milliseconds - now) / 1000));
    }
    times.push(now);
    this.#times.set(key, times);
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
