import * as telemetry from '#telemetry/log.ts';

type Name = 'orderId' | 'paymentId' | 'subject' | 'source' | 'kind' | 'event' | 'gateway' | 'status' | 'ms';
/** Ids, states and reasons. Never log names, phone numbers or secrets. */
type Facts = Partial<Record<Name, string | number | null>> & { reason?: unknown };

export function log(level: telemetry.Level, message: string, facts: Facts = {}): void {
  const { reason, ...others } = facts;
  // Log only an error's message. Its other properties may hold personal data.
  const reasonText =
    reason instanceof Error ? reason.message : typeof reason === 'object' ? 'unknown' : reason;
  telemetry.log(level, message, {
    ...others,
    ...(reasonText === undefined ? {} : { reason: String(reasonText) }),
  });
}
