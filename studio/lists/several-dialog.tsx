import { Stack, Text } from '@sanity/ui';
import { useState } from 'react';
import type { Path } from 'sanity';
import { isPageType } from '#schemas/paths.ts';
import { ActionDialog, EffectCards, isError } from '#studio/documents/effects-dialog.tsx';
import { isTarget, proposedTarget, RedirectTarget, removalLabels } from '#studio/documents/removal.tsx';
import { pluralize } from '#studio/ui/labels.ts';
import { isAllowed, type Step, type Task } from './use-several.ts';

export const actions = {
  publish: {
    text: 'Publish',
    past: 'published',
    tone: 'primary' as const,
    explanation: 'They go live one after the other.',
  },
  ...removalLabels,
};

const byEffects = (one: Step, other: Step) => other.effects.length - one.effects.length;

type Props = {
  task: Task;
  type: string;
  openField(id: string, path: Path): void;
  onRun(target: string): void;
  onClose(): void;
};

/** Shows the effects on the site before an action on several documents, and what it left out afterwards. */
export function SeveralDialog({ task, type, openField, onRun, onClose }: Props) {
  const { kind, phase, count, total, steps } = task;
  const { text, past, explanation, tone } = actions[kind];
  const allowed = phase === 'ready' ? steps.filter(isAllowed) : [];
  const pages = isPageType(type) ? allowed.filter(({ document }) => document.isPublished) : [];
  const [context] = pages.flatMap((step) => step.context ?? []);
  const removed = steps.map(({ document }) => document.id);
  const targets = context?.targets.filter(({ _id }) => !removed.includes(_id)) ?? [];
  const [target = context ? proposedTarget(context) : '', setTarget] = useState<string>();
  const titles = {
    checking: `Checked ${count} of ${total}`,
    ready: allowed.length > 0 ? `${text} ${pluralize(allowed.length, 'document')}` : `Nothing can be ${past}`,
    running: `${count} of ${total} ${past}`,
    done: `${pluralize(count, 'document')} ${past}`,
  };
  const action = {
    text: `${text} ${allowed.length}`,
    tone,
    isReady: isTarget(targets, target),
    run: () => onRun(target),
  };
  return (
    <ActionDialog
      title={titles[phase]}
      closeText={phase === 'running' ? 'Stop' : allowed.length > 0 ? 'Cancel' : 'Close'}
      action={allowed.length > 0 ? action : undefined}
      onClose={onClose}
    >
      {steps.toSorted(byEffects).map(({ document: { id, title }, effects }) => (
        <Stack as="section" key={id} gap={3} paddingBottom={2} aria-label={title}>
          <Text size={1} weight="semibold">
            <bdi>{title}</bdi>
            {effects.some(isError) && ' is left out'}
          </Text>
          <EffectCards effects={effects} openField={(path) => openField(id, path)} />
        </Stack>
      ))}
      {context && <RedirectTarget from="these pages" pages={targets} target={target} onChoose={setTarget} />}
      {allowed.length > 0 && (
        <Text size={1} muted>
          {explanation}
        </Text>
      )}
    </ActionDialog>
  );
}
