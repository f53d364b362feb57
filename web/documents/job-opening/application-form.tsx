import { type ApplicationLabels, applicationLabel } from '#schemas/sections/application-labels.ts';
import { honeypotField } from '#web/applications/application.ts';
import { Field, TextField } from '#web/components/field/field.tsx';
import { OwnScript } from '#web/components/own-script/own-script.tsx';
import { OptionalText } from '#web/components/section/section.tsx';
import { maxUpload } from '#web/http/uploads.ts';
import { applicationScript } from '#web/inline-scripts/inline.generated.ts';

type Props = { labels: ApplicationLabels; notice: string | null | undefined; path: string };

/** The form that takes an application with its CV. The browser checks the fields without scripts, and the server again. */
export function ApplicationForm({ labels, notice, path }: Props) {
  const field = (name: 'name' | 'phone' | 'email' | 'message') => ({
    id: `apply-${name}`,
    label: applicationLabel(labels, `${name}Label`),
  });
  const help = applicationLabel(labels, 'fileHelp');
  return (
    <section id="apply" className="panel mt-10 p-5 md:p-8">
      <h2 className="mb-5 display text-2xl">{applicationLabel(labels, 'formHeading')}</h2>
      <form action="/api/application" method="post" encType="multipart/form-data" className="grid gap-5">
        <input type="hidden" name="path" value={path} />
        {/* A honeypot: bots fill in every field. */}
        <label hidden>
          <span>Leave this field empty</span>
          <input name={honeypotField} autoComplete="off" />
        </label>
        <TextField
          {...field('name')}
          input={{
            name: 'name',
            required: true,
            minLength: 2,
            maxLength: 100,
            autoComplete: 'name',
            dir: 'auto',
          }}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            {...field('phone')}
            input={{ name: 'phone', type: 'tel', required: true, maxLength: 30, autoComplete: 'tel' }}
          />
          <TextField
            {...field('email')}
            input={{ name: 'email', type: 'email', required: true, maxLength: 254, autoComplete: 'email' }}
          />
        </div>
        <Field {...field('message')}>
          {(attributes) => <textarea {...attributes} name="message" rows={4} maxLength={2000} dir="auto" />}
        </Field>
        <TextField
          id="apply-cv"
          label={applicationLabel(labels, 'fileLabel')}
          help={help}
          input={{
            ...{ name: 'cv', type: 'file', required: true, accept: '.pdf,.docx' },
            ...{ 'data-most': maxUpload, 'data-hint': help },
          }}
        />
        <OptionalText className="text-muted text-sm">{notice}</OptionalText>
        <button type="submit" className="action action-primary justify-self-start">
          {applicationLabel(labels, 'submitLabel')}
        </button>
      </form>
      <OwnScript text={applicationScript} />
    </section>
  );
}
