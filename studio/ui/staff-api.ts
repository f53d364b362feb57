import { hc } from 'hono/client';
import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import type { EnquiriesApi } from '#web/enquiry/staff-api.ts';
import type { PaymentsApi } from '#web/payments/staff-api.ts';
import type { VisitsApi } from '#web/visits/staff-api.ts';
import { saveFile } from './save-file.ts';

/** A failed call with a readable message; `fields` by form field. */
export class ApiError extends Error {
  status = 0;
  fields: Record<string, string> = {};
}

const problemSchema = z.object({
  error: z.string(),
  fieldErrors: z.optional(z.record(z.string(), z.string())),
});

type ApiResponse<Data> = Promise<{ json(): Promise<Data> }>;

/** The staff API, typed by its routes, with the Studio's session; `refresh` reloads everything shown. */
export function createStaffApi(token: string, version: number, refresh: () => void) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const options = { headers, fetch: fetchOrThrow };
  return {
    version,
    refresh,
    payments: hc<PaymentsApi>('/api/payments', options),
    enquiries: hc<EnquiriesApi>('/api/enquiries', options),
    visits: hc<VisitsApi>('/api/visits', options),
    /** Awaits an act, then refreshes everything shown. */
    mutate: async <Data>(asked: ApiResponse<Data>): Promise<Data> => {
      const answer = await (await asked).json();
      refresh();
      return answer;
    },
  };
}
export type StaffApi = ReturnType<typeof createStaffApi>;

/** `fetch` that rejects with a ApiError unless the response is ok. */
export async function fetchOrThrow(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  // A file of a year takes its time.
  const timeout = /\/(export|accounts)\?/.test(String(input)) ? 600_000 : 30_000;
  const response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeout) }).catch(() => {
    throw new ApiError('The site does not answer. Check the connection, and try again.');
  });
  if (response.ok) return response;
  const { data } = z.safeParse(problemSchema, await response.json().catch(() => undefined));
  const problem = new ApiError(data?.error ?? `The site answered ${response.status}. Please try again.`);
  throw Object.assign(problem, { status: response.status, fields: data?.fieldErrors ?? {} });
}

export const download = async (asked: Promise<{ blob(): Promise<Blob> }>, name: string) =>
  saveFile(await (await asked).blob(), name);

export const StaffApiContext = createContext(createStaffApi('', 0, () => undefined));

export const useStaffApi = () => useContext(StaffApiContext);

/** A query string without empty values, or nothing. */
export function queryOf(values: Record<string, string | undefined>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

export const valuesOf = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query));

const toApiError = (error: unknown) =>
  error instanceof ApiError ? error : new ApiError('That did not work. Please try again.');

/** `about`: id or query. */
export type Load<Data> = (api: StaffApi, about: string) => ApiResponse<Data>;

/** The response; the last data stays during a refresh, and beside an error. */
export function useStaffQuery<Data>(load: Load<Data>, about: string) {
  const api = useStaffApi();
  const asked = useEffectEvent(load);
  const [answer, setAnswer] = useState<{ data?: Data; problem?: ApiError }>({});
  useEffect(() => {
    let isCurrent = true;
    asked(api, about)
      .then((answered) => answered.json())
      .then(
        (data) => isCurrent && setAnswer({ data }),
        (error: unknown) => isCurrent && setAnswer(({ data }) => ({ data, problem: toApiError(error) })),
      );
    return () => {
      isCurrent = false;
    };
  }, [api, about]);
  // The focused element may be gone, so move the focus to the dialog or screen.
  useEffect(() => {
    const homes = document.querySelectorAll<HTMLElement>('[data-home]');
    if (answer.data && hasNoFocus()) [...homes].at(-1)?.focus({ preventScroll: true });
  }, [answer]);
  return answer;
}

const hasNoFocus = () => document.activeElement === document.body;

/** An act that runs once at a time, with its error. */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  const run = async (act: () => Promise<unknown>) => {
    if (isBusy) return;
    const focused = document.activeElement;
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(toApiError(error));
    } finally {
      flushSync(() => setBusy(false));
      // A button loses the focus while it is busy.
      if (focused instanceof HTMLElement && hasNoFocus()) focused.focus();
    }
  };
  return { isBusy, problem, run };
}

/** Debounced by 300 milliseconds. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 300);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
