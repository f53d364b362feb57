import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';

/** A test opens a stack, a server, a ledger or a database, and has to close it. */
type Resource = { stop(): unknown } | { close(): unknown } | { destroy(): unknown };

/** Opens a resource for all tests of a file, after which it is closed. Call it at the top of the file. */
export async function closeAfterwards<Opened extends Resource>(opening: Promise<Opened>): Promise<Opened> {
  const resource = await opening;
  afterAll(async () => {
    if ('stop' in resource) await resource.stop();
    else if ('close' in resource) await resource.close();
    else await resource.destroy();
  });
  return resource;
}

/** Creates a temporary folder for a file's tests, or for those of a `describe` block, after which it is deleted. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'agency-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
