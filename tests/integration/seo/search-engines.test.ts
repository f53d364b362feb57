import { parse } from 'node-html-parser';
import { expect, test } from 'vitest';
import {
  canonicalOf,
  collapseSpaces,
  fetchPage,
  graphOf,
  links,
  metaOf,
  nodesOf,
  titleOf,
  visibleText,
} from '../../support/html.ts';
import { allPaths, articlePaths, jobPaths } from '../../support/routes.ts';
import { idsOf, type JsonNode, missingForGoogle, unknownNames } from '../../support/schema-org.ts';
import { membersOf, textOf } from '../../support/seed-content.ts';
import { publicUrl } from '../../support/shared-stack.ts';
import { fetchSite } from '../site/fetched-site.ts';

/** Checks every page as search engines receive it. */

const { stack, pages, pageAt } = await fetchSite();

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap(textsOf) : [String(value)];

test('every page has its own title, description, keywords and canonical URL', () => {
  const all = allPaths.map(pageAt);
  for (const [what, values] of Object.entries({
    title: all.map(titleOf),
    description: all.map((page) => metaOf(page, 'description')),
    canonical: all.map(canonicalOf),
    'og:image': all.map((page) => metaOf(page, 'og:image')),
  })) {
    expect(
      values.filter((value) => !value),
      what,
    ).toEqual([]);
    expect(new Set(values).size, what).toBe(values.length);
  }
  for (const page of all) {
    for (const address of [canonicalOf(page), metaOf(page, 'og:url')])
      expect(new URL(address ?? '').href).toBe(`${publicUrl}${page.path}`);
    expect(metaOf(page, 'keywords'), page.path).toBeTruthy();
    expect(metaOf(page, 'robots')).toBe('index, follow');
    expect(metaOf(page, 'twitter:card')).toBe('summary_large_image');
    expect(titleOf(page).length, `${page.path}: ${titleOf(page)}`).toBeLessThanOrEqual(60);
  }
});

test('structured data is valid, has what Google requires, and refers only to existing nodes', () => {
  const known = new Set(allPaths.flatMap((path) => idsOf(graphOf(pageAt(path))).defined));
  for (const path of allPaths) {
    const nodes = graphOf(pageAt(path));
    expect(
      nodes.flatMap((node) => unknownNames(node)),
      path,
    ).toEqual([]);
    expect(
      nodes.flatMap((node) => missingForGoogle(node)),
      path,
    ).toEqual([]);
    const { defined, referred } = idsOf(nodes);
    expect(
      referred.filter((id) => !known.has(id)),
      path,
    ).toEqual([]);
    expect(new Set(defined).size, path).toBe(defined.length);
  }
});

test('structured data contains only what the page shows', () => {
  const plain = (html: unknown) =>
    collapseSpaces(
      String(html)
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll('&amp;', '&')
        .replaceAll('&lt;', '<'),
    );
  const named = (node: JsonNode, key: string) => membersOf(node, key).map((member) => textOf(member, 'name'));
  for (const path of allPaths) {
    const page = pageAt(path);
    const text = visibleText(page);
    const said: string[] = [
      ...nodesOf(page, 'Organization').flatMap((node) => textsOf([node.telephone, node.email, node.name])),
      ...nodesOf(page, 'BreadcrumbList').flatMap((node) => named(node, 'itemListElement')),
      ...nodesOf(page, 'FAQPage').flatMap((node) => named(node, 'mainEntity')),
      ...nodesOf(page, 'FAQPage')
        .flatMap((node) => membersOf(node, 'mainEntity'))
        .flatMap((question) => textOf(Object(question.acceptedAnswer), 'text').split('\n'))
        .map(collapseSpaces),
      ...nodesOf(page, 'JobPosting').flatMap((node) => [textOf(node, 'title')]),
      ...nodesOf(page, 'JobPosting')
        .flatMap((node) => String(node.description).split('</p>'))
        .map(plain),
    ];
    expect(
      said.filter((line) => line !== '' && !text.includes(line)),
      path,
    ).toEqual([]);
    expect(JSON.stringify(graphOf(page)), path).not.toMatch(/\{[a-z]+\}/i);
  }
});

