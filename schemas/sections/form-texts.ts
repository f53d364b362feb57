import { line } from '#schemas/fields.ts';

/** What an editor can say of a field of a form, with the words that stand there at the start. */
interface FormTexts {
  label: string;
  example?: string;
  /** Empty: there is a place for a hint, but no words yet. */
  help?: string;
}

/** The texts of a field of a form: `nameLabel`, and where asked for `namePlaceholder` and `nameHelp`. */
export function formTexts(field: string, title: string, { label, example, help }: FormTexts) {
  const text = (end: string, what: string, description: string, initialValue: string) =>
    line({
      name: `${field}${end}`,
      title: `${title}: ${what}`,
      description,
      required: end === 'Label',
      ...(initialValue ? { initialValue } : {}),
      fieldset: 'fields',
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
