#!/usr/bin/env node
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Control, type Credentials, openControl } from './access/control.ts';
import type { Role } from './access/roles.ts';
import { type LakeConfig, readConfig } from './config.ts';
import { StartError } from './errors.ts';

const usage = `Usage: npm run lake -- COMMAND

  export FILE.tar.gz [--dataset NAME]
      Writes all documents and assets in Sanity's format.
  import FILE|FOLDER [--replace | --missing] [--dataset NAME]
      Reads a tar.gz export, a folder with one .ndjson file, or an .ndjson file.
      Existing documents: --replace replaces them, --missing skips them; with neither the import stops.
  token --name NAME --role NAME
      Creates an API token and prints it once. Roles: administrator, editor, viewer and those of
      CONTENT_LAKE_ROLES.
  tokens
      Lists the tokens.
  revoke ID
      Revokes a token immediately.

All commands work whether or not the content lake is running.`;

type Options = ReturnType<typeof parse>['options'];

try {
  await run(process.argv.slice(2));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

async function run(args: string[]): Promise<void> {
  const { command, operands, options } = parse(args);
  const config = readConfig(process.env);
  const dataset = options.dataset ?? config.dataset;
  switch (command) {
    case 'export': {
      const file = operand(operands, 'FILE.tar.gz');
      // Loaded lazily: `npm start` waits for this program when it makes a token.
      const { exportToFile } = await import('./transfer/export.ts');
      const { documentCount, assetCount } = await exportToFile(config, dataset, file);
      return console.log(
        `Exported ${documentCount} documents and ${assetCount} assets of "${dataset}" to ${path.resolve(file)}`,
      );
    }
    case 'import': {
      const source = operand(operands, 'FILE or FOLDER');
      const { replace, missing } = options;
      if (replace && missing) throw new StartError('Use --replace or --missing, not both.');
      const operation = replace ? 'createOrReplace' : missing ? 'createIfNotExists' : 'create';
      const { importFrom } = await import('./transfer/import.ts');
      const count = await importFrom(config, dataset, source, operation, (step) => console.log(`${step} …`));
      return console.log(`Imported ${count} documents into "${dataset}"`);
    }
    case 'token':
      return withControl(config, ({ credentials }) => makeToken(credentials, options, config.roles));
    case 'tokens':
      return withControl(config, ({ credentials }) => listTokens(credentials));
    case 'revoke':
      return withControl(config, ({ credentials }) => revokeToken(credentials, operand(operands, 'ID')));
    default:
      throw new StartError(command ? `There is no command "${command}".\n\n${usage}` : usage);
  }
}

function parse(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        replace: { type: 'boolean' },
        missing: { type: 'boolean' },
        dataset: { type: 'string' },
        name: { type: 'string' },
        role: { type: 'string' },
      },
    });
    const [command, ...operands] = positionals;
    return { command, operands, options: values };
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

function operand(operands: string[], name: string): string {
  const [first, ...rest] = operands;
  if (!first) throw new StartError(`${name} is missing.\n\n${usage}`);
  if (rest.length > 0) throw new StartError(`Unexpected "${rest.join(' ')}": give exactly one ${name}.`);
  return first;
}

async function withControl(config: LakeConfig, task: (control: Control) => void): Promise<void> {
  const control = openControl(config.folder, config.roles);
  try {
    task(control);
  } finally {
    control.close();
  }
}

function makeToken(credentials: Credentials, { name, role }: Options, roles: Role[]) {
  if (!name?.trim()) throw new StartError('--name is missing. Name the purpose of the token.');
  const known = roles.find((one) => one.name === role)?.name;
  if (!known) throw new StartError(`--role must be one of ${roles.map((one) => one.name).join(', ')}.`);
  const { id, token } = credentials.createToken({ name: name.trim(), role: known });
  console.error(`Token ${id} with the role ${known}. It is shown only once:`);
  console.log(token);
}

function listTokens(credentials: Credentials) {
  const rows = credentials.list();
  if (rows.length === 0) console.log('There are no tokens.');
  for (const { id, name, role, created } of rows)
    console.log(`${id}  ${role.padEnd(13)}  ${created}  ${name}`);
}

function revokeToken(credentials: Credentials, id: string) {
  if (!credentials.revoke(id)) throw new StartError(`There is no token with the id ${id}.`);
  console.log(`Revoked ${id}`);
}

function explain(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  if (/already exists/.test(message)) {
    return `${message}\nUse --replace to replace existing documents, or --missing to skip them.`;
  }
  return process.env.DEBUG && error instanceof Error ? (error.stack ?? message) : message;
}
