import { Stack } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { useEffect, useMemo, useRef } from 'react';
import type { ObjectInputProps, SchemaTypeDefinition } from 'sanity';
import { isPageType } from '#schemas/paths.ts';
import { textOf } from '#schemas/property.ts';
import { isDocument } from '#studio/publishing/release-rules.ts';
import { ReviewCard } from '#studio/review/review-card.tsx';
import { toasts } from '#studio/ui/toasts.ts';
import { UnsavedEdits } from '#studio/unsaved/unsaved-edits.tsx';
import { typingChannel } from '#web/contracts/typing.ts';
import { FormWithAddress } from './address-line.tsx';
import { OtherDocument, useTypedDocument } from './typed-document.tsx';
import { useRemovalToast } from './use-removal-toast.tsx';

/** The Studio's id of a form that fills its pane, unlike the forms of two versions that are compared. */
const mainForm = 'root';

/** On narrow screens, the dialog of a section covers the whole window, and lies below the bars of Presentation. */
const belowPresentationBars = `
#presentation-narrow-panel-content [data-testid=nested-object-dialog] { position: absolute }
`;

export function DocumentForm(props: ObjectInputProps) {
  const type = props.schemaType.name;
  const typed = { ...props, value: useTypedDocument(props.value) };
  useTypingChannel(typed);
  useToasts();
  useRemovalToast(typed);
  const form = useMemo(
    () => (isPageType(type) ? <FormWithAddress {...props} /> : props.renderDefault(props)),
    [props, type],
  );
  return (
    <Stack gap={5}>
      <style>{belowPresentationBars}</style>
      <ReviewCard id={textOf(typed.value, '_id') ?? ''} revision={textOf(typed.value, '_rev')} type={type} />
      <UnsavedEdits {...typed}>
        {props.id === mainForm ? form : <OtherDocument>{form}</OtherDocument>}
      </UnsavedEdits>
    </Stack>
  );
}

/** Leaves out the title above a document's form. The header and the form's first field show it too. */
export const withoutFormTitle = (type: SchemaTypeDefinition): SchemaTypeDefinition =>
  isDocument(type) ? { ...type, __experimental_formPreviewTitle: false } : type;

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
