import type { Dataset } from '../store/dataset.ts';
import { ListenHub } from './listen-hub.ts';
import { LiveHub } from './live-hub.ts';

type Pair = { listen: ListenHub; live: LiveHub };

/** The event streams of every dataset. */
export class Hubs {
  readonly #byDataset = new Map<string, Pair>();

  of(dataset: Dataset): Pair {
    const known = this.#byDataset.get(dataset.id);
    if (known) return known;
    const made = { listen: new ListenHub(dataset), live: new LiveHub(dataset) };
    this.#byDataset.set(dataset.id, made);
    return made;
  }

  /** Ends all streams of a dataset. */
  async forget(dataset: Dataset) {
    const pair = this.#byDataset.get(dataset.id);
    this.#byDataset.delete(dataset.id);
    pair?.live.close();
    await pair?.listen.close();
  }

  async close() {
    for (const { listen, live } of this.#byDataset.values()) {
      live.close();
      await listen.close();
    }
  }
}
