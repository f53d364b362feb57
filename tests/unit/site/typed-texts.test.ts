import { afterEach, expect, test } from 'vitest';
import { typingChannel } from '#web/contracts/typing.ts';
import { followTyping, onTyping, typedText } from '#web/preview/typed-texts.ts';

const studio = new BroadcastChannel(typingChannel);
const unfollow = followTyping();

afterEach(() => {
  unfollow();
  studio.close();
});

test('a preview follows typing into a page, its draft and its release version', async () => {
  for (const _id of ['page-a', 'drafts.page-b', 'versions.rMay.page-c']) {
    const heard = new Promise<void>((resolve) => onTyping(resolve));
    studio.postMessage({ document: { _id, title: `Typed into ${_id}` } });
    await heard;
  }
  const title = (id: string) => typedText({ id, path: ['title'] });
  expect(['page-a', 'page-b', 'page-c'].map(title)).toEqual([
    'Typed into page-a',
    'Typed into drafts.page-b',
    'Typed into versions.rMay.page-c',
  ]);
});
