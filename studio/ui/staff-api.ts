import { hc } from 'hono/client';
import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import type { ApplicationsApi } from '#web/applications/staff-api.ts';
import type { EnquiriesApi } from '#web/enquiry/staff-api.ts';
import type { PaymentsApi } from '#web/payments/staff-api.ts';
import type { PersonalDataApi } from '#web/personal-data/staff-api.ts';
import type { VisitsApi } from '#web/visits/staff-api.ts';
import { saveFile } from './save-file.ts';

/** A failed API call: a message for people, the HTTP status (0 without a response), and messages by form field. */
export class ApiError extends Error {
  status = 0;
  fields: Record<string, string> = {};
}

const problemSchema = z.object({
  error: z.string(),
  fieldErrors: z.optional(z.record(z.string(), z.string())),
});

type ApiResponse<Data> = Promise<{ json(): Promise<Data> }>;

/** Creates the client of the staff API, typed by its routes. It sends the Studio's session; `refresh` reloads all queries. */
export function createStaffApi(token: string, version: number, refresh: () => void) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const options = { headers, fetch: fetchOrThrow };
  return {
    version,
    refresh,
    payments: hc<PaymentsApi>('/api/payments', options),
    applications: hc<ApplicationsApi>('/api/applications', options),
    enquiries: hc<EnquiriesApi>('/api/enquiries', options),
    personalData: hc<PersonalDataApi>('/api/personal-data', options),
    visits: hc<VisitsApi>('/api/visits', options),
    /** Awaits a write, then reloads all queries. Resolves to the JSON response. */
    mutate: async <Data>(request: ApiResponse<Data>): Promise<Data> => {
      const result = await (await request).json();
      refresh();
      return result;
    },
  };
}
export type StaffApi = ReturnType<typeof createStaffApi>;

/** Milliseconds that a call may take; exports of a year and uploads take longer. */
const [callTimeout, longTimeout] = [30_000, 600_000];

/** `fetch` that rejects with an ApiError unless the status is 2xx. */
export async function fetchOrThrow(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const timeout = /\/(export|accounts)\?|\/invoices?$/.test(String(input)) ? longTimeout : callTimeout;
  const response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeout) }).catch(() => {
    throw new ApiError('The site is not responding. Check your connection and try again.');
  });
  if (response.ok) return response;
  const { data } = z.safeParse(problemSchema, await response.json().catch(() => undefined));
  const problem = new ApiError(
    data?.error ?? `The site responded with status ${response.status}. Please try again.`,
  );
  throw Object.assign(problem, { status: response.status, fields: data?.fieldErrors ?? {} });
}

/** Saves a response as a file called `name`. */
export const download = async (request: Promise<{ blob(): Promise<Blob> }>, name: string) =>
  saveFile(await (await request).blob(), name);

export const StaffApiContext = createContext(createStaffApi('', 0, () => undefined));

export const useStaffApi = () => useContext(StaffApiContext);

/** Returns a query string without empty values; an empty string if nothing is left. */
export function queryOf(values: Record<string, string | undefined>): string {
  const filled = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return filled.length > 0 ? `?${new URLSearchParams(filled)}` : '';
}

export const valuesOf = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query));

const toApiError = (error: unknown) =>
  error instanceof ApiError ? error : new ApiError('That did not work. Please try again.');

/** Loads data for `about`, an id or a query string. */
export type Load<Data> = (api: StaffApi, about: string) => ApiResponse<Data>;

/** Loads data, if enabled, and returns it or the problem. Earlier data stays during a refresh and after an error. */
export function useStaffQuery<Data>(load: Load<Data>, about: string, isEnabled = true) {
  const api = useStaffApi();
  const latestLoad = useEffectEvent(load);
  const [result, setResult] = useState<{ data?: Data; problem?: ApiError }>({});
  useEffect(() => {
    if (!isEnabled) return;
    let isCurrent = true;
    latestLoad(api, about)
      .then((response) => response.json())
      .then(
        (data) => isCurrent && setResult({ data }),
        (error: unknown) => isCurrent && setResult(({ data }) => ({ data, problem: toApiError(error) })),
      );
    return () => {
      isCurrent = false;
    };
  }, [api, about, isEnabled]);
  useFocusHome(result.data);
  return result;
}

/** Moves the focus to the open dialog or screen if new data has removed the focused element. */
function useFocusHome(data: unknown) {
  useEffect(() => {
    const homes = document.querySelectorAll<HTMLElement>('[data-home]');
    if (data && hasNoFocus()) [...homes].at(-1)?.focus({ preventScroll: true });
  }, [data]);
}

const hasNoFocus = () => document.activeElement === document.body;

/** Runs one action at a time, and returns its problem if it fails. */
export function useAction() {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiError>();
  const run = async (action: () => Promise<unknown>) => {
    if (isBusy) return;
    const focused = document.activeElement;
    setBusy(true);
    setProblem(undefined);
    try {
      await action();
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

/** Returns the text, but only once it has not changed for 300 milliseconds. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 300);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
