import { Box, Button, Card, Flex, Stack, Text } from '@sanity/ui';
import { type ReactNode, useState } from 'react';
import { getPublishedId, LoadingBlock, pathToString } from 'sanity';
import { Link } from 'sanity/router';
import { titleOf } from '#schemas/document-title.ts';
import { useLiveQuery } from '#studio/content/live-query.ts';
import { Note } from '#studio/ui/elements.tsx';
import { Field } from '#studio/ui/forms.tsx';
import { formatTime } from '#studio/ui/labels.ts';
import { LoadError, useEditHref } from '#studio/ui/rows.tsx';
import {
  anywhere,
  isUnused,
  libraryQuery,
  librarySchema,
  matches,
  noFilter,
  type Picture,
  placesOf,
  sizes,
} from './library.ts';

const pageSize = 60;

/** All pictures with their uses, and a search. `children` returns what a picture's card offers. */
export function PictureList({ children }: { children(picture: Picture): ReactNode }) {
  const { data: pictures, hasFailed } = useLiveQuery(librarySchema, libraryQuery);
  const [filter, setFilter] = useState(noFilter);
  const [limit, setLimit] = useState(pageSize);
  if (hasFailed) return <LoadError what="The list of pictures" />;
  if (!pictures) return <LoadingBlock showText />;
  const fieldOf = (name: keyof typeof filter) => ({
    value: filter[name],
    onType: (text: string) => setFilter({ ...filter, [name]: text }),
  });
  const found = pictures.filter((picture) => matches(picture, filter));
  const countUses = (use: string) => pictures.filter((one) => matches(one, { ...noFilter, use })).length;
  return (
    <Stack gap={4}>
      <Flex gap={2} wrap="wrap">
        {['All', 'Used', 'Unused'].map((use) => (
          <Button
            key={use}
            mode={filter.use === use ? 'default' : 'ghost'}
            aria-pressed={filter.use === use}
            text={`${use}: ${countUses(use)}`}
            onClick={() => setFilter({ ...filter, use })}
          />
        ))}
      </Flex>
      <Field label="Words" type="search" placeholder="file name, description, maker" {...fieldOf('words')} />
      <div className="staff-fields" style={{ alignItems: 'start' }}>
        <Field label="Used in" isVerbatim options={[anywhere, ...placesOf(pictures)]} {...fieldOf('place')} />
        <Field label="Added since" type="date" {...fieldOf('since')} />
        <Field label="Size" isVerbatim options={sizes} {...fieldOf('size')} />
      </div>
      {filter.use === 'Unused' && (
        <Note>
          No page, draft, release or document in the trash shows these pictures. Deleting a picture cannot be
          undone, and earlier versions of documents that show it can no longer be restored.
        </Note>
      )}
      {found.length === 0 && <Note>No picture matches. Try fewer words, or another filter.</Note>}
      <ul className="staff-pictures">
        {found.slice(0, limit).map((picture) => (
          <Card as="li" key={picture._id} border radius={2} overflow="hidden">
            <PictureCard picture={picture}>{children(picture)}</PictureCard>
          </Card>
        ))}
      </ul>
      {found.length > limit && (
        <Button mode="ghost" text="Show more" onClick={() => setLimit(limit + pageSize)} />
      )}
    </Stack>
  );
}

function PictureCard({ picture, children }: { picture: Picture; children: ReactNode }) {
  const { name, alt, width, height, size, added, trashed } = picture;
  const editHref = useEditHref();
  const documents = new Map(picture.uses.map((use) => [getPublishedId(use.document._id), use]));
  const dimensions = `${width.toLocaleString('en-IN')} × ${height.toLocaleString('en-IN')} pixels`;
  return (
    <Flex direction="column" height="fill">
      <Flex>
        {/* biome-ignore lint/performance/noImgElement: the Studio is not a Next application. */}
        <img src={`${picture.url}?w=400&fit=max&auto=format`} alt="" loading="lazy" />
      </Flex>
      <Stack gap={3} padding={3} flex={1} style={{ overflowWrap: 'anywhere' }}>
        <Text size={1} weight="medium">
          {name}
        </Text>
        <Text size={1}>{alt || 'No description yet'}</Text>
        <Text size={1} muted>
          {dimensions}, {Math.ceil(size / 1000).toLocaleString('en-IN')} kB, added {formatTime(added)}
        </Text>
        {[...documents].map(([id, { document, path }]) => (
          <Text size={1} key={id}>
            <Link href={editHref(id, document._type, pathToString(path))}>
              {titleOf(document, 'Site settings')}
            </Link>
          </Text>
        ))}
        {trashed.length > 0 && <Text size={1}>In the trash: {trashed.join(', ')}</Text>}
        {isUnused(picture) && <Text size={1}>Not used</Text>}
      </Stack>
      {children && (
        <Box padding={3} paddingTop={0}>
          {children}
        </Box>
      )}
    </Flex>
  );
}
