import { Stack, Text } from '@sanity/ui';
import { type StringInputProps, useFormValue } from 'sanity';
import { cityPlaceholders, settingsPlaceholders } from '#schemas/placeholders.ts';
import { useFigures } from './choice-inputs.tsx';
import { useTypedText } from './typed-document.tsx';

/** Matches an open curly brace and the start of a name that follows it. */
const openPlaceholder = /\{(\w*)(?![\w}])/;

/** A text field that suggests placeholders after an open curly brace. */
export function PlaceholderInput(given: StringInputProps) {
  const props = useTypedText(given);
  const prefix = openPlaceholder.exec(props.value ?? '')?.[1];
  return (
    <Stack gap={3}>
      {props.renderDefault(props)}
      {prefix !== undefined && <Suggestions begun={prefix} />}
    </Stack>
  );
}

function Suggestions({ begun }: { begun: string }) {
  const isOfCity = /^cityPage/.test(String(useFormValue(['_type'])));
  const fixed = [...settingsPlaceholders, ...(isOfCity ? cityPlaceholders : [])].map((key) => `{${key}}`);
  const figures = useFigures().map(({ key, title }) => `{${key}} ${title}`);
  const choices = [...fixed, ...figures].filter((choice) => choice.startsWith(`{${begun}`));
  return (
    <Text size={1} muted>
      {choices.length > 0
        ? `The site fills in: ${choices.join(' · ')}`
        : 'There is no placeholder with this name.'}
    </Text>
  );
}
