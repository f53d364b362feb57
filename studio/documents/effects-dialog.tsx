import { Button, Card, Dialog, Flex, Stack, Text } from '@sanity/ui';
import { type ReactNode, useId } from 'react';
import { type Path, useSchema } from 'sanity';
import { IntentLink } from 'sanity/router';
import { useDocumentPane } from 'sanity/structure';
import type { Effect } from '#studio/publishing/effects.ts';

const tones = { error: 'critical', warning: 'caution', info: 'transparent' } as const;

/** Documents listed by name. Further documents are only counted. */
const maxListed = 6;

type Action = {
  text: string;
  tone: 'primary' | 'critical';
  isBusy?: boolean;
  isReady?: boolean;
  run(): void;
};

type DialogProps = {
  title: string;
  closeText: string;
  /** Without it, the dialog can only be closed. */
  action: Action | undefined;
  onClose(): void;
  children: ReactNode;
};

/** A dialog with a button for an action. */
export function ActionDialog({ title, closeText, action, onClose, children }: DialogProps) {
  return (
    <Dialog
      id={useId()}
      header={title}
      width={1}
      onClose={onClose}
      footer={
        <Flex justify="flex-end" gap={2} paddingX={4} paddingY={3}>
          <Button mode="bleed" text={closeText} onClick={onClose} />
          {action && (
            <Button
              text={action.text}
              tone={action.tone}
              loading={action.isBusy === true}
              disabled={action.isReady === false}
              onClick={action.run}
            />
          )}
        </Flex>
      }
    >
      <Stack gap={3} padding={4}>
        {children}
      </Stack>
    </Dialog>
  );
}

type Props = {
  title: string;
  refusedTitle: string;
  effects: Effect[];
  /** Hidden while an effect has the severity `error`. */
  action: Action;
  onClose(): void;
  children?: ReactNode;
};

/** Shows the effects of an action on the open document, with a button to continue unless one of them is an error. */
export function EffectsDialog({ title, refusedTitle, effects, action, onClose, children }: Props) {
  const isRefused = effects.some(({ severity }) => severity === 'error');
  const { onFocus, onPathOpen } = useDocumentPane();
  const openField = (path: Path) => {
    onClose();
    onPathOpen(path);
    // Clear the focus first: the form ignores a field that it considers focused already.
    onFocus([]);
    setTimeout(() => onFocus(path));
  };
  return (
    <ActionDialog
      title={isRefused ? refusedTitle : title}
      closeText={isRefused ? 'Close' : 'Cancel'}
      action={isRefused ? undefined : action}
      onClose={onClose}
    >
      {effects.map((effect, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Two effects can have the same text, and their order is fixed.
        <EffectCard key={index} effect={effect} openField={openField} />
      ))}
      {!isRefused && children}
    </ActionDialog>
  );
}

type CardProps = { effect: Effect; openField(path: Path): void };

function EffectCard({ effect, openField }: CardProps) {
  const schema = useSchema();
  const { severity, text, fields = [], documents = [] } = effect;
  return (
    <Card tone={tones[severity]} border radius={2} padding={3}>
      <Stack gap={3}>
        <Text size={1}>{text}</Text>
        {documents.length > 0 && (
          <Flex as="ul" gap={3} wrap="wrap" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {documents.slice(0, maxListed).map(({ _id, _type, title }) => (
              <Text as="li" size={1} key={_id}>
                <IntentLink intent="edit" params={{ id: _id, type: _type }}>
                  {title ?? schema.get(_type)?.title}
                </IntentLink>
              </Text>
            ))}
            {documents.length > maxListed && <Text size={1}>and {documents.length - maxListed} more</Text>}
          </Flex>
        )}
        {fields.length > 0 && (
          <Flex gap={2} wrap="wrap">
            {fields.map(({ title, path }) => (
              <Button
                key={JSON.stringify(path)}
                mode="ghost"
                fontSize={1}
                padding={2}
                text={title}
                onClick={() => openField(path)}
              />
            ))}
          </Flex>
        )}
      </Stack>
    </Card>
  );
}
