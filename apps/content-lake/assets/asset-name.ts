import type { Size } from './geometry.ts';

export const assetKinds = ['images', 'files'] as const;
export type AssetKind = (typeof assetKinds)[number];

export const assetTypes = {
  images: 'sanity.imageAsset',
  files: 'sanity.fileAsset',
} as const satisfies Record<AssetKind, string>;

/** The parsed name of a stored asset. `name` is the last part of its URL. Only images have a size other than 0 × 0. */
export type AssetName = Size & { kind: AssetKind; name: string; sha1: string; extension: string };

const patterns = {
  images: /^([a-f0-9]{40})-(\d{1,5})x(\d{1,5})\.([a-z]{3,4})$/,
  files: /^([a-f0-9]{40})()()\.([a-z0-9]{1,12})$/,
};

/** Parses the last part of a URL. Accepts exact names only, so that no other path can be reached. */
export function parseAssetName(kind: AssetKind, name: string): AssetName | undefined {
  const [, sha1, width, height, extension] = patterns[kind].exec(name) ?? [];
  if (!sha1 || !extension) return undefined;
  return { kind, name, sha1, extension, width: Number(width), height: Number(height) };
}

export function imageName(sha1: string, { width, height }: Size, extension: string): AssetName {
  return { kind: 'images', name: `${sha1}-${width}x${height}.${extension}`, sha1, width, height, extension };
}

export function fileName(sha1: string, extension: string): AssetName {
  return { kind: 'files', name: `${sha1}.${extension}`, sha1, width: 0, height: 0, extension };
}

/** Returns the document id: `image-<sha1>-<width>x<height>-<extension>` or `file-<sha1>-<extension>`, as in Sanity. */
export function assetDocumentId(asset: AssetName): string {
  return `${asset.kind === 'images' ? 'image' : 'file'}-${asset.name.replace('.', '-')}`;
}

export function assetOfDocument(id: string): AssetName | undefined {
  const kind = id.startsWith('image-') ? 'images' : id.startsWith('file-') ? 'files' : undefined;
  if (!kind) return undefined;
  const rest = id.slice(id.indexOf('-') + 1);
  const end = rest.lastIndexOf('-');
  return parseAssetName(kind, `${rest.slice(0, end)}.${rest.slice(end + 1)}`);
}
