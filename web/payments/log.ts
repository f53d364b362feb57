/** What a line of the payments log may hold: ids, states and reasons; never a name, a number or a secret. */
type Facts = Partial<
  Record<'orderId' | 'paymentId' | 'source' | 'reason' | 'kind' | 'event' | 'status', string | number>
>;

/** Writes one line of JSON, so that whoever runs the site can search for an order. */
export function log(level: 'info' | 'warn' | 'error', payments: string, facts: Facts = {}): void {
  console[level](JSON.stringify({ at: new Date().toISOString(), payments, ...facts }));
}
