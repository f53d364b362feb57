declare global {
  var keptOncePerProcess: Partial<OncePerProcess> | undefined;
}

/**
 * Things of which a process has one: Next bundles each route by itself, so that a module's variable exists once for each. Who
 * keeps something here declares its name and type in the global interface `OncePerProcess`.
 */
globalThis.keptOncePerProcess ??= {};
export const oncePerProcess = globalThis.keptOncePerProcess;
