import type { AssetSource, AssetSourceUploader, AssetSourceUploaderClass } from 'sanity';
import { toasts } from '#studio/ui/toasts.ts';

/** Signature of iPhone pictures, which few browsers show. */
const heic = /^....ftyp(?:hei|hev|mif1|msf1)/s;

const rejections: [RegExp, string][] = [
  [/^%PDF/, 'A PDF is a document. Export the page that you want as PNG or JPEG.'],
  [
    /^\s*(?:\xef\xbb\xbf)?\s*<(?:\?xml|!DOCTYPE svg|svg)/,
    'SVG drawings can carry programs, so they are not taken. Export it as PNG, at least 1,600 pixels wide.',
  ],
  [/^(?:GIF8|BM|II\*|MM\0\*)/, 'Save it as JPEG or PNG.'],
  [/^$/, 'The file is empty. Copy it once more from where it came from.'],
  // Anything but JPEG, PNG, WebP and AVIF.
  [
    /^(?!\xff\xd8\xff|\x89PNG|RIFF....WEBP|....ftypavi[fs])/s,
    'This is not a picture, whatever its name says. Pictures are JPEG, PNG, WebP or AVIF files.',
  ],
];

/** The picture to upload for a file; undefined after telling why not. */
async function preparePicture(file: File): Promise<File | undefined> {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 256).arrayBuffer()));
  if (heic.test(start)) return convertToJpeg(file);
  const [, reason] = rejections.find(([begins]) => begins.test(start)) ?? [];
  return reason ? reject(file, reason) : file;
}

function reject({ name }: File, description: string): undefined {
  const title = `${name} was not taken`;
  // The id keeps it to one toast, even with two documents open.
  toasts.next({ id: 'file', status: 'error', title, description, closable: true, duration: 30_000 });
}

/** HEIC to JPEG, without time and place. The decoder is 3 MB, so it is loaded on demand. */
async function convertToJpeg(file: File): Promise<File | undefined> {
  const title = `Turning ${file.name} into a JPEG …`;
  toasts.next({ id: 'file', status: 'info', title, duration: 30_000 });
  try {
    const { heicTo } = await import('heic-to/csp');
    const jpeg = await heicTo({ blob: file, type: 'image/jpeg', quality: 0.9 });
    toasts.next({ id: 'file', status: 'success', title: `${file.name} is now a JPEG` });
    return new File([jpeg], file.name.replace(/(?:\.hei[cf])?$/i, '.jpg'), { type: jpeg.type });
  } catch {
    return reject(file, 'This HEIC picture cannot be read. Export it as JPEG, or take it once more.');
  }
}

/** The Studio's picture sources, checking each file before the upload. */
export const pictureSources = (sources: AssetSource[]) =>
  sources.map(({ Uploader, ...source }) =>
    Uploader ? { ...source, Uploader: withFileCheck(Uploader) } : source,
  );

function withFileCheck(Uploader: AssetSourceUploaderClass): AssetSourceUploaderClass {
  return class extends Uploader {
    #end = () => {};

    override subscribe(subscriber: Parameters<AssetSourceUploader['subscribe']>[0]) {
      this.#end = () => subscriber({ type: 'all-complete', files: [] });
      return super.subscribe(subscriber);
    }

    override upload(...[files, options]: Parameters<AssetSourceUploader['upload']>) {
      void Promise.all(files.map(preparePicture)).then((found) => {
        const pictures = found.filter((file) => file !== undefined);
        if (pictures.length > 0) super.upload(pictures, options);
        else this.#end();
      });
      return [];
    }
  };
}
