import { Subject } from 'rxjs';
import type { AssetSource, AssetSourceUploader, AssetSourceUploaderClass } from 'sanity';

/** Files that were not taken, and why; the form says it. */
export const refusals = new Subject<{ title: string; description: string }>();

/** How the files begin that every browser shows: JPEG, PNG, WebP and AVIF. */
const picture = /^(?:\xff\xd8\xff|\x89PNG|RIFF....WEBP|....ftypavi[fs])/s;

/** How other files begin, and what to do about them. */
const others = [
  {
    begins: /^....ftyp(?:hei|hev|mif1|msf1)/s,
    advice:
      'HEIC pictures from iPhones cannot be shown by most browsers. Export it as JPEG, or choose "Most compatible" in the camera settings of the phone.',
  },
  { begins: /^%PDF/, advice: 'A PDF is a document. Export the page that you want as PNG or JPEG.' },
  {
    begins: /^\s*(?:\xef\xbb\xbf)?\s*<(?:\?xml|!DOCTYPE svg|svg)/,
    advice:
      'SVG drawings can carry programs, so they are not taken. Export it as PNG, at least 1,600 pixels wide.',
  },
  { begins: /^(?:GIF8|BM|II\*|MM\0\*)/, advice: 'Save it as JPEG or PNG.' },
  { begins: /^$/, advice: 'The file is empty. Copy it once more from where it came from.' },
];
const otherwise =
  'This is not a picture, whatever its name says. Pictures are JPEG, PNG, WebP or AVIF files.';

/** Why a file is not taken; undefined for a picture. */
async function adviceOn(file: File): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 256).arrayBuffer());
  const start = String.fromCharCode(...bytes);
  return picture.test(start)
    ? undefined
    : (others.find(({ begins }) => begins.test(start))?.advice ?? otherwise);
}

type Subscriber = Parameters<AssetSourceUploader['subscribe']>[0];

/** The Studio's sources of pictures, with a look at each file before it is sent. */
export const pictureSources = (sources: AssetSource[]) =>
  sources.map(({ Uploader, ...source }) => (Uploader ? { ...source, Uploader: looking(Uploader) } : source));

function looking(Uploader: AssetSourceUploaderClass): AssetSourceUploaderClass {
  return class extends Uploader {
    #subscribers: Subscriber[] = [];

    override subscribe(subscriber: Subscriber) {
      this.#subscribers.push(subscriber);
      return super.subscribe(subscriber);
    }

    override upload(files: File[], options?: Parameters<AssetSourceUploader['upload']>[1]) {
      void this.#uploadPictures(files, options);
      return [];
    }

    async #uploadPictures(files: File[], options?: Parameters<AssetSourceUploader['upload']>[1]) {
      const looked = await Promise.all(files.map(async (file) => ({ file, advice: await adviceOn(file) })));
      for (const { file, advice } of looked)
        if (advice) refusals.next({ title: `${file.name} was not taken`, description: advice });
      const pictures = looked.filter(({ advice }) => !advice).map(({ file }) => file);
      if (pictures.length > 0) super.upload(pictures, options);
      else for (const subscriber of this.#subscribers) subscriber({ type: 'all-complete', files: [] });
    }
  };
}
