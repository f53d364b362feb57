import { createContext, useContext } from 'react';
import * as z from 'zod/mini';
import { siteAddress } from '#studio/settings.ts';

/** Milliseconds after which an answer is no longer waited for. */
const patience = 30_000;

/** Why a call failed, in words that can be shown; `fields` says it of single fields of a form. */
export class CallProblem extends Error {
  readonly status: number | undefined;
  readonly fields: Record<string, string>;

  constructor(message: string, status?: number, fields: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

const problemSchema = z.object({
  error: z.string(),
  fieldErrors: z.optional(z.record(z.string(), z.string())),
});

async function problemOf(response: Response): Promise<CallProblem> {
  const { data } = z.safeParse(problemSchema, await response.json().catch(() => undefined));
  const message = data?.error ?? `The site answered ${response.status}. Please try again.`;
  return new CallProblem(message, response.status, data?.fieldErrors);
}

/** The site's calls under `/api/payments`, made with the Studio's session. All reject with a CallProblem. */
export function deskOf(token: string) {
  async function call(path: string, method: 'GET' | 'POST', body?: object): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(`${siteAddress()}/api/payments${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(patience),
      });
    } catch {
      throw new CallProblem(
        navigator.onLine
          ? 'The site does not answer. Check that it runs, and try again.'
          : 'This computer is offline. Try again when it is connected.',
      );
    }
    if (!response.ok) throw await problemOf(response);
    return response;
  }

  async function read<S extends z.core.$ZodType>(schema: S, response: Response): Promise<z.output<S>> {
    const parsed = z.safeParse(schema, await response.json().catch(() => undefined));
    if (parsed.success) return parsed.data;
    throw new CallProblem('The site and this Studio are of different versions. Reload the page.');
  }

  return {
    get: async <S extends z.core.$ZodType>(schema: S, path: string) => read(schema, await call(path, 'GET')),
    post: async <S extends z.core.$ZodType>(schema: S, path: string, body?: object) =>
      read(schema, await call(path, 'POST', body)),
    /** Hands a file to the browser's downloads. */
    download: async (path: string, name: string) => {
      const href = URL.createObjectURL(await (await call(path, 'GET')).blob());
      Object.assign(document.createElement('a'), { href, download: name }).click();
      setTimeout(() => URL.revokeObjectURL(href), 60_000);
    },
  };
}

export const DeskContext = createContext(deskOf(''));

/** The calls, with the session of whoever is signed in. */
export const useDesk = () => useContext(DeskContext);

/** The query of an address without what is empty, or nothing. */
export function queryOf(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
