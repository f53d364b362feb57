declare global {
  var processSingletons: Partial<OncePerProcess> | undefined;
}

/**
 * Singletons of the process. Module variables are no singletons, because Next bundles each route with its own copy of them.
 * Declare a name and its type in the global interface `OncePerProcess`.
 */
globalThis.processSingletons ??= {};
export const oncePerProcess = globalThis.processSingletons;
