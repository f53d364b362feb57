import { ClientError, type SanityClient } from '@sanity/client';
import { afterAll } from 'vitest';
import { z } from 'zod';
import { type RoleName, type Stack, type StackOptions, startStack } from '../../support/stack.ts';

/** A content lake in a process of its own. */
export type TestLake = {
  stack: Stack;
  /** The client of a role or (null) without a token, of a version whose reads see drafts too. */
  client(role: RoleName | null): SanityClient;
  /** A plain request to a path such as `/v1/users/me`, without following redirects. */
  request(path: string, init?: RequestInit & { as?: RoleName }): Promise<Response>;
};

export async function startTestLake(parts: StackOptions['parts'] = ['lake']): Promise<TestLake> {
  const stack = await startStack({ parts, seed: false });
  return {
    stack,
    client: (role) => stack.client(role, { apiVersion: '2025-01-01' }),
    request: (address, { as, headers, ...init } = {}) =>
      fetch(`${stack.lakeUrl}${address}`, {
        redirect: 'manual',
        ...init,
        headers: {
          ...(as ? { authorization: `Bearer ${stack.token(as)}` } : {}),
          ...Object.fromEntries(new Headers(headers)),
        },
      }),
  };
}

/** A lake for the tests of one file, stopped after the last of them. To be called outside of any test. */
export async function lakeOfThisFile(parts?: StackOptions['parts']): Promise<TestLake> {
  const lake = await startTestLake(parts);
  afterAll(() => lake.stack.stop());
  return lake;
}

const itemSchema = z.looseObject({ type: z.string() });
const errorSchema = z.looseObject({
  error: z.looseObject({
    type: z.string(),
    description: z.string(),
    items: z.array(z.object({ error: itemSchema, index: z.number() })).optional(),
  }),
});

/** The status and body of a call that has to fail. */
export async function errorOf(call: Promise<unknown>) {
  const error = await call.then(
    () => new Error('The call was expected to be refused, but it succeeded.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ClientError)) throw error;
  const body: unknown =
    typeof error.response.body === 'string' ? JSON.parse(error.response.body) : error.response.body;
  const typed = errorSchema.safeParse(body);
  return {
    status: error.statusCode,
    body,
    error: typed.data?.error,
    item: typed.data?.error.items?.[0]?.error,
  };
}

type NewDocument = { _id: string; _type: string; [field: string]: unknown };

/** Mutations that create documents of any shape. */
export function creations(...documents: NewDocument[]) {
  return documents.map((create) => ({ create }));
}

/** A reference to a document, as a field holds it. */
export const reference = (_ref: string, more = {}) => ({ _type: 'reference', _ref, ...more });
