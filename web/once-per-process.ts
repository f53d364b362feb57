declare global {
  var keptOncePerProcess: Partial<OncePerProcess> | undefined;
}

/**
 * Per-process singletons: Next bundles each route separately, with its own copy of module variables. Declare a name and
 * its type in the global interface `OncePerProcess`.
 */
globalThis.keptOncePerProcess ??= {};
export const oncePerProcess = globalThis.keptOncePerProcess;
