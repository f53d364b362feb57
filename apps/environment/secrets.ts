import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { replaceFile } from './replace-file.ts';

const secretsSchema = z.object({
  webhookSecret: z.string().min(32),
  draftToken: z.string().optional(),
  sandboxKeyId: z.string(),
  sandboxKeySecret: z.string().min(24),
  sandboxWebhookSecret: z.string().min(24),
});

/** Shared by local services and the site; created on the first start, readable by the owner only. */
export type Secrets = z.infer<typeof secretsSchema>;

const random = () => randomBytes(24).toString('base64url');

function fileOf(dataDir: string) {
  return path.join(dataDir, 'secrets.json');
}

/** Node's recursive `mkdirSync` loops forever where folders cannot be made, as below /proc. */
function makeFolder(folder: string) {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}

export function saveSecrets(dataDir: string, secrets: Secrets): void {
  replaceFile(fileOf(dataDir), `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
}

/** The folder of an unfinished restore. */
export const unfinishedRestore = (dataDir: string) => path.join(dataDir, '.restoring');

/** Reads or creates DATA_DIR/secrets.json. Throws an Error if it cannot be written, is damaged or in a restore. */
export function openSecrets(dataDir: string): Secrets {
  if (existsSync(unfinishedRestore(dataDir)))
    throw new Error(
      `A restore into ${dataDir} did not come to its end. Empty the folder, and restore again.`,
    );
  const file = fileOf(dataDir);
  if (existsSync(file)) {
    const text = readFileSync(file, 'utf8');
    try {
      return secretsSchema.parse(JSON.parse(text));
    } catch {
      throw new Error(
        `${file} is damaged. Delete it: new secrets are made at the next start, and nothing else is lost.`,
      );
    }
  }
  const fresh: Secrets = {
    webhookSecret: random(),
    sandboxKeyId: `rzp_test_${randomBytes(7).toString('hex')}`,
    sandboxKeySecret: random(),
    sandboxWebhookSecret: random(),
  };
  try {
    makeFolder(dataDir);
    saveSecrets(dataDir, fresh);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${dataDir} cannot be written (${reason}). Set DATA_DIR to a folder you may write to.`);
  }
  return fresh;
}
