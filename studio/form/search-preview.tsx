import { Box, Card, Flex, Stack, Text } from '@sanity/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { getPublishedId, type ObjectInputProps, useClient, useFormValue } from 'sanity';
import { IntentLink } from 'sanity/router';
import { z } from 'zod';
import { isPageType, pageTypes } from '#schemas/paths.ts';
import { placeholderPattern } from '#schemas/placeholders.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { apiVersion } from '#studio/api-version.ts';
import { documentPath } from '#studio/documents/document-path.ts';
import { siteAddress } from '#studio/settings.ts';

const text = z.string().nullish();
const texts = z.object({ title: text, description: text }).nullish();
const surroundings = z.object({
  settings: z.looseObject({
    agencyName: text,
    titleSuffix: text,
    description: text,
    defaultSeo: texts,
    figures: z.array(z.object({ key: text, value: text })).nullish(),
  }),
  template: texts,
  picture: text,
  others: z.array(z.object({ _id: z.string(), _type: z.string(), name: text, title: z.string() })),
});

const query = `{
  "settings": *[_id == "siteSettings"][0]{agencyName, titleSuffix, description, email, phone, defaultSeo, figures[]{key, value}},
  "template": *[_id == "cityPageTemplate"][0].seo{title, description},
  "picture": *[_id == $picture][0].url,
  "others": *[_type in $types && _id != $id && defined(seo.title)]{_id, _type, "name": coalesce(title, name), "title": seo.title}
}`;

/** Characters after which search engines cut. */
const longest = { title: 60, description: 155 };

/** The texts for search engines, under what they and shared links make of them. */
export function SeoInput(props: ObjectInputProps) {
  const document = useFormValue([]);
  return (
    <Stack gap={5}>
      {isPageType(textOf(document, '_type') ?? '') && <SearchPreview document={document} seo={props.value} />}
      {props.renderDefault(props)}
    </Stack>
  );
}

const firstOf = (...options: (string | null | undefined)[]) =>
  options.find((option) => option?.trim())?.trim() ?? '';

const cut = (words: string, length: number) =>
  words.length > length ? `${words.slice(0, length).replace(/\s+\S*$/, '')} …` : words;

function SearchPreview({ document, seo }: { document: unknown; seo: unknown }) {
  const type = textOf(document, '_type') ?? '';
  const picture = [propertyOf(seo, 'image'), propertyOf(document, 'cover')]
    .map((image) => textOf(propertyOf(image, 'asset'), '_ref'))
    .find(Boolean);
  const around = useSurroundings(getPublishedId(textOf(document, '_id') ?? ''), picture);
  if (!around) return null;
  const { settings, others } = around;
  const path = documentPath(type, document);
  const template = type === 'cityPage' ? around.template : undefined;
  const general = path === '/' ? settings.defaultSeo : undefined;
  const name = firstOf(textOf(document, 'title'), textOf(document, 'name'));
  const sections = propertyOf(document, 'sections');
  const opening: unknown = Array.isArray(sections) ? sections[0] : undefined;
  const figures = settings.figures?.map(({ key, value }) => [key, value] as const) ?? [];
  const values = new Map<unknown, unknown>([
    ...Object.entries(settings),
    ...figures,
    ['agency', settings.agencyName],
    ['city', name],
    ['state', textOf(document, 'state')],
  ]);
  const filled = (words: string) =>
    words.replaceAll(placeholderPattern, (whole, key) => String(values.get(key) ?? whole));

  const headline = filled(
    firstOf(textOf(seo, 'title'), template?.title, general?.title, textOf(opening, 'heading'), name),
  );
  const suffix = filled(firstOf(settings.titleSuffix));
  const withSuffix = `${headline} | ${suffix}`;
  const isRoom =
    suffix && !headline.toLowerCase().includes(suffix.toLowerCase()) && withSuffix.length <= longest.title;
  const description = filled(
    firstOf(
      textOf(seo, 'description'),
      template?.description,
      general?.description,
      textOf(document, 'summary'),
      textOf(opening, 'text'),
      textOf(opening, 'intro'),
      settings.defaultSeo?.description,
      settings.description,
    ),
  );
  const { host } = new URL(siteAddress());
  const own = textOf(seo, 'title')?.trim().toLowerCase();
  const doubles = others.filter(({ title }) => title.trim().toLowerCase() === own);
  return (
    <Stack gap={3}>
      <Flex gap={3} wrap="wrap" align="stretch">
        <Box flex={1} style={{ minWidth: 280 }}>
          <Paper title="In search results">
            <div style={{ font: '12px/1.4 Arial, sans-serif', color: '#4d5156' }}>
              {settings.agencyName}
              <br />
              {host}
              {path && path !== '/' ? path.replaceAll('/', ' › ') : ''}
            </div>
            <div style={{ font: '20px/1.3 Arial, sans-serif', color: '#1a0dab', padding: '4px 0' }}>
              {cut(isRoom ? withSuffix : headline, longest.title)}
            </div>
            <div style={{ font: '14px/1.58 Arial, sans-serif', color: '#4d5156' }}>
              {cut(description, longest.description)}
            </div>
          </Paper>
        </Box>
        <Box style={{ width: 260 }}>
          <Paper title="When it is shared">
            <div
              style={{
                aspectRatio: '1200 / 630',
                background: around.picture ? `center / cover url("${around.picture}?w=520")` : '#10292b',
                display: 'grid',
                placeItems: 'center',
                padding: 16,
                font: '600 16px/1.3 Arial, sans-serif',
                color: '#fbf8f2',
              }}
            >
              {around.picture ? '' : cut(filled(firstOf(textOf(opening, 'heading'), name)), longest.title)}
            </div>
            <div style={{ font: '600 14px/1.4 Arial, sans-serif', color: '#1c1e21', paddingTop: 8 }}>
              {headline}
            </div>
            <div style={{ font: '12px/1.4 Arial, sans-serif', color: '#65676b' }}>{host}</div>
          </Paper>
        </Box>
      </Flex>
      <Text size={1} muted>
        Title: {headline.length} of about {longest.title} characters. Description: {description.length} of
        about {longest.description}.
      </Text>
      {doubles.length > 0 && (
        <Card tone="caution" border radius={2} padding={3}>
          <Text size={1}>
            The same title is on{' '}
            {doubles.map(({ _id, _type, name: other }) => (
              <IntentLink key={_id} intent="edit" params={{ id: getPublishedId(_id), type: _type }}>
                {other ?? _type}{' '}
              </IntentLink>
            ))}
            . Search engines then show one of them. Say what is special to this page.
          </Text>
        </Card>
      )}
    </Stack>
  );
}

/** What of the site the texts are shown with, as it was when the form was opened. */
function useSurroundings(id: string, picture: string | undefined) {
  const client = useClient({ apiVersion });
  const [around, setAround] = useState<z.infer<typeof surroundings>>();
  useEffect(() => {
    let isWanted = true;
    client
      .withConfig({ perspective: 'drafts', useCdn: false })
      .fetch<unknown>(query, { id, picture: picture ?? '', types: pageTypes })
      .then(
        (found) => isWanted && setAround(surroundings.parse(found)),
        // Without them there is no preview; the form says itself when the content API is away.
        () => undefined,
      );
    return () => {
      isWanted = false;
    };
  }, [client, id, picture]);
  return around;
}

/** White also in the dark, as the programs are that it stands for. */
function Paper({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={2}>
      <Text size={1} muted>
        {title}
      </Text>
      <div style={{ background: '#fff', border: '1px solid #dadce0', borderRadius: 6, padding: 12 }}>
        {children}
      </div>
    </Stack>
  );
}
