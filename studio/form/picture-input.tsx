import { Button, Card, Flex, Stack, Text } from '@sanity/ui';
import { type ObjectInputProps, PatchEvent, set, unset, useFormValue } from 'sanity';
import { hasOutdatedDarkVersion } from '#schemas/objects/picture.ts';
import { propertyOf, textOf } from '#schemas/property.ts';

const assetOf = (picture: unknown) => textOf(propertyOf(picture, 'asset'), '_ref');

/** Returns whether patches of an image input set another file or remove the file. */
const replacesAsset = ({ patches }: PatchEvent, shown: string | undefined) =>
  patches.some((one) => one.path.join() === 'asset' && textOf(propertyOf(one, 'value'), '_ref') !== shown);

/** Clears the alternative text when the picture is replaced, and records which picture its dark version was made for. */
export function PictureInput(props: ObjectInputProps) {
  const { value, onChange } = props;
  const shown = assetOf(value);
  const dark = propertyOf(value, 'dark');
  const change: typeof onChange = (patch) => {
    const event = PatchEvent.from(patch);
    if (!shown || !replacesAsset(event, shown)) return onChange(event);
    const hasMadeFor = !assetOf(dark) || textOf(dark, 'madeFor') !== undefined;
    onChange(event.append([unset(['alt']), ...(hasMadeFor ? [] : [set(shown, ['dark', 'madeFor'])])]));
  };
  return props.renderDefault({ ...props, onChange: change });
}

/** A picture's dark version. If the picture is replaced, visitors see no dark version until an editor confirms it. */
export function DarkPictureInput(props: ObjectInputProps) {
  const { value, onChange, readOnly } = props;
  const picture = useFormValue(props.path.slice(0, -1));
  const light = assetOf(picture);
  const confirmed = light ? [set(light, ['madeFor'])] : [];
  const change: typeof onChange = (patch) => {
    const event = PatchEvent.from(patch);
    onChange(replacesAsset(event, assetOf(value)) ? event.append(confirmed) : event);
  };
  const belongsToOther = hasOutdatedDarkVersion(picture);
  return (
    <Stack gap={3}>
      {belongsToOther && (
        <Card tone="caution" border radius={2} padding={3} role="status">
          <Stack gap={3}>
            <Text size={1}>
              This dark version belongs to another picture. Visitors see the light picture in dark mode too,
              until you replace the dark version or confirm it.
            </Text>
            <Flex>
              <Button
                mode="ghost"
                text="Use it with this picture"
                disabled={readOnly || !light}
                onClick={() => onChange(confirmed)}
              />
            </Flex>
          </Stack>
        </Card>
      )}
      {props.renderDefault({ ...props, onChange: change })}
    </Stack>
  );
}
