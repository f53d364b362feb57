import { Subject } from 'rxjs';
import type { AssetSource, AssetSourceUploader, AssetSourceUploaderClass, ToastParams } from 'sanity';

/** Files that were not taken, and why; the form says it. */
export const refusals = new Subject<ToastParams>();

/** How files begin that not every browser shows as a picture, and what to do about them. */
const others: [RegExp, string][] = [
  [
    /^....ftyp(?:hei|hev|mif1|msf1)/s,
    'HEIC pictures from iPhones cannot be shown by most browsers. Export it as JPEG, or choose "Most compatible" in the camera settings of the phone.',
  ],
  [/^%PDF/, 'A PDF is a document. Export the page that you want as PNG or JPEG.'],
  [
    /^\s*(?:\xef\xbb\xbf)?\s*<(?:\?xml|!DOCTYPE svg|svg)/,
    'SVG drawings can carry programs, so they are not taken. Export it as PNG, at least 1,600 pixels wide.',
  ],
  [/^(?:GIF8|BM|II\*|MM\0\*)/, 'Save it as JPEG or PNG.'],
  [/^$/, 'The file is empty. Copy it once more from where it came from.'],
  // All that is no JPEG, PNG, WebP or AVIF.
  [
    /^(?!\xff\xd8\xff|\x89PNG|RIFF....WEBP|....ftypavi[fs])/s,
    'This is not a picture, whatever its name says. Pictures are JPEG, PNG, WebP or AVIF files.',
  ],
];

/** Whether a file is a picture; if not, says why it is not taken. */
async function isTaken(file: File): Promise<boolean> {
  const start = String.fromCharCode(...new Uint8Array(await file.slice(0, 256).arrayBuffer()));
  const [, description] = others.find(([begins]) => begins.test(start)) ?? [];
  const title = `${file.name} was not taken`;
  // By its id one toast, also where two documents are open.
  const toast = { id: 'refused-file', status: 'error', title, closable: true, duration: 30_000 } as const;
  if (description) refusals.next({ ...toast, description });
  return !description;
}

/** The Studio's sources of pictures, with a look at each file before it is sent. */
export const pictureSources = (sources: AssetSource[]) =>
  sources.map(({ Uploader, ...source }) => (Uploader ? { ...source, Uploader: looking(Uploader) } : source));

function looking(Uploader: AssetSourceUploaderClass): AssetSourceUploaderClass {
  return class extends Uploader {
    #end = () => {};

    override subscribe(subscriber: Parameters<AssetSourceUploader['subscribe']>[0]) {
      this.#end = () => subscriber({ type: 'all-complete', files: [] });
      return super.subscribe(subscriber);
    }

    override upload(...[files, options]: Parameters<AssetSourceUploader['upload']>) {
      void Promise.all(files.map(isTaken)).then((taken) => {
        const pictures = files.filter((_file, at) => taken[at]);
        if (pictures.length > 0) super.upload(pictures, options);
        else this.#end();
      });
      return [];
    }
  };
}
