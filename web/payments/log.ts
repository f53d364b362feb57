/** What a line of the payments log may hold: ids, states and reasons; never a name, a number or a secret. */
type Facts = Partial<
  Record<'orderId' | 'paymentId' | 'source' | 'kind' | 'event' | 'status', string | number>
> & { reason?: unknown };

/** Writes one line of JSON, so that whoever runs the site can search for an order. */
export function log(level: 'info' | 'warn' | 'error', payments: string, facts: Facts = {}): void {
  const { reason, ...others } = facts;
  // Of what was thrown, only the message: anything else in it could be personal.
  const told = reason instanceof Error ? reason.message : typeof reason === 'object' ? 'unknown' : reason;
  console[level](JSON.stringify({ at: new Date().toISOString(), payments, ...others, reason: told }));
}
