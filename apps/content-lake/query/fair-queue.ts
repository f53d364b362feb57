/** What waits for one worker, in turns: who asks much waits for their own, and others do not. */
export class FairQueue<T> {
  /** In the order of turns. Who had one goes to the end. */
  readonly #waiting = new Map<string, T[]>();

  /** Forgets what of an asker is not wanted any more. Gives how much is left. */
  retain(asker: string, isWanted: (item: T) => boolean): number {
    const wanted = this.#waiting.get(asker)?.filter(isWanted) ?? [];
    if (wanted.length > 0) this.#waiting.set(asker, wanted);
    else this.#waiting.delete(asker);
    return wanted.length;
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
