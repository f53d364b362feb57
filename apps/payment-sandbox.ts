import { logAs } from '#telemetry/log.ts';

// Turns the sandbox's output into log lines. The starters of other releases name this path.
logAs('payment sandbox');
await import('razorpay-sandbox');
