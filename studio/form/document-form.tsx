import { Stack } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { useEffect, useRef } from 'react';
import type { ObjectInputProps } from 'sanity';
import { isPageType } from '#schemas/paths.ts';
import { UnsavedEdits } from '#studio/unsaved/unsaved-edits.tsx';
import { typingChannel } from '#web/contracts/typing.ts';
import { FormWithAddress } from './address-line.tsx';
import { notices } from './picture-files.ts';

/** The form of a whole document. */
export function DocumentForm(props: ObjectInputProps) {
  useTypingChannel(props);
  useNotices();
  return (
    <Stack gap={5}>
      <UnsavedEdits {...props}>
        {isPageType(props.schemaType.name) ? <FormWithAddress {...props} /> : props.renderDefault(props)}
      </UnsavedEdits>
    </Stack>
  );
}

/** Says what becomes of a file that is chosen as a picture. */
function useNotices(): void {
  const { push } = useToast();
  useEffect(() => {
    const following = notices.subscribe(push);
    return () => following.unsubscribe();
  }, [push]);
}

/**
 * Says what the form holds whenever somebody types in it, for previews in this browser: it is stored once a second at
 * most. What cannot be typed in is an old version.
 */
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
