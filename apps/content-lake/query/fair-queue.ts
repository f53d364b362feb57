/** What waits for one worker, in turns: who asks much waits for their own, and others do not. */
export class FairQueue<T> {
  /** In the order of turns. Who had one goes to the end. */
  readonly #waiting = new Map<string, T[]>();

  countOf(asker: string): number {
    return this.#waiting.get(asker)?.length ?? 0;
  }

  add(asker: string, item: T) {
    const own = this.#waiting.get(asker);
    if (own) own.push(item);
    else this.#waiting.set(asker, [item]);
  }

  take(): T | undefined {
    for (const [asker, [first, ...others]] of this.#waiting) {
      this.#waiting.delete(asker);
      if (others.length > 0) this.#waiting.set(asker, others);
      return first;
    }
    return undefined;
  }
}
