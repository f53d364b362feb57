const kept = 'stopChild(event.requestId), enqueue';

/**
 * Patches a leak in `@sanity/comlink`, which keeps each message from the preview to the Studio; the Studio's build has
 * the same patch.
 */
export default function forgetMessages(code) {
  if (!code.includes(kept)) throw new Error(`@sanity/comlink has changed: "${kept}" is not in it any more.`);
  return code.replaceAll(kept, `enqueue.${kept}`);
}
