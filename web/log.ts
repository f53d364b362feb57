import * as telemetry from '#telemetry/log.ts';

type Name = 'orderId' | 'paymentId' | 'subject' | 'source' | 'kind' | 'event' | 'gateway' | 'status' | 'ms';
/** A line about a customer holds ids, states and reasons; never a name, a number or a secret. */
type Facts = Partial<Record<Name, string | number | null>> & { reason?: unknown };

/** Logs an event, so that whoever runs the site can search for an order. */
export function log(level: telemetry.Level, message: string, facts: Facts = {}): void {
  const { reason, ...others } = facts;
  // Of what was thrown, only the message: anything else in it could be personal.
  const told = reason instanceof Error ? reason.message : typeof reason === 'object' ? 'unknown' : reason;
  telemetry.log(level, message, { ...others, ...(told === undefined ? {} : { reason: String(told) }) });
}
