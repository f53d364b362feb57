// Preloaded into the lake's process. Sets its clock ahead by CLOCK_AHEAD milliseconds.
const ahead = Number(process.env.CLOCK_AHEAD);
const now = Date.now.bind(Date);
Date.now = () => now() + ahead;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length > 0 ? given : [target.now()], newTarget),
});
