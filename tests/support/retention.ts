/** Returns retention periods in days, as the settings do: 30 days at most for unpaid orders and messages. */
export const retention = (payments: number, minimum = 0) => ({
  payments,
  unpaid: Math.min(30, payments),
  messages: Math.min(30, payments),
  audit: payments,
  minimum,
});
