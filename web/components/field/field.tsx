import type { ComponentProps, ReactNode } from 'react';
import { TextWithFigures } from '#web/components/figures/figures.tsx';

type ControlAttributes = Pick<
  ComponentProps<'input'>,
  'id' | 'aria-invalid' | 'aria-describedby' | 'className'
>;

type FieldProps = {
  /** Unique on the page. Do not use `useId`: its ids differ between the island and the server. */
  id: string;
  label: string;
  /** Suffix of an optional field's label. */
  optional?: string | null;
  help?: string | null;
  error?: string | undefined;
  describedBy?: string;
  children: (attributes: ControlAttributes) => ReactNode;
};

/** Renders label, control, error and help text, linked for assistive technology. */
export function Field({ id, label, optional, help, error, describedBy, children }: FieldProps) {
  const descriptions = [error ? `${id}-error` : '', help ? `${id}-help` : '', describedBy ?? ''].filter(
    Boolean,
  );
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="font-semibold">
        <span>{label}</span>
        {optional ? <span className="font-normal text-muted">{` (${optional})`}</span> : null}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': descriptions.join(' ') || undefined,
        className: 'field',
      })}
      {error ? (
        <p id={`${id}-error`} className="flex items-start gap-2 text-error">
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" className="mt-1 flex-none">
            <circle cx="8" cy="8" r="7" fill="none" stroke="currentColor" strokeWidth="1.5" />
            <path d="M8 4v5M8 11v1.2" stroke="currentColor" strokeWidth="1.5" />
          </svg>
          <span>
            <TextWithFigures text={error} />
          </span>
        </p>
      ) : null}
      {help ? (
        <p id={`${id}-help`} className="text-muted text-sm">
          {help}
        </p>
      ) : null}
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, 'children'> & { input: ComponentProps<'input'> };

export function TextField({ input, ...field }: TextFieldProps) {
  return <Field {...field}>{(control) => <input {...control} {...input} />}</Field>;
}

/** Returns a form's text control by name, or undefined. */
export function controlIn(form: HTMLFormElement | null, name: string) {
  const element = form?.elements.namedItem(name);
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element : undefined;
}