// A unit test draws the picture of each kind of page.
test('every page has a share image, which browsers cache', async () => {
  for (const path of ['/', '/about', '/refund-policy', '/seo-services-surat', articlePaths[0] ?? '']) {
    const address = new URL(metaOf(pageAt(path), 'og:image') ?? '');
    const response = await fetch(`${stack.siteUrl}${address.pathname}${address.search}`);
    expect([response.status, response.headers.get('content-type')], path).toEqual([200, 'image/png']);
    expect(response.headers.get('cache-control'), path).toContain('max-age=');
    expect(metaOf(pageAt(path), 'og:image:width')).toBe('1200');
  }
  expect((await fetch(`${stack.siteUrl}/opengraph-image/no-such-page`)).status).toBe(404);
});

test('the sitemap lists exactly these pages, with the time of their last change', async () => {
  const response = await fetch(`${stack.siteUrl}/sitemap.xml`);
  expect(response.headers.get('content-type')).toMatch(/xml/);
  const xml = await response.text();
  const listed = [...xml.matchAll(/<loc>(.*?)<\/loc>\s*(?:<lastmod>(.*?)<\/lastmod>)?/g)];
  expect(listed.map(([, url]) => url).sort()).toEqual(allPaths.map((path) => `${publicUrl}${path}`).sort());
  const dates = new Map(listed.map(([, url = '', time]) => [new URL(url).pathname, time]));
  expect(dates.get('/privacy-policy')).toBe('2025-01-01');
  expect(dates.get('/articles/how-to-read-a-tender-notice')).toBe('2025-10-06');
  // Imported pages have no date, because the time of the import is not that of a change.
  for (const path of ['/contact', '/careers', '/seo-services-surat'])
    expect(dates.get(path), path).toBeUndefined();
  expect(Date.parse(dates.get('/work/sample') ?? '')).toBeLessThanOrEqual(Date.now());
  // Its query reads no empty dates, which the log would report for each page.
  expect(stack.log.filter((line) => /content has null.* changes/.test(line))).toEqual([]);
});

test('security.txt names the e-mail address of the settings and has not expired', async () => {
  const response = await fetch(`${stack.siteUrl}/.well-known/security.txt`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await response.text();
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  expect(text).toContain(`Canonical: ${publicUrl}/.well-known/security.txt`);
  const [, expires = ''] = /^Expires: (\S+)$/m.exec(text) ?? [];
  expect(Date.parse(expires)).toBeGreaterThan(Date.now());
});

test('llms.txt lists the same pages with their descriptions', async () => {
  const response = await fetch(`${stack.siteUrl}/llms.txt`);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const text = await response.text();
  const listed = [...text.matchAll(/^- \[(.+?)\]\((.+?)\): \S/gm)];
  expect(listed.map(([, , url]) => url).sort()).toEqual(allPaths.map((path) => `${publicUrl}${path}`).sort());
  expect(text).not.toMatch(/\{[a-z]+\}/i);
});

test('every page has a Markdown twin with the same text and links', async () => {
  const hidden = 'script, style, svg, template, noscript, [hidden], [aria-hidden=true]';
  const letters = (text: string) => text.normalize().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
  for (const path of allPaths) {
    const response = await fetch(`${stack.siteUrl}${path}`, { headers: { accept: 'text/markdown' } });
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(response.headers.get('vary')).toContain('Accept');
    const [, about = '', text = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(await response.text()) ?? [];
    const description = parse(pageAt(path).html)
      .querySelector('meta[name=description]')
      ?.getAttribute('content');
    expect(about.split('\n')[1]).toBe(`description: ${JSON.stringify(description)}`);
    const main = parse(pageAt(path).html).querySelector('main');
    for (const element of main?.querySelectorAll(hidden) ?? []) element.remove();
    expect(text, path).toMatch(/^# \S/m);
    const targets = [...text.matchAll(/\]\(([^)\s]*)\)/g)].map(([, href]) => href);
    for (const link of main?.querySelectorAll('a[href]') ?? [])
      if (link.text.trim()) expect(targets, path).toContain(link.getAttribute('href'));
    const words = text
      .replaceAll(/!\[[^\]]*\]\([^)\s]*\)/g, '')
      .replaceAll(/\]\([^)\s]*\)/g, '')
      .replaceAll(/^ *1\. /gm, '');
    expect(letters(words), path).toBe(letters(main?.text ?? ''));
  }
});

test('links with the same name have the same target', () => {
  for (const page of pages) {
    const places = new Map<string, Set<string>>();
    for (const link of page.root.querySelectorAll('a[href]')) {
      const name = link.getAttribute('aria-label') ?? collapseSpaces(link.text);
      places.set(name, (places.get(name) ?? new Set()).add(link.getAttribute('href') ?? ''));
    }
    expect(
      [...places].filter(([, to]) => to.size > 1),
      page.path,
    ).toEqual([]);
  }
});

