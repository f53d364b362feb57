import type { SanityDocument } from '../store/document.ts';

/** Documents in the order of their ids, without doubles. */
export class SortedDocuments {
  readonly items: SanityDocument[] = [];

  put(document: SanityDocument) {
    const at = this.#position(document._id);
    if (this.items[at]?._id === document._id) this.items[at] = document;
    else this.items.splice(at, 0, document);
  }

  remove(id: string) {
    const at = this.#position(id);
    if (this.items[at]?._id === id) this.items.splice(at, 1);
  }

  /** Where the document of this id is, or would be. */
  #position(id: string): number {
    let low = 0;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.items[middle];
      if (other && other._id < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
