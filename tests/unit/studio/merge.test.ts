import { expect, test } from 'vitest';
import { merged } from '#studio/publishing/merge.ts';

const item = (_key: string, text: string) => ({ _key, text });
const base = { role: 'Old', quote: 'Old', sections: [item('a', 'A'), item('b', 'B')] };

test.each([
  ['what they changed', { ...base, role: 'New' }, base, { ...base, role: 'New' }],
  ['what we changed', base, { ...base, quote: 'Ours' }, { ...base, quote: 'Ours' }],
  [
    'both, in different fields',
    { ...base, role: 'New' },
    { ...base, quote: 'Ours' },
    { ...base, role: 'New', quote: 'Ours' },
  ],
  [
    'ours, where both changed one',
    { ...base, role: 'New' },
    { ...base, role: 'Ours' },
    { ...base, role: 'Ours' },
  ],
  [
    'what they emptied',
    { quote: 'Old', sections: base.sections },
    base,
    { quote: 'Old', sections: base.sections },
  ],
  [
    'both, in different items',
    { ...base, sections: [item('a', 'New'), item('b', 'B')] },
    { ...base, sections: [item('a', 'A'), item('b', 'Ours')] },
    { ...base, sections: [item('a', 'New'), item('b', 'Ours')] },
  ],
  [
    'items that they added and took away, beside ours',
    { ...base, sections: [item('n', 'New'), item('b', 'B')] },
    { ...base, sections: [item('a', 'A'), item('b', 'B'), item('o', 'Ours')] },
    { ...base, sections: [item('n', 'New'), item('b', 'B'), item('o', 'Ours')] },
  ],
  [
    'an item of ours that they took away',
    { ...base, sections: [item('b', 'B')] },
    { ...base, sections: [item('a', 'Ours'), item('b', 'B')] },
    { ...base, sections: [item('a', 'Ours'), item('b', 'B')] },
  ],
])('takes %s', (_name, theirs, ours, wanted) => expect(merged(base, theirs, ours)).toEqual(wanted));
