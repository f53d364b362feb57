import type { AssetSource, AssetSourceUploader, AssetSourceUploaderClass } from 'sanity';
import { ChoosePicture } from '#studio/pictures/choose-picture.tsx';
import { toasts } from '#studio/ui/toasts.ts';
import { pictureAdvice } from './studio-texts.ts';

/** Signature of iPhone pictures, which most browsers cannot show. */
const heic = /^....ftyp(?:hei|hev|mif1|msf1)/s;

/** Signatures of JPEG, PNG, WebP and AVIF. */
const accepted = /^(?:\xff\xd8\xff|\x89PNG|RIFF....WEBP|....ftypavi[fs])/s;

/** Returns the picture to upload for a file. If the file is not accepted, shows a toast and returns undefined. */
export async function preparePicture(file: File): Promise<File | undefined> {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 256).arrayBuffer()));
  if (heic.test(start)) return convertToJpeg(file);
  return accepted.test(start) ? file : reject(file, pictureAdvice);
}

function reject({ name }: File, description: string): undefined {
  const title = `${name} was not uploaded`;
  // With this id there is only one toast, even if two documents are open.
  toasts.next({ id: 'file', status: 'error', title, description, closable: true, duration: 30_000 });
}

/** Converts HEIC to JPEG without its metadata. The decoder is 3 MB, so it is loaded on demand. */
async function convertToJpeg(file: File): Promise<File | undefined> {
  const title = `Converting ${file.name} to JPEG …`;
  toasts.next({ id: 'file', status: 'info', title, duration: 30_000 });
  try {
    const { heicTo } = await import('heic-to/csp');
    const jpeg = await heicTo({ blob: file, type: 'image/jpeg', quality: 0.9 });
    toasts.next({ id: 'file', status: 'success', title: `${file.name} is now a JPEG` });
    return new File([jpeg], file.name.replace(/(?:\.hei[cf])?$/i, '.jpg'), { type: jpeg.type });
  } catch {
    return reject(file, 'This HEIC picture cannot be read. Export it as JPEG, or take the picture again.');
  }
}

/** Wraps the Studio's picture sources: each file is checked before the upload, and "Browse" opens our list with a search. */
export const pictureSources = (sources: AssetSource[]) =>
  sources.map(({ Uploader, ...source }) => ({
    ...source,
    component: ChoosePicture,
    ...(Uploader && { Uploader: withFileCheck(Uploader) }),
  }));

function withFileCheck(Uploader: AssetSourceUploaderClass): AssetSourceUploaderClass {
  return class extends Uploader {
    #end = () => {};

    override subscribe(subscriber: Parameters<AssetSourceUploader['subscribe']>[0]) {
      this.#end = () => subscriber({ type: 'all-complete', files: [] });
      return super.subscribe(subscriber);
    }

    override upload(...[files, options]: Parameters<AssetSourceUploader['upload']>) {
      void Promise.all(files.map(preparePicture)).then((prepared) => {
        const pictures = prepared.filter((file) => file !== undefined);
        if (pictures.length > 0) super.upload(pictures, options);
        else this.#end();
      });
      return [];
    }
  };
}
