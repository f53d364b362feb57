/** Idempotency key of order requests: the same for every attempt to pay one bill. */
export class RequestKey {
  #bill = '';
  #key = '';

  for(bill: object): string {
    const details = JSON.stringify(bill);
    if (this.#bill !== details) this.#key = randomKey();
    this.#bill = details;
    return this.#key;
  }

  reset(): void {
    this.#bill = '';
  }
}

/** `crypto.randomUUID` needs a secure context, which previews on a local network lack. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
