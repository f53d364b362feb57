import { logAs } from '#telemetry/log.ts';

// The sandbox's output becomes log lines.
logAs('payment sandbox');
await import('razorpay-sandbox');
