import type { Hono } from 'hono';
import type { LakeEnv } from '../http/request.ts';
import type { SignedIn } from './principal.ts';
import type { Role } from './roles.ts';

/** People who sign in. The lake keeps none and knows only programs with tokens; another part may bring them. */
export type People = {
  /**
   * Who sent a request, by its session; undefined without one, null when it has ended or the page of another site had a
   * browser send it.
   */
  senderOf(method: string, headers: Headers): SignedIn | null | undefined;
  /** Whether a session lasts and its person still has that role; asked again and again while a stream is open. */
  isSignedIn(person: SignedIn): boolean;
  signOut(person: SignedIn): void;
  /** The person of an id, also of one who has left, for names in history. */
  find(id: string): { name: string; role: Role } | undefined;
  /** Pages of its own, which are asked before the lake's API. */
  routes: Hono<LakeEnv>;
  close(): void;
};
