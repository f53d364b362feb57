import process from 'node:process';
import { onReadOnlyDisk } from './disk.ts';

// Replaces itself with a script that runs on a read-only disk, without a data folder.
const [program = '', ...args] = [...(onReadOnlyDisk('/') ?? []), process.execPath, ...process.argv.slice(2)];
const { NODE_CHANNEL_FD: _, ...env } = process.env;
process.execve?.('/usr/bin/env', ['env', program, ...args], { ...env, DATA_DIR: '/no-folder' });
