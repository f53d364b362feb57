/**
 * BroadcastChannel of the Studio's unsaved edits, `{document}` with its `_id`. Same origin only: elsewhere previews
 * follow what is stored.
 */
export const typingChannel = 'typing';
