import { describe, expect, test } from 'vitest';
import { changedFields, differencesBetween } from '#studio/content/differences.ts';
import { combineUnsaved, mergeUnsaved } from '#studio/unsaved/merge-unsaved.ts';

const item = (_key: string, heading: string) => ({ _key, _type: 'hero', heading });
const block = (text: string) => ({
  _key: 'p',
  _type: 'block',
  children: [{ _key: 's', _type: 'span', text }],
});

describe('what was typed comes back', () => {
  test('without undoing what others changed in the same list meanwhile', () => {
    const typed = {
      fields: { sections: [item('a', 'Mine'), item('b', 'B')] },
      base: { sections: [item('a', 'A'), item('b', 'B')] },
    };
    const now = { title: 'Theirs', sections: [item('a', 'A'), item('b', 'Theirs'), item('c', 'New')] };
    const { value, changes } = mergeUnsaved(typed, now);
    expect(value).toEqual({ sections: [item('a', 'Mine'), item('b', 'Theirs'), item('c', 'New')] });
    expect(changes).toEqual([
      { path: ['sections', { _key: 'a' }, 'heading'], before: 'A', after: 'Mine', isConflict: false },
    ]);
  });

  test('with a removed section, in addition to later changes', () => {
    const typed = {
      fields: { sections: [item('a', 'Mine'), item('b', 'B')] },
      base: { sections: [item('b', 'B')] },
    };
    const { value } = mergeUnsaved(typed, { sections: [item('b', 'Theirs'), item('c', 'New')] });
    expect(value.sections).toEqual([item('a', 'Mine'), item('b', 'Theirs'), item('c', 'New')]);
  });

  test('as a choice where both changed one paragraph', () => {
    const typed = { fields: { text: [block('Mine')] }, base: { text: [block('Was')] } };
    const now = { text: [block('Theirs')] };
    const { changes } = mergeUnsaved(typed, now);
    expect(changes).toMatchObject([{ path: ['text', { _key: 'p' }], isConflict: true }]);
    expect(mergeUnsaved(typed, now, () => true).changes).toEqual([]);
  });

  test('in addition to what a colleague wrote meanwhile, if the text did not have it', () => {
    const { value, changes } = mergeUnsaved(
      { fields: { quote: 'Was mine' }, base: { quote: 'Was' }, isAddition: true },
      { quote: 'Now was theirs' },
    );
    expect(value).toEqual({ quote: 'Now was theirs mine' });
    expect(changes).toMatchObject([{ isConflict: false }]);
  });

  test('as a choice for what an earlier version of the Studio stored without its base', () => {
    const { changes } = mergeUnsaved(
      { fields: { quote: 'Mine', role: null } },
      { quote: 'Theirs', role: 'Same' },
    );
    expect(changes).toMatchObject([{ path: ['quote'], isConflict: true }]);
  });

  test('with the section that was removed before it', () => {
    const first = {
      fields: { sections: [item('a', 'Mine'), item('b', 'B')] },
      base: { sections: [item('b', 'B')] },
    };
    const second = { fields: { sections: [item('b', 'Mine too')] }, base: { sections: [] } };
    const { value } = mergeUnsaved(combineUnsaved(first, second), { sections: [] });
    expect(value.sections).toEqual([item('b', 'Mine too'), item('a', 'Mine')]);
  });

  test.each([
    ['after the first', 'Was', 'Was t', 'Wasyped', 'Was typed'],
    ['at two places', 'One. Two.', 'One A. Two.', 'One. Two B.', 'One A. Two B.'],
    ['at two places, the last first', 'One. Two.', 'One. Two B.', 'One A. Two.', 'One A. Two B.'],
    ['into an empty text', undefined, 't', 'yped', 'typed'],
    ['over the same letters', 'Was', 'First', 'Second', 'Second'],
    ['before a replaced word', 'Was here', 'Was gone', 'Was right here', 'Was right gone'],
    ['after which the text was emptied', 'Was', 'Was t', '', ' t'],
  ])('with the letters of two rejected edits: %s', (_, was, first, second, both) => {
    const base = was === undefined ? {} : { quote: was };
    const combined = combineUnsaved({ fields: { quote: first }, base }, { fields: { quote: second }, base });
    expect(combined.fields).toEqual({ quote: both });
  });

  test('with the letters of two rejected edits, between which a colleague wrote', () => {
    const first = { fields: { quote: 'Was one' }, base: { quote: 'Was' } };
    const second = { fields: { quote: 'Was theirs two' }, base: { quote: 'Was theirs' } };
    expect(combineUnsaved(first, second)).toEqual({
      fields: { quote: 'Was theirs one two' },
      base: { quote: 'Was theirs' },
    });
  });

  test('with the letters of two rejected edits in one paragraph', () => {
    const edit = (text: string) => ({ fields: { text: [block(text)] }, base: { text: [block('Was')] } });
    expect(combineUnsaved(edit('Was t'), edit('Wasyped')).fields).toEqual({ text: [block('Was typed')] });
  });
});

test('differences are named where editors see them', () => {
  const before = {
    on: true,
    list: [item('a', 'A'), item('b', 'B')],
    link: { _type: 'reference', _ref: 'x' },
  };
  const after = {
    on: false,
    list: [item('b', 'B'), item('a', 'New')],
    link: { _type: 'reference', _ref: 'y' },
  };
  const paths = differencesBetween(before, after).map(({ path }) => path);
  expect(paths).toEqual([['on'], ['list'], ['list', { _key: 'a' }, 'heading'], ['link']]);
});

test('a reference that publishing makes strong is no changed field, in whatever order its parts are', () => {
  const weak = { _type: 'reference', _ref: 'x', _weak: true, _strengthenOnPublish: { type: 'person' } };
  const strong = { _ref: 'x', _type: 'reference' };
  expect(changedFields({ title: 'A', author: strong }, { title: 'B', author: weak })).toEqual({ title: 'B' });
});
