import { draftMode } from 'next/headers';
import type { ComponentType } from 'react';
import { OwnScript } from '#web/components/own-script/own-script.tsx';
import { errorTexts } from '#web/components/site-frame/error-texts.ts';
import { islandLoader } from '#web/inline-scripts/inline.generated.ts';
import { islandScripts } from './scripts.ts';

type Props<FormProps> = {
  /** Name of the entry in this folder. */
  name: 'bill-form' | 'enquiry-form';
  form: ComponentType<FormProps>;
  /** Must survive JSON. */
  props: FormProps;
};

/**
 * A form that the server renders and a small React of its own hydrates, so that published pages need none of Next's
 * scripts. In previews and in development Next's runtime hydrates the same component. The template is for the loader, when
 * those scripts fail.
 */
export async function Island<FormProps extends object>({ name, form: Form, props }: Props<FormProps>) {
  const form = <Form {...props} />;
  const { isEnabled: isPreview } = await draftMode();
  if (isPreview || process.env.NODE_ENV === 'development') return form;
  return (
    <>
      <template>
        <div role="alert" className="notice notice-error mb-6 p-4">
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
