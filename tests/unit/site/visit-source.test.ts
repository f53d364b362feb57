import { describe, expect, test } from 'vitest';
import { addSourceToLinks } from '#web/visits/add-source-to-links.ts';
import { findSource, queryOfSource } from '#web/visits/source.ts';

const of = (query: string, referrer?: string) =>
  findSource(new URLSearchParams(query), referrer, ['example-agency.com']);

test.each([
  ['utm_source=Google&utm_medium=CPC&utm_campaign=Diwali%202026', 'google / cpc / diwali 2026'],
  ['utm_source=newsletter&utm_campaign=march', 'newsletter / - / march'],
  ['utm_source=दिवाली&utm_medium=संदेश', 'दिवाली / संदेश'],
  ['utm_source=a/b|c"<d>', 'a b c d'],
  [`utm_source=${'x'.repeat(500)}`, 'x'.repeat(40)],
  ['gclid=Cj0KCQjw', 'google / cpc'],
  ['utm_source=mail&gclid=Cj0KCQjw', 'mail'],
  // ChatGPT adds this to its links.
  ['utm_source=chatgpt.com', 'chatgpt.com / assistant'],
  ['utm_source=chatgpt.com&utm_medium=cpc', 'chatgpt.com / cpc'],
  ['fbclid=IwAR0', 'facebook / social'],
  // Texts that could identify a person are dropped.
  ['utm_source=asha%40example.com', undefined],
  ['utm_source=mail&utm_campaign=%2B91%2098765%2043210', 'mail'],
  ['utm_source=mail&utm_content=asha&utm_term=verma', 'mail'],
  ['utm_source=%20%2F%20', undefined],
  ['', undefined],
])('%s gives %s', (query, source) => {
  expect(of(query)).toBe(source);
});

test.each([
  ['https://www.google.com/', 'google / organic'],
  ['https://www.google.co.in/search?q=seo+gurugram', 'google / organic'],
  ['https://www.indiamart.com/a/b?c', 'indiamart.com / referral'],
  ['android-app://com.linkedin.android/', 'com.linkedin.android / referral'],
  ['https://www.perplexity.ai/search/x', 'perplexity.ai / assistant'],
  ['https://gemini.google.com/app', 'gemini.google.com / assistant'],
  ['https://claude.ai/chat/x', 'claude.ai / assistant'],
  ['https://notclaude.ai/', 'notclaude.ai / referral'],
  ['https://www.example-agency.com/about', undefined],
  // A payer returns from the gateway to the page they came from.
  ['https://api.razorpay.com/', undefined],
  ['not an address', undefined],
])('a visit from %s gives %s', (referrer, source) => {
  expect(of('', referrer)).toBe(source);
  expect(of('utm_source=mail', referrer)).toBe('mail');
});

test.each([
  'google / cpc / diwali 2026',
  'chatgpt.com / assistant',
  'newsletter',
  'newsletter / - / march',
  'दिवाली / संदेश',
])('%s survives in a query string', (source) => {
  expect(of(queryOfSource(source))).toBe(source);
});

describe('a page for a visit with a source', () => {
  const attributed = (html: string) => addSourceToLinks(html, 'google / cpc');
  const query = 'utm_source=google&amp;utm_medium=cpc';

  test('adds the source to its links to pages and keeps their own parameters', () => {
    expect(attributed('<a class="x" href="/about">A</a>')).toBe(`<a class="x" href="/about?${query}">A</a>`);
    expect(attributed('<a href="/contact?service=seo#form" rel="y">')).toBe(
      `<a href="/contact?service=seo&amp;${query}#form" rel="y">`,
    );
    expect(attributed('<a href="/">')).toBe(`<a href="/?${query}">`);
    expect(attributed('<a href="/seo-services-%E0%A4%A6">')).toBe(
      `<a href="/seo-services-%E0%A4%A6?${query}">`,
    );
  });

  test.each([
    '<a href="#content">',
    '<a href="https://wa.me/919876543210">',
    '<a href="//other.example/x">',
    '<a href="tel:+919876543210">',
    '<a href="/media/file.pdf">',
    '<a href="/articles/feed.xml">',
    '<a href="/studio/">',
    '<a href="/api/tender-dates">',
    '<a href="/about?utm_source=footer">',
    '<link rel="canonical" href="/about">',
    '<area data-href="/about">',
  ])('leaves %s alone', (tag) => {
    expect(attributed(tag)).toBe(tag);
  });

  test('adds the source to its forms: to the action of POST forms, as fields of GET forms', () => {
    expect(attributed('<form action="/api/enquiry" method="post">')).toBe(
      `<form action="/api/enquiry?${query}" method="post">`,
    );
    expect(attributed('<form method="get" action="/tender-tools">')).toBe(
      '<form method="get" action="/tender-tools"><input type="hidden" name="utm_source" value="google">' +
        '<input type="hidden" name="utm_medium" value="cpc">',
    );
  });

  test('passes the source to its scripts, and escapes it', () => {
    expect(addSourceToLinks('<html lang="en">', 'a / b')).toBe(
      '<html data-attribution="utm_source=a&amp;utm_medium=b" lang="en">',
    );
    expect(addSourceToLinks('<html lang="en"><a href="/">', '"><script>$& / x')).not.toContain('<script>');
  });
});
