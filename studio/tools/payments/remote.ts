import { useCallback, useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { CallProblem, queryOf, useDesk } from './requests.ts';

const asProblem = (error: unknown) =>
  error instanceof CallProblem ? error : new CallProblem('That did not work. Please try again.');

/** What the site answers to a path. What is there stays while it is asked for anew, and beside a problem. */
export function useRemote<S extends z.core.$ZodType>(schema: S, path: string) {
  const desk = useDesk();
  const [answer, setAnswer] = useState<{ path: string; data?: z.output<S>; problem?: CallProblem }>();
  const [isLoading, setLoading] = useState(true);
  const [version, setVersion] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version asks again for the same path
  useEffect(() => {
    let isCurrent = true;
    setLoading(true);
    desk
      .get(schema, path)
      .then(
        (data) => isCurrent && setAnswer({ path, data }),
        (error: unknown) =>
          isCurrent && setAnswer((before) => ({ ...before, path, problem: asProblem(error) })),
      )
      .finally(() => isCurrent && setLoading(false));
    return () => {
      isCurrent = false;
    };
  }, [desk, schema, path, version]);

  return {
    data: answer?.data,
    problem: answer?.problem,
    isLoading,
    reload: useCallback(() => setVersion((current) => current + 1), []),
    set: useCallback((data: z.output<S>) => setAnswer({ path, data }), [path]),
  };
}

/** A list that comes page by page; another path begins anew. */
export function useList<T extends { next?: string | undefined }>(
  schema: z.core.$ZodType<T>,
  path: string,
  query: Record<string, string | undefined> = {},
) {
  const desk = useDesk();
  const first = useRemote(schema, `${path}${queryOf(query)}`);
  const [further, setFurther] = useState<{ of: T; pages: T[] }>();
  const act = useAct();
  const later = first.data && further?.of === first.data ? further.pages : [];
  const pages = first.data ? [first.data, ...later] : [];
  const next = pages.at(-1)?.next;
  const showMore = () =>
    act.run(async () => {
      const page = await desk.get(schema, `${path}${queryOf({ ...query, after: next })}`);
      if (first.data) setFurther({ of: first.data, pages: [...later, page] });
    });
  return {
    ...first,
    pages,
    more: next === undefined ? undefined : { show: showMore, isBusy: act.isBusy, problem: act.problem },
  };
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

/** Milliseconds without a key pressed after which a search is sent. */
const debounce = 300;

/** A text once nobody is typing it any more. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), debounce);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
