import type { Server } from 'node:http';
import type { Lake } from '../lake.ts';

/** Lets the Studio's clients see each other over the WebSocket `/socket/:dataset`. Returns the function that ends it. */
export function attachPresence(_server: Server, _lake: Lake): () => void {
  return () => {};
}
