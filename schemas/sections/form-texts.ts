import { line } from '#schemas/fields.ts';

interface FormTexts {
  label: string;
  example?: string;
  /** An empty string adds a help field without an initial value. */
  help?: string;
  required?: boolean;
}

/** Returns the schema fields for the texts of a form field: `nameLabel`, optionally `namePlaceholder` and `nameHelp`. */
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
    text('Label', 'label', 'The label of the field.', label),
    ...(example === undefined
      ? []
      : [text('Placeholder', 'example', 'Optional. An example shown in grey in the empty field.', example)]),
    ...(help === undefined ? [] : [text('Help', 'help', 'Optional. A hint shown under the field.', help)]),
  ];
}
