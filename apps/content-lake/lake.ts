import type { Hono } from 'hono';
import type { Assistant, AssistantLimits } from './access/assistants.ts';
import type { Control } from './access/control.ts';
import type { CurrentRoles, SignedIn } from './access/principal.ts';
import type { Role } from './access/roles.ts';
import type { PictureProcessor } from './assets/picture-processor.ts';
import type { LakeConfig } from './config.ts';
import type { LakeEnv } from './http/request.ts';
import type { Queries } from './query/queries.ts';
import type { Datasets } from './store/datasets.ts';
import type { SanityDocument } from './store/document.ts';

export type Lake = {
  config: LakeConfig;
  control: Control;
  /** Undefined if only programs use the lake. */
  accounts: Accounts | undefined;
  currentRoles: () => CurrentRoles;
  datasets: Datasets;
  queries: Queries;
  pictures: PictureProcessor;
};

/** User accounts with sessions, which another package provides. The lake itself has only API tokens for programs. */
export type Accounts = {
  /** Returns a request's user: undefined without a session, null for an ended session or a cross-site request. */
  authenticate(method: string, headers: Headers): SignedIn | null | undefined;
  /** Returns whether the session is open and the role unchanged; polled while a stream is open. */
  isSignedIn(user: SignedIn): boolean;
  signOut(user: SignedIn): void;
  /** Finds a current or former user by id, so that history can show the user's name. */
  find(id: string): { name: string; role: Role } | undefined;
  /** Returns the ids of all current users. Approvals by others do not count. */
  list(): string[];
  /** Routes of the account pages, matched before the lake's API. */
  routes: Hono<LakeEnv>;
  assistants: Assistants;
  close(): void;
};

/** Assistants (AI programs) of people. Each works for one person, with a token that the person made. */
export type Assistants = {
  limits: AssistantLimits;
  /** Returns the assistant of an `Authorization` header and its person. Undefined for an invalid token. */
  find(header: string): Assistant | undefined;
  /** Returns what an assistant should know about its draft, such as sentences that need evidence. */
  review(draft: SanityDocument, find: (id: string) => SanityDocument | null): Record<string, unknown>;
};
