import { Button, Flex, Stack } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { type ObjectInputProps, PatchEvent, set, setIfMissing, useFormValue } from 'sanity';
import { useDocumentPane } from 'sanity/structure';
import { textOf } from '#schemas/property.ts';
import { addressOf, findPlace } from '#studio/cities/places.ts';

/** A location field with a button that fills in a city's location, state and address from its name. */
export function PlaceInput(props: ObjectInputProps) {
  const { onChange } = useDocumentPane();
  const toast = useToast();
  const city = useFormValue([]);
  const name = textOf(city, 'name') ?? '';
  const find = () => {
    const place = findPlace(name, textOf(city, 'state'));
    if (typeof place === 'string') return toast.push({ status: 'warning', title: place });
    const slug = { _type: 'slug', current: addressOf(name) };
    const inferred = [setIfMissing(place.state, ['state']), setIfMissing(slug, ['slug'])];
    onChange(PatchEvent.from([set(place.location, ['location']), ...inferred]));
  };
  return (
    <Stack gap={3}>
      <Flex>
        <Button mode="ghost" text="Find place" disabled={!name || props.readOnly} onClick={find} />
      </Flex>
      {props.renderDefault(props)}
    </Stack>
  );
}
