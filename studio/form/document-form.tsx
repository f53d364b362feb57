import { Stack } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { useEffect, useRef } from 'react';
import type { ObjectInputProps } from 'sanity';
import { isPageType } from '#schemas/paths.ts';
import { ReviewCard } from '#studio/review/review-card.tsx';
import { toasts } from '#studio/ui/toasts.ts';
import { UnsavedEdits } from '#studio/unsaved/unsaved-edits.tsx';
import { typingChannel } from '#web/contracts/typing.ts';
import { FormWithAddress } from './address-line.tsx';

export function DocumentForm(props: ObjectInputProps) {
  useTypingChannel(props);
  useToasts();
  return (
    <Stack gap={5}>
      <ReviewCard {...props} />
      <UnsavedEdits {...props}>
        {isPageType(props.schemaType.name) ? <FormWithAddress {...props} /> : props.renderDefault(props)}
      </UnsavedEdits>
    </Stack>
  );
}

/** Shows toasts from code outside React components. */
function useToasts(): void {
  const { push } = useToast();
  useEffect(() => {
    const subscription = toasts.subscribe(push);
    return () => subscription.unsubscribe();
  }, [push]);
}

/** Broadcasts edits to previews in this browser, because edits are saved only once a second. Skips read-only forms. */
function useTypingChannel({ value, readOnly }: ObjectInputProps): void {
  const channel = useRef<BroadcastChannel>(null);
  useEffect(() => {
    channel.current = new BroadcastChannel(typingChannel);
    return () => channel.current?.close();
  }, []);
  useEffect(() => {
    if (value && !readOnly) channel.current?.postMessage({ document: value });
  }, [value, readOnly]);
}
