import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  choosesGulf,
  gulfQuery,
  pageParameters,
  pictureParameters,
} from '#web/contracts/query-parameters.ts';
import { markdownNamed } from '#web/edge/markdown.ts';
import { projectRoot } from '../../../apps/environment/environment.ts';

const nginx = readFileSync(path.join(projectRoot, 'deploy/nginx.conf'), 'utf8');
const why = 'web/contracts/query-parameters.ts and deploy/nginx.conf name the same parameters';

/** Returns the cache key that one of nginx's maps makes of a query: the whole query, or nothing. */
function keyOf(map: string, query: string): string {
  const [, rules = ''] = new RegExp(`\\$args \\$${map} \\{([^}]*)\\}`).exec(nginx) ?? [];
  const [, pattern] = /"~(.*)" \$args;/.exec(rules) ?? [];
  if (pattern === undefined) throw new Error(`deploy/nginx.conf has no map of $args to $${map}.`);
  return new RegExp(pattern).test(query) ? query : '';
}

test('nginx keys pages by every parameter that changes them, in every spelling', () => {
  for (const name of pageParameters)
    for (const query of [`${name}=x`, `a=b&${name}=x`, `${name}`, `${name}&a=b`, `%${hex(name)}=x`])
      expect(keyOf('site_query', query), why).toBe(query);
});

test('nginx ignores other queries of pages', () => {
  const names = /\(\?:\^\|&\)\(\?:([\w|]+)\|\[/.exec(nginx)?.[1]?.split('|');
  expect(names, why).toEqual([...pageParameters]);
  for (const query of ['', 'x', 'x=tool', 'x=tool=1', 'xtool=1', 'toolx=1', 'utm_term=x', 'x=%20'])
    expect(keyOf('site_query', query)).toBe('');
});

test('nginx caches one more version of each page, for the Gulf', () => {
  const [, pattern = ''] = /"~(.*)" in=gulf;/.exec(nginx) ?? [];
  for (const query of [
    gulfQuery,
    `x=1&${gulfQuery}`,
    `${gulfQuery}&x=1`,
    'in=gulfs',
    'xin=gulf',
    'in=%67ulf',
    'x=?in=gulf',
  ])
    for (const end of ['', '#', '#&in=gulf'])
      expect(choosesGulf(`/?${query}${end}`), query).toBe(new RegExp(pattern).test(query));
});

test('nginx keys pictures by exactly their parameters', () => {
  const query = pictureParameters.map((name) => `${name}=1,2`).join('&');
  expect(keyOf('site_picture_query', query), why).toBe(query);
  expect(keyOf('site_picture_query', 'w=640&s=x')).toBe('w=640&s=x');
  for (const other of ['', `${query}&x=1`, `x=1&${query}`, 'w=640', 's=x&w=640', '%77=640&s=x'])
    expect(keyOf('site_picture_query', other)).toBe('');
});

test('nginx neither stores nor reuses responses to clients that name Markdown', () => {
  const [, rules = ''] = /\$http_accept \$site_markdown \{([^}]*)\}/.exec(nginx) ?? [];
  expect(rules).toContain(`"~*${markdownNamed.source.replaceAll('\\/', '/')}" 1;`);
  const keys = nginx.match(/(?<=proxy_cache_key ).*(?=;)/g) ?? [];
  expect(keys.length).toBeGreaterThan(3);
  // Values that a client cannot choose come before the host and the path, so no path can imitate another key.
  for (const key of keys)
    expect(key).toMatch(/^\$scheme\|(\$site_\w+\|)+\$host\$site_path(\?(\$site_\w+)?)?$/);
  const pages = nginx
    .split(/(?=\n {4}location )/)
    .find((one) => one.startsWith('\n    location / {') && one.includes('proxy_cache site;'));
  expect(pages).toMatch(/proxy_cache_bypass .*\$site_markdown/);
  expect(pages).toMatch(/proxy_no_cache .*\$site_markdown/);
});

test('nginx stores only responses that the site lets it store', () => {
  const storing = nginx.split(/(?=\n {4}location )/).filter((one) => one.includes('proxy_cache site;'));
  expect(storing.length).toBeGreaterThan(2);
  for (const location of storing) {
    const ignores = /proxy_ignore_headers .*Cache-Control/.test(location);
    const excludes = /proxy_no_cache (?:1;|.*\$site_private)/.test(location);
    expect(!ignores || excludes, location).toBe(true);
  }
});

function hex(name: string): string {
  return `${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
}
