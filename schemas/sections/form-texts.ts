import { line } from '#schemas/fields.ts';

interface FormTexts {
  label: string;
  example?: string;
  /** Empty: a field without an initial value. */
  help?: string;
  required?: boolean;
}

/** Schema fields for a form field's texts: `nameLabel`, optionally `namePlaceholder` and `nameHelp`. */
export function formTexts(
  field: string,
  title: string,
  { label, example, help, required = true }: FormTexts,
) {
  const text = (end: string, what: string, description: string, initialValue: string) =>
    line(`${field}${end}`, description, {
      title: `${title}: ${what}`,
      required: required && end === 'Label',
      ...(initialValue ? { initialValue } : {}),
      advisedMax: end === 'Help' ? 100 : 60,
    });
  return [
    text('Label', 'label', 'Label of the field.', label),
    ...(example === undefined
      ? []
      : [text('Placeholder', 'example', 'Optional. An example in grey inside the field.', example)]),
    ...(help === undefined ? [] : [text('Help', 'help', 'Optional. A hint under the field.', help)]),
  ];
}
