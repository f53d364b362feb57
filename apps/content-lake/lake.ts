import type { Hono } from 'hono';
import type { Control } from './access/control.ts';
import type { SignedIn } from './access/principal.ts';
import type { Role } from './access/roles.ts';
import type { LakeConfig } from './config.ts';
import type { LakeEnv } from './http/request.ts';
import type { StreamThread } from './listen/stream-thread.ts';
import type { QueryPool } from './query/pool.ts';
import type { Datasets } from './store/datasets.ts';
import type { Writer } from './writer/writer.ts';

export type Lake = {
  config: LakeConfig;
  control: Control;
  /** Whether the machine's clock may be believed: see clock.ts. */
  isClockTrusted: () => boolean;
  /** Undefined if only programs use the lake. */
  people: People | undefined;
  datasets: Datasets;
  queries: QueryPool;
  writer: Writer;
  /** Event streams: listeners and live events. */
  events: StreamThread;
  /** Documents, exports and history. */
  reads: StreamThread;
};

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
