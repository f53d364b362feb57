import { Button, Card, Flex, Stack, Text } from '@sanity/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { type ObjectInputProps, PatchEvent, set, unset, useClient, useFormValue } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { hasOutdatedDarkVersion } from '#schemas/objects/picture.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { assetOf, type Description, darkVersion, findDescription } from '#studio/pictures/uses.ts';

/** Returns whether patches of an image input set another file or remove the file. */
const replacesAsset = ({ patches }: PatchEvent, shown: string | undefined) =>
  patches.some((one) => one.path.join() === 'asset' && textOf(propertyOf(one, 'value'), '_ref') !== shown);

/**
 * Clears the alternative text when the picture is replaced, and records which picture its dark version was made for. Offers
 * the description that the new picture has elsewhere.
 */
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
  return (
    <Stack gap={3}>
      {shown && !textOf(value, 'alt') && !props.readOnly && (
        <KnownDescription key={shown} file={shown} onChange={onChange} />
      )}
      {props.renderDefault({ ...props, onChange: change })}
    </Stack>
  );
}

function KnownDescription({ file, onChange }: { file: string; onChange: ObjectInputProps['onChange'] }) {
  const client = useClient({ apiVersion });
  const [known, setKnown] = useState<Description>();
  useEffect(() => {
    // Without a connection, editors write the description as for a new picture.
    findDescription(client, file).then(setKnown, () => undefined);
  }, [client, file]);
  if (!known) return null;
  const { alt, credit, dark } = known;
  const use = () =>
    onChange(
      PatchEvent.from([
        set(alt, ['alt']),
        ...(credit ? [set(credit, ['credit'])] : []),
        ...(dark ? [set(darkVersion(dark, file), ['dark'])] : []),
      ]),
    );
  return (
    <Offer tone="primary" button="Use this description" onClick={use}>
      This picture was described before: “{alt}”{dark && '. Its dark version is added too.'}
    </Offer>
  );
}

type OfferProps = {
  tone: 'primary' | 'caution';
  button: string;
  disabled?: boolean;
  onClick(): void;
  children: ReactNode;
};

function Offer({ tone, button, disabled = false, onClick, children }: OfferProps) {
  return (
    <Card tone={tone} border radius={2} padding={3} role="status">
      <Stack gap={3}>
        <Text size={1}>{children}</Text>
        <Flex>
          <Button mode="ghost" text={button} disabled={disabled} onClick={onClick} />
        </Flex>
      </Stack>
    </Card>
  );
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
        <Offer
          tone="caution"
          button="Use it with this picture"
          disabled={readOnly === true || !light}
          onClick={() => onChange(confirmed)}
        >
          This dark version belongs to another picture. Visitors see the light picture in dark mode too, until
          you replace the dark version or confirm it.
        </Offer>
      )}
      {props.renderDefault({ ...props, onChange: change })}
    </Stack>
  );
}
