import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readSettings, type Settings } from '#settings';

export const projectRoot = path.resolve(import.meta.dirname, '../..');

/** Reads `.env` and the environment, which takes precedence. Throws an Error that names each wrong variable. */
export function loadSettings(): Settings {
  const file = path.join(projectRoot, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const dataDir = path.resolve(projectRoot, process.env.DATA_DIR || '.data');
  return { ...readSettings(process.env), dataDir };
}

/** Runs a program and returns its output, or rejects with the output. `print` receives stderr as it arrives. */
export function runProgram(
  program: string,
  args: string[],
  variables: Record<string, string>,
  print?: (text: string) => void,
): Promise<string> {
  const env = { ...process.env, ...variables };
  return new Promise((resolve, reject) => {
    const { stderr: warnings } = execFile(
      program,
      args,
      { cwd: projectRoot, env, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${stdout}${stderr}`.trim() || error.message));
        else resolve(stdout);
      },
    );
    if (print) warnings?.on('data', (text) => print(String(text).trimEnd()));
  });
}
