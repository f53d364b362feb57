import { expect, test } from 'vitest';
import { eventText } from '../../listen/event-stream.ts';

test('a blank line ends each event, without which browsers wait for more', () => {
  const data = { text: 'one\ntwo' };
  expect(eventText({ name: 'mutation', id: '1', data })).toBe(
    'event: mutation\nid: 1\ndata: {"text":"one\\ntwo"}\n\n',
  );
  expect(eventText({ data: {} })).toBe('data: {}\n\n');
});
