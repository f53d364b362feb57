import { Box, Button, Flex, Radio, Stack, Text, TextInput } from '@sanity/ui';
import { useId, useState } from 'react';
import { type StringInputProps, set, unset } from 'sanity';
import { iconNames, iconTitle } from '#schemas/objects/icon.ts';
import { drawings } from '#schemas/objects/icon-drawings.generated.ts';

const paths = new Map(Object.entries(drawings));

const Drawing = ({ name }: { name: string }) => (
  <svg width="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <path d={paths.get(name)} />
  </svg>
);

/** Shows icons as radio buttons, so that arrow keys move between them. */
function IconGrid({ chosen, onChoose }: { chosen: string | undefined; onChoose: (name: string) => void }) {
  const [query, setQuery] = useState('');
  const group = useId();
  const search = query.trim().toLowerCase();
  const found = iconNames.filter((name) => iconTitle(name).toLowerCase().includes(search));
  return (
    <Stack gap={3}>
      <TextInput
        aria-label="Find an icon"
        placeholder="Find by name, for example chart"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {found.length === 0 && <Text size={1}>No icon matches.</Text>}
      <Flex wrap="wrap" gap={4} role="radiogroup" aria-label="Icons">
        {found.map((name) => (
          <Flex as="label" key={name} gap={2} align="center" title={iconTitle(name)}>
            <Radio
              name={group}
              aria-label={iconTitle(name)}
              checked={name === chosen}
              onChange={() => onChoose(name)}
            />
            <Drawing name={name} />
          </Flex>
        ))}
      </Flex>
    </Stack>
  );
}

export function IconInput({ value, onChange, readOnly, elementProps }: StringInputProps) {
  const [isOpen, setOpen] = useState(false);
  // Without an `aria-label`, the field's label would name the button “Icon”.
  const buttonText = isOpen ? 'Close the icon list' : 'Choose an icon';
  const { id, ref, onFocus, onBlur } = elementProps;
  return (
    <Stack gap={3}>
      <Flex gap={2} align="center">
        {value && <Drawing name={value} />}
        <Box flex={1}>
          <Text muted={!value}>{value ? iconTitle(value) : 'No icon'}</Text>
        </Box>
        <Button
          {...{ id, ref, onFocus, onBlur }}
          aria-describedby={elementProps['aria-describedby']}
          aria-expanded={isOpen}
          disabled={readOnly}
          mode="ghost"
          aria-label={buttonText}
          text={buttonText}
          onClick={() => setOpen(!isOpen)}
        />
        {value && !readOnly && <Button mode="bleed" text="Remove" onClick={() => onChange(unset())} />}
      </Flex>
      {isOpen && <IconGrid chosen={value} onChoose={(name) => onChange(set(name))} />}
    </Stack>
  );
}
