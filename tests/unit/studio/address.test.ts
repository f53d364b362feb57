import { expect, test } from 'vitest';
import { describeAddress } from '#studio/form/describe-address.ts';

test.each([
  [null, null, /^Fill in the “Address” field/],
  [null, '/about', /^Will be at \/about once/],
  ['/about', '/about', /^On the site at \/about$/],
  ['/about', null, /^On the site at \/about$/],
  ['/about', '/us', /^Moves from \/about to \/us when .* The old address will redirect/],
  ['/', '/welcome', /^The home page must stay at “\/”. Enter “home”/],
])('shows the address of a document published at %s and edited to %s', (published, edited, text) => {
  expect(describeAddress(published, edited)).toMatch(text);
});
