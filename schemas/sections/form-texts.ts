import { label as labelField, optionalLabel } from '#schemas/fields.ts';

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
  const text = (end: string, what: string, max: number, initialValue: string) =>
    optionalLabel(`${field}${end}`, `${title}: ${what}`, initialValue, max);
  return [
    required ? labelField(`${field}Label`, `${title}: label`, label) : text('Label', 'label', 60, label),
    ...(example === undefined ? [] : [text('Placeholder', 'example in the empty field', 60, example)]),
    ...(help === undefined ? [] : [text('Help', 'hint under the field', 100, help)]),
  ];
}