test('an opening has a JobPosting on its own page only, and its button prefills the enquiry', () => {
  expect(allPaths.filter((path) => nodesOf(pageAt(path), 'JobPosting').length > 0)).toEqual(jobPaths);
  for (const path of jobPaths) {
    const [posting] = nodesOf(pageAt(path), 'JobPosting');
    const title = textOf(posting, 'title');
    expect(posting).toMatchObject({
      url: `${publicUrl}${path}`,
      hiringOrganization: { '@id': `${publicUrl}/#organization` },
      employmentType: /intern/.test(path) ? 'INTERN' : 'FULL_TIME',
      directApply: false,
    });
    // Remote work names the country to apply from, other work the office.
    const isRemote = /writer/.test(path);
    expect(posting?.jobLocationType).toBe(isRemote ? 'TELECOMMUTE' : undefined);
    expect(posting).toHaveProperty(isRemote ? 'applicantLocationRequirements' : 'jobLocation');
    expect(textOf(posting, 'description')).toMatch(
      /^<p>.+<\/p><p><strong>What you will do<\/strong><\/p><ul>(<li>[^<]+<\/li>)+<\/ul><p>/,
    );
    expect(visibleText(pageAt(path))).toMatch(/Posted \d/);
    for (const page of [pageAt('/careers'), pageAt(path)]) {
      const apply = page.root.querySelector(`a[aria-label="Apply Now: ${title}"]`);
      expect(apply?.getAttribute('href')).toBe(
        `/contact?${new URLSearchParams({ service: 'other', opening: title })}`,
      );
    }
    expect(links(pageAt('/careers'))).toContainEqual({ text: title, href: path });
  }
});

test('an opening shows its pay and closing date; a closed one has no JobPosting and is not listed', async () => {
  const path = '/careers/graphic-designer';
  const client = stack.client('hr');
  const change = async (fields: object, shown: string) => {
    await client.patch('jobOpening-graphic-designer').set(fields).commit();
    await expect.poll(async () => visibleText(await fetchPage(stack.siteUrl, path))).toContain(shown);
    return fetchPage(stack.siteUrl, path);
  };
  const salary = { from: 40_000, to: 60_000, currency: 'INR', per: 'a month' };
  const more = { team: 'Content, four people', decision: ['A call in the first week'] };
  const open = await change({ validThrough: '2099-12-31', salary, ...more }, '₹40,000');
  for (const text of ['31 December 2099', more.team, ...more.decision])
    expect(visibleText(open)).toContain(text);
  expect(nodesOf(open, 'JobPosting')).toMatchObject([
    {
      validThrough: '2099-12-31T23:59:59+05:30',
      baseSalary: { currency: 'INR', value: { minValue: 40_000, maxValue: 60_000, unitText: 'MONTH' } },
    },
  ]);
  expect(nodesOf(open, 'JobPosting').flatMap((node) => unknownNames(node))).toEqual([]);

  const closed = await change(
    { datePosted: '2025-01-01', validThrough: '2025-02-01' },
    'This opening is closed',
  );
  expect(closed.status).toBe(200);
  expect(nodesOf(closed, 'JobPosting')).toEqual([]);
  expect(metaOf(closed, 'robots')).toBe('noindex, nofollow');
  expect(links(closed).filter(({ text }) => text.startsWith('Apply'))).toEqual([]);
  const careers = await fetchPage(stack.siteUrl, '/careers');
  expect(links(careers).map(({ href }) => href)).not.toContain(path);
  await expect.poll(async () => (await fetch(`${stack.siteUrl}/sitemap.xml`)).text()).not.toContain(path);
});

test('an agent may fill in every form, and a person submits it', () => {
  const names = new Set<string | undefined>();
  for (const page of allPaths.map(pageAt)) {
    const forms = page.root.querySelectorAll('form');
    expect(new Set(forms.map((form) => form.getAttribute('toolname'))).size).toBe(forms.length);
    for (const form of forms) {
      names.add(form.getAttribute('toolname'));
      expect(form.getAttribute('tooldescription'), page.path).toMatch(/ A person .+\.$/);
      expect(form.hasAttribute('toolautosubmit')).toBe(false);
      for (const group of form.querySelectorAll('fieldset'))
        expect(group.getAttribute('toolparamdescription')).toBeTruthy();
    }
  }
  expect(names.size).toBe(7);
});
