import { Flex, Stack, Text } from '@sanity/ui';
import { useEffect, useState } from 'react';
import { getPublishedId, type ObjectInputProps, useClient, useFormValue } from 'sanity';
import { IntentLink } from 'sanity/router';
import { styled } from 'styled-components';
import { z } from 'zod';
import { apiVersion } from '#schemas/api-version.ts';
import { titleExpression } from '#schemas/document-title.ts';
import { recommendedLengths } from '#schemas/objects/seo.ts';
import { isPageType, pageTypes } from '#schemas/paths.ts';
import { fillPlaceholders, placeholderSource, placeholderValues } from '#schemas/placeholders.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { documentPath } from '#studio/content/document-path.ts';
import { siteAddress } from '#studio/settings.ts';
import { Note } from '#studio/ui/elements.tsx';

const text = z.string().nullish();
const previewContext = z.object({
  suffix: text,
  picture: text,
  /** Texts that the site uses if the page has none. */
  otherwise: z.object({ title: text, description: text }).nullish(),
  settings: placeholderSource,
  others: z.array(z.object({ _id: z.string(), _type: z.string(), name: text, title: z.string() })),
});

const query = `*[_id == "siteSettings"][0]{
  "suffix": titleSuffix,
  "picture": *[_id == $picture][0].url,
  "otherwise": *[_id == $id][0]{
    "seo": select(_type == "cityPage" => *[_id == "cityPageTemplate"][0].seo, slug.current == "home" => ^.defaultSeo),
    "heading": coalesce(sections[0].heading, ${titleExpression}),
    "intro": coalesce(summary, sections[0].text, sections[0].intro, ^.defaultSeo.description)
  }{"title": coalesce(seo.title, heading), "description": coalesce(seo.description, intro)},
  "settings": {agencyName, email, phone, figures, enquiryCopies, applications},
  "others": *[_type in $types && _id != $id && defined(seo.title)]{
    _id, _type, "name": ${titleExpression}, "title": seo.title
  }
}`;

/** White in dark mode as well, like the pages that it imitates. */
const ResultCard = styled.section`
  flex: 1 1 260px;
  padding: 12px;
  border: 1px solid #dadce0;
  border-radius: 6px;
  background: #fff;
  color: #4d5156;
  font: 14px/1.5 Arial, sans-serif;
  overflow-wrap: anywhere;
  & > strong { display: block; margin: 4px 0; color: #1a0dab; font-size: 20px; font-weight: 400; line-height: 1.3; }
  & > div { display: grid; place-items: center; aspect-ratio: 1200 / 630; margin-bottom: 8px;
    padding: 16px; background: #10292b center / cover; color: #fbf8f2; font-size: 18px; }
`;

export function SeoInput(props: ObjectInputProps) {
  const isOfPage = isPageType(String(useFormValue(['_type'])));
  return (
    <Stack gap={5}>
      {isOfPage && <SearchPreview seo={props.value} />}
      {props.renderDefault(props)}
    </Stack>
  );
}

const truncate = (value: string, length: number) =>
  value.length > length ? `${value.slice(0, length).replace(/\s+\S*$/, '')} …` : value;

function SearchPreview({ seo }: { seo: unknown }) {
  const document = useFormValue([]);
  const images = [propertyOf(seo, 'image'), propertyOf(document, 'cover')];
  const picture = images.map((image) => textOf(propertyOf(image, 'asset'), '_ref')).find(Boolean);
  const context = usePreviewContext(getPublishedId(textOf(document, '_id') ?? ''), picture ?? '');
  if (!context) return null;
  const values = {
    ...placeholderValues(context.settings),
    city: textOf(document, 'name') ?? '{city}',
    state: textOf(document, 'state') ?? '{state}',
  };
  const filled = (value: string | null | undefined) => fillPlaceholders(value?.trim() ?? '', values);
  const headline = filled(textOf(seo, 'title') || context.otherwise?.title);
  const description = filled(textOf(seo, 'description') || context.otherwise?.description);
  const titleWithSuffix = `${headline} | ${filled(context.suffix)}`;
  const fitsSuffix = context.suffix && titleWithSuffix.length <= recommendedLengths.title;
  const { host } = new URL(siteAddress());
  const path = documentPath(textOf(document, '_type') ?? '', document) ?? '';
  const own = textOf(seo, 'title')?.trim().toLowerCase();
  const duplicates = context.others.filter(({ title }) => title.trim().toLowerCase() === own);
  return (
    <Stack gap={3}>
      <Flex gap={3} wrap="wrap">
        <ResultCard aria-label="In search results">
          {context.settings.agencyName}
          <br />
          {host + path.replaceAll(/\/(?=.)/g, ' › ')}
          <strong>{truncate(fitsSuffix ? titleWithSuffix : headline, recommendedLengths.title)}</strong>
          {truncate(description, recommendedLengths.description)}
        </ResultCard>
        <ResultCard aria-label="When it is shared">
          <div style={context.picture ? { backgroundImage: `url("${context.picture}?w=520")` } : {}}>
            {context.picture ? '' : filled(context.otherwise?.title)}
          </div>
          <b>{headline}</b>
          <br />
          {host}
        </ResultCard>
      </Flex>
      <Text size={1} muted>
        {`In search results, and when it is shared. Title: ${headline.length} of about ${recommendedLengths.title} characters. Description: ${description.length} of about ${recommendedLengths.description}.`}
      </Text>
      {duplicates.map(({ _id, _type, name }) => (
        <Note key={_id} tone="caution">
          <IntentLink intent="edit" params={{ id: getPublishedId(_id), type: _type }}>
            {name ?? _type}
          </IntentLink>{' '}
          has the same title, so search engines may show only one of the two. Say what is special about this
          page.
        </Note>
      ))}
    </Stack>
  );
}

/** Loads the settings and the titles of other pages for the preview, once. */
function usePreviewContext(id: string, picture: string) {
  const client = useClient({ apiVersion });
  const [context, setContext] = useState<z.infer<typeof previewContext>>();
  useEffect(() => {
    const fresh = client.withConfig({ perspective: 'drafts', useCdn: false });
    const subscription = fresh.observable
      .fetch<unknown>(query, { id, picture, types: pageTypes })
      // Without a response there is no preview. The form itself reports an unreachable content API.
      .subscribe({ next: (found) => setContext(previewContext.parse(found)), error: () => undefined });
    return () => subscription.unsubscribe();
  }, [client, id, picture]);
  return context;
}
