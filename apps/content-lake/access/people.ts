import type { Hono } from 'hono';
import type { LakeEnv } from '../http/request.ts';
import type { SignedIn } from './principal.ts';
import type { Role } from './roles.ts';

/** People who sign in. The lake keeps none and knows only programs with tokens; another part may bring them. */
export type People = {
  /** The sender by session: undefined without one, null if it has ended or the request is cross-site. */
  senderOf(method: string, headers: Headers): SignedIn | null | undefined;
  /** Whether the session is open and the role unchanged; polled while a stream is open. */
  isSignedIn(person: SignedIn): boolean;
  signOut(person: SignedIn): void;
  /** Includes people who have left, for names in history. */
  find(id: string): { name: string; role: Role } | undefined;
  /** Its own pages, matched before the lake's API. */
  routes: Hono<LakeEnv>;
  close(): void;
};
