import { expect, test } from 'vitest';
import { usedStyles } from '#web/edge/used-styles.ts';

const sheet = [
  'main,td{margin:0}',
  '@keyframes drop{to{opacity:0}}',
  '.on-page,.nowhere{color:red}',
  '.drawn{color:green}',
  '@media (min-width:40rem){.sm\\:grid-cols-\\[4rem_1fr\\]{display:grid}.lg\\:nowhere{display:none}}',
  '.on-page .nowhere{color:blue}',
  '.never:hover{color:pink}',
  'p:hover{margin:0}',
  ':is(.never:has([value="a"]),.nowhere) p{color:pink}',
  ':is(.never,.on-page:has([value="a"])) p{margin:1px}',
  'p:not(:is(.never,.nowhere)){margin:2px}',
  '.\\[\\&_li\\]\\:p-1\\.5 li:is(.nowhere,:hover){padding:6px}',
].join('');
const html = '<main class="on-page"><p><ul class="[&amp;_li]:p-1.5"><li>';

test('a page gets the rules for its own classes and elements, and for those that its scripts use', () => {
  const own = 'main{margin:0}@keyframes drop{to{opacity:0}}.on-page{color:red}';
  const either =
    'p:hover{margin:0}:is(.never,.on-page:has([value="a"])) p{margin:1px}p:not(:is(.never,.nowhere)){margin:2px}';
  const list = '.\\[\\&_li\\]\\:p-1\\.5 li:is(.nowhere,:hover){padding:6px}';
  expect(usedStyles(sheet, html, new Map())).toBe(own + either + list);
  const script = 'n(`td`,{className:`drawn`+(a?"sm:grid-cols-[4rem_1fr]":"")}),r.nevermore';
  expect(usedStyles(sheet, html, new Map([['/islands/form-1.js', script]]))).toBe(
    `${own.replace('main', 'main,td')}.drawn{color:green}@media (min-width:40rem){.sm\\:grid-cols-\\[4rem_1fr\\]{display:grid}}${either}${list}`,
  );
});

test('a page gets the fonts that its own rules name', () => {
  const face = (family: string) => `@font-face{font-family:${family};src:url(font.woff2)}`;
  const fonts = `${face('Hand')}${face('Print fallback')}`;
  const named = '.on-page{font-family:Print fallback}.nowhere{font-family:Hand}';
  expect(usedStyles(fonts + named, html, new Map())).toBe(
    `${face('Print fallback')}.on-page{font-family:Print fallback}`,
  );
});

test('pages with the same classes but different scripts do not share rules', () => {
  const script = (name: string) => new Map([[`/islands/${name}.js`, `"${name}"`]]);
  expect(usedStyles(sheet, html, script('drawn'))).toContain('.drawn');
  expect(usedStyles(sheet, html, script('never'))).not.toContain('.drawn');
});
