import { draftMode } from 'next/headers';
import type { ComponentType } from 'react';
import { OwnScript } from '#web/components/own-script/own-script.tsx';
import { errorTexts } from '#web/components/site-frame/error-texts.ts';
import { islandLoader } from '#web/inline-scripts/inline.generated.ts';
import { islandScripts } from './scripts.ts';

type Props<FormProps> = {
  name: 'bill-form' | 'enquiry-form';
  form: ComponentType<FormProps>;
  /** Must be JSON-serializable. */
  props: FormProps;
};

/**
 * Renders a form on the server. A small React bundle hydrates the form, so published pages need none of Next's scripts.
 * In previews and development, Next hydrates the form. If the bundle fails, the loader shows the notice.
 */
export async function Island<FormProps extends object>({ name, form: Form, props }: Props<FormProps>) {
  const form = <Form {...props} />;
  const { isEnabled: isPreview } = await draftMode();
  if (isPreview || process.env.NODE_ENV === 'development') return form;
  return (
    <>
      <template>
        <div role="alert" className="notice notice-error p-4">
          <p className="font-semibold">{errorTexts.heading}</p>
          <p>{errorTexts.inForm}</p>
        </div>
      </template>
      <div data-island={name} data-scripts={islandScripts(name).join(' ')} data-props={JSON.stringify(props)}>
        {form}
      </div>
      <OwnScript text={islandLoader} />
    </>
  );
}
