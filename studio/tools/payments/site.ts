import { createContext, useContext, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { saveFile } from '#studio/save-file.ts';

/** Why a call failed, in words that can be shown; `fields` says it of single fields of a form. */
export class CallProblem extends Error {
  status = 0;
  fields: Record<string, string> = {};
}

const problemSchema = z.object({
  error: z.string(),
  fieldErrors: z.optional(z.record(z.string(), z.string())),
});

/** The site's calls below `base`, made with the Studio's session; `refresh` asks again for what is shown. */
export function deskOf(base: string, token: string, version: number, refresh: () => void) {
  async function call(path: string, post?: object): Promise<Response> {
    const response = await fetch(`${base}${path}`, {
      method: post ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(post ? { body: JSON.stringify(post) } : {}),
      signal: AbortSignal.timeout(30_000),
    }).catch(() => {
      throw new CallProblem('The site does not answer. Check the connection, and try again.');
    });
    if (response.ok) return response;
    const { data } = z.safeParse(problemSchema, await response.json().catch(() => undefined));
    const problem = new CallProblem(data?.error ?? `The site answered ${response.status}. Please try again.`);
    throw Object.assign(problem, { status: response.status, fields: data?.fieldErrors ?? {} });
  }

  return {
    version,
    refresh,
    get: async (path: string): Promise<unknown> => (await call(path)).json(),
    /** Does something, after which everything that is shown may be different. */
    post: async (path: string, body: object = {}): Promise<unknown> => {
      const answer = await (await call(path, body)).json();
      refresh();
      return answer;
    },
    /** Hands a file to the browser's downloads. */
    download: async (path: string, name: string) => saveFile(await (await call(path)).blob(), name),
  };
}

export const DeskContext = createContext(deskOf('', '', 0, () => undefined));

/** The calls, with the session of whoever is signed in. */
export const useDesk = () => useContext(DeskContext);

/** The query of an address without what is empty, or nothing. */
export function queryOf(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

function asProblem(error: unknown): CallProblem {
  if (error instanceof CallProblem) return error;
  if (error instanceof z.core.$ZodError)
    return new CallProblem('The site and this Studio are of different versions. Reload the page.');
  return new CallProblem('That did not work. Please try again.');
}

/** What the site answers to a path. What is there stays while it is asked for anew, and beside a problem. */
export function useRemote<S extends z.core.$ZodType>(schema: S, path: string) {
  const desk = useDesk();
  const [answer, setAnswer] = useState<{ data?: z.output<S>; problem?: CallProblem }>({});
  useEffect(() => {
    let isCurrent = true;
    desk
      .get(path)
      .then((answered) => z.parse(schema, answered))
      .then(
        (data) => isCurrent && setAnswer({ data }),
        (error: unknown) => isCurrent && setAnswer(({ data }) => ({ data, problem: asProblem(error) })),
      );
    return () => {
      isCurrent = false;
    };
  }, [desk, schema, path]);
  return answer;
}

/** Something that a person sets off: runs once at a time, and says what went wrong. */
export function useAct() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<CallProblem>();
  const run = async (act: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(asProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, problem, run };
}

/** A text once nobody has typed on it for 300 milliseconds. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 300);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
