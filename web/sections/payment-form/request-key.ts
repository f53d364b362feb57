/** Outside the form, so that a failed island that starts anew makes no second order for the same bill. */
let last = { bill: '', key: '' };

/** Returns the idempotency key of order requests: the same for every attempt to pay one bill. */
export function requestKeyFor(bill: object): string {
  const details = JSON.stringify(bill);
  if (last.bill !== details) last = { bill: details, key: randomKey() };
  return last.key;
}

export const forgetRequestKey = () => {
  last.bill = '';
};

/** `crypto.randomUUID` needs a secure context, which previews on a local network lack. */
const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
