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

/** Secrets shared by the local services and the site. Created on the first start, in a file only its owner can read. */
export type Secrets = z.infer<typeof secretsSchema>;

const random = () => randomBytes(24).toString('base64url');

function buildSecretsPath(dataDir: string) {
  return path.join(dataDir, 'secrets.json');
}

export function saveSecrets(dataDir: string, secrets: Secrets): void {
  replaceFile(buildSecretsPath(dataDir), `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
}

export const unfinishedRestore = (dataDir: string) => path.join(dataDir, '.restoring');

/** Reads or creates DATA_DIR/secrets.json. Throws an Error if that fails, or if a restore was interrupted. */
export function openSecrets(dataDir: string): Secrets {
  if (existsSync(unfinishedRestore(dataDir)))
    throw new Error(`A restore into ${dataDir} was interrupted. Empty the folder, then restore again.`);
  const file = buildSecretsPath(dataDir);
  if (existsSync(file)) {
    const text = readFileSync(file, 'utf8');
    try {
      return secretsSchema.parse(JSON.parse(text));
    } catch {
      throw new Error(
        `${file} is damaged. Delete it. The next start creates new secrets, and nothing else is lost.`,
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
    mkdirSync(dataDir, { recursive: true });
    saveSecrets(dataDir, fresh);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${dataDir} cannot be written (${reason}). Set DATA_DIR to a folder that you can write to.`,
    );
  }
  return fresh;
}
