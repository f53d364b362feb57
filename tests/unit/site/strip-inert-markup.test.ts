import { expect, test } from 'vitest';
import { removeInertMarkup } from '#web/edge/strip-inert-markup.ts';

test.each([
  ['a script of the framework', '<p>a</p><script src="/x.js" async=""></script><p>b</p>', '<p>a</p><p>b</p>'],
  ['a script with markup in it', '<p>a</p><script>push("<p>b</p><!-- ")</script>', '<p>a</p>'],
  [
    'preloads of scripts',
    '<link rel="preload" as="script" href="/x"/><link rel="modulepreload" href="/y"/>',
    '',
  ],
  ['comments', '<p>a<!-- -->b<!--$?--></p>', '<p>ab</p>'],
  [
    'how React sorts styles',
    '<link rel="stylesheet" data-precedence="n" href="/x.css"/>',
    '<link rel="stylesheet" href="/x.css"/>',
  ],
  ['empty placeholders', '<main></main><div hidden=""><!--$--><script>1</script> </div>', '<main></main>'],
  ['ends of empty shapes', '<svg><g></g><path d="M1 1"></path></svg>', '<svg><g></g><path d="M1 1"/></svg>'],
])('%s: removed', (_, html, left) => {
  expect(removeInertMarkup(html)).toBe(left);
});

test.each([
  ['our own scripts', '<script data-own="">a<!--b && c</script>'],
  ['data', '<script type="application/ld+json">{"a":"<!-- x -->"}</script>'],
  ['speculation rules', '<script type="speculationrules">{}</script>'],
  ['other preloads', '<link rel="preload" as="font" href="/x.woff2"/>'],
  ['hidden elements with something in them', '<div hidden=""><p>a</p></div><div hidden="" id="b"></div>'],
  ['shapes with something in them', '<svg><path d="M1"><title>a</title></path><circle r="1"/></svg>'],
  [
    'characters as they are written',
    '<!DOCTYPE html><p title="a &quot; b">&amp; ü &#x27; <br/> &lt;script&gt;</p>',
  ],
  [
    'text that looks like markup',
    '<textarea><script>a</script></textarea><style>a>b{content:"<!--"}</style>',
  ],
])('%s: kept byte for byte', (_, html) => {
  expect(removeInertMarkup(html)).toBe(html);
});
