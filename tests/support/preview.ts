import type { Stack } from './stack.ts';

/** Stores a secret as the Studio does. Returns the path that begins an editor's preview with it. */
export async function previewPath(stack: Stack, pathname = '/', studioUrl = stack.siteUrl): Promise<string> {
  const secret = 'only-the-studio-writes-it';
  await stack.client('editor').createOrReplace({
    _id: 'sanity-preview-url-secret.test',
    _type: 'sanity.previewUrlSecret',
    source: 'test',
    secret,
    studioUrl: `${studioUrl}/studio`,
  });
  return `/api/draft-mode/enable?${new URLSearchParams({
    'sanity-preview-secret': secret,
    'sanity-preview-pathname': pathname,
  })}`;
}
