import * as telemetry from '#telemetry/log.ts';

type Name = 'orderId' | 'paymentId' | 'subject' | 'source' | 'kind' | 'event' | 'gateway' | 'status' | 'ms';
/** Ids, states and reasons; never a name, a number or a secret. */
type Facts = Partial<Record<Name, string | number | null>> & { reason?: unknown };

export function log(level: telemetry.Level, message: string, facts: Facts = {}): void {
  const { reason, ...others } = facts;
  // Only an error's message: the rest may hold personal data.
  const told = reason instanceof Error ? reason.message : typeof reason === 'object' ? 'unknown' : reason;
  telemetry.log(level, message, { ...others, ...(told === undefined ? {} : { reason: String(told) }) });
}
