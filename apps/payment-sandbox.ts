import { logAs } from '#telemetry/log.ts';

// The sandbox's output becomes log lines. The starter of another release names this path.
logAs('payment sandbox');
await import('razorpay-sandbox');
