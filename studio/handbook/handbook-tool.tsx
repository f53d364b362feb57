import { Box, Card, Container, Flex, Stack, Text, TextInput } from '@sanity/ui';
import Markdown from 'markdown-to-jsx/react';
import { type ComponentProps, useState } from 'react';
import { useWorkspace } from 'sanity';
import { Link, useRouter } from 'sanity/router';
import { findPages, pageName, pages, pictureAddress } from './pages.ts';

export function HandbookTool() {
  const { state } = useRouter();
  const { basePath } = useWorkspace();
  const [typed, setTyped] = useState('');
  const page = pages.find(({ name }) => name === state.page) ?? pages[0];
  const found = findPages(typed);
  return (
    <Flex height="fill" className="handbook">
      <style>{css}</style>
      <Card as="nav" aria-label="Handbook" borderRight padding={3} overflow="auto" className="handbook-pages">
        <Stack gap={3}>
          <TextInput
            aria-label="Find a page by its title"
            placeholder="Find a page"
            type="search"
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Stack gap={1}>
            {found.map(({ name, title }) => (
              <Card
                key={name}
                as={Link}
                href={`${basePath}/handbook/${name}`}
                padding={3}
                radius={2}
                tone={name === page?.name ? 'primary' : 'default'}
                aria-current={name === page?.name ? 'page' : undefined}
              >
                <Text size={1}>{title}</Text>
              </Card>
            ))}
            {found.length === 0 && <Text size={1}>No page title contains this text. Try another word.</Text>}
          </Stack>
        </Stack>
      </Card>
      <Box key={page?.name} flex={1} padding={5} overflow="auto">
        <Container width={1} as="article">
          {page && <Markdown options={{ overrides: { a: PageLink, img: Picture } }}>{page.text}</Markdown>}
        </Container>
      </Box>
    </Flex>
  );
}

/** Links between pages stay in the Studio; other links open in a new tab. */
function PageLink({ href = '', children }: ComponentProps<'a'>) {
  const { basePath } = useWorkspace();
  if (href.endsWith('.md')) return <Link href={`${basePath}/handbook/${pageName(href)}`}>{children}</Link>;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

function Picture({ src = '', alt = '' }: ComponentProps<'img'>) {
  // biome-ignore lint/performance/noImgElement: Next has no part in the Studio.
  return <img src={pictureAddress(String(src))} alt={alt} loading="lazy" />;
}

const css = `
.handbook-pages { width: 17rem; flex: none }
.handbook-pages a { text-decoration: none }
.handbook article { font-size: 15px; line-height: 1.6; color: var(--card-fg-color); overflow-wrap: anywhere }
.handbook article :is(h1, h2) { line-height: 1.25; margin: 2em 0 .6em }
.handbook article h1 { font-size: 1.7rem; margin-top: 0 }
.handbook article h2 { font-size: 1.15rem }
.handbook article :is(ol, ul) { padding-inline-start: 1.5em }
.handbook article :is(p, ol, ul) { margin: .8em 0 }
.handbook article strong { font-weight: 600 }
.handbook article li { margin: .4em 0 }
.handbook article a { color: var(--card-link-color) }
.handbook article img { display: block; max-width: 100%; height: auto; margin: 1em 0; border: 1px solid var(--card-border-color); border-radius: 4px }
.handbook article table { border-collapse: collapse; width: 100% }
.handbook article :is(th, td) { border-bottom: 1px solid var(--card-border-color); padding: .4em .8em .4em 0; text-align: start; vertical-align: top }
@media (max-width: 700px) { .handbook { flex-direction: column } .handbook-pages { width: auto; max-height: 40% } }
`;
