import pLimit from 'p-limit';
import { useEffect, useRef, useState } from 'react';
import { type SchemaType, useClient, useCurrentUser, useWorkspace } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { isError } from '#studio/documents/effects-dialog.tsx';
import type { Effect } from '#studio/publishing/effects.ts';
import type { SiteContext } from '#studio/publishing/site-context.ts';
import { checkAction, type Kind, refused, runAction } from './check-action.ts';
import type { ListedDocument } from './listed-document.ts';

export type Step = { document: ListedDocument; effects: Effect[]; context?: SiteContext };

/** An action on several documents. `count` of `total` documents are checked or, after the check, changed. */
export interface Task {
  kind: Kind;
  phase: 'checking' | 'ready' | 'running' | 'done';
  count: number;
  total: number;
  /** The checked documents; once the action runs, those that it leaves out. */
  steps: Step[];
}

export const isAllowed = ({ effects }: Step) => !effects.some(isError);

/** Checks and runs an action on several documents. `onDone` receives the ids of those that it left out. */
export function useSeveral(schemaType: SchemaType, onDone: (left: string[]) => void) {
  const client = useClient({ apiVersion });
  const services = { client, workspace: useWorkspace(), currentUser: useCurrentUser() };
  const [task, setTask] = useState<Task>();
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);
  const begin = () => {
    running.current = new AbortController();
    return running.current.signal;
  };

  const check = async (kind: Kind, documents: ListedDocument[]) => {
    const own = begin();
    const steps: Step[] = [];
    const show = (phase: Task['phase']) =>
      own.aborted || setTask({ kind, phase, count: steps.length, total: documents.length, steps });
    show('checking');
    await pLimit(4).map(documents, async (document) => {
      if (own.aborted) return;
      const checking = checkAction(kind, document.id, schemaType, services);
      const checked = await checking.catch(() => refused('The effects on the site could not be checked.'));
      steps.push({ document, ...checked });
      show('checking');
    });
    show('ready');
  };

  const run = async ({ kind, steps }: Task, target: string) => {
    const own = begin();
    const allowed = steps.filter(isAllowed);
    const left = steps.filter((step) => !isAllowed(step));
    let count = 0;
    const show = (phase: Task['phase']) =>
      setTask({ kind, phase, count, total: allowed.length, steps: left });
    // One after the other, because each change may alter the effects of the next one.
    for (const { document, effects } of allowed) {
      show('running');
      const reason = own.aborted
        ? 'You stopped before it.'
        : await runAction(effects, checkAction(kind, document.id, schemaType, services), target);
      if (reason) left.push({ document, ...refused(reason) });
      else count += 1;
    }
    onDone(left.map(({ document }) => document.id));
    show('done');
  };

  /** Stops after the current document if the action runs; otherwise, closes the task. */
  const stop = () => {
    running.current.abort();
    if (task?.phase !== 'running') setTask(undefined);
  };
  return { task, check, run, stop };
}
