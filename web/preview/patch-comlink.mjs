const leak = 'stopChild(event.requestId), enqueue';

/**
 * Patches a memory leak in `@sanity/comlink`, which retains each message from the preview to the Studio. The Studio's build
 * has the same patch.
 */
export default function patchComlink(code) {
  if (!code.includes(leak)) throw new Error(`@sanity/comlink has changed: it no longer contains "${leak}".`);
  return code.replaceAll(leak, `enqueue.${leak}`);
}
