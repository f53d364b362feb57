import { createReadStream, createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { createTarDecoder } from 'modern-tar';
import { packTar, type TarSource, unpackTar } from 'modern-tar/fs';

/** File extension of the age format. The `age` program can decrypt these files too. */
export const encryptedEnding = '.age';

type Bytes = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Writes a tar.gz, encrypted if there is a passphrase. */
export async function pack(
  sources: TarSource[],
  file: string,
  passphrase: string | undefined,
): Promise<void> {
  const target = createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true });
  if (!passphrase) return pipeline(packTar(sources), createGzip(), target);
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  await pipeline(
    packTar(sources),
    createGzip(),
    throughWeb((bytes) => encrypter.encrypt(bytes)),
    target,
  );
}

/** Unpacks an archive. Throws if it is damaged, incomplete or encrypted with a different passphrase. */
export function unpack(file: string, folder: string, passphrase: string | undefined): Promise<void> {
  return readTar(file, passphrase, () => unpackTar(folder));
}

/** Reads an archive to its end, and returns the text of its first file. Throws under the same conditions as `unpack`. */
export async function readFirstFile(file: string, passphrase: string | undefined): Promise<string> {
  const texts: string[] = [];
  const entries = createTarDecoder({ strict: true });
  const reading = (async () => {
    for await (const { body } of entries.readable)
      if (texts.length > 0) await body.cancel();
      else texts.push(await new Response(body).text());
  })();
  await Promise.all([readTar(file, passphrase, () => Writable.fromWeb(entries.writable)), reading]);
  return texts.join('');
}

/** `openTarget` is called once the passphrase is known, because `unpackTar` creates its folder at once. */
async function readTar(
  file: string,
  passphrase: string | undefined,
  openTarget: () => Writable,
): Promise<void> {
  const bytes = createReadStream(file);
  if (!file.endsWith(encryptedEnding)) return pipeline(bytes, createGunzip(), openTarget());
  if (!passphrase)
    throw new Error(
      `${file} is encrypted. Set BACKUP_PASSPHRASE in .env to the passphrase it was made with.`,
    );
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  await pipeline(
    bytes,
    throughWeb((source) => decrypter.decrypt(source)),
    createGunzip(),
    openTarget(),
  );
}

/** Makes a pipeline step from a function that transforms web streams. */
function throughWeb(step: (bytes: Bytes) => Promise<ReadableStream<Uint8Array>>) {
  return async function* (source: AsyncIterable<Uint8Array<ArrayBuffer>>) {
    const chunks = source[Symbol.asyncIterator]();
    const bytes: Bytes = new ReadableStream({
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    });
    yield* await step(bytes);
  };
}
