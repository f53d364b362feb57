import { logAs } from '#telemetry/log.ts';

// All that the sandbox says is a line of the log here.
logAs('payment sandbox');
await import('razorpay-sandbox');
