import process from 'node:process';
import { onReadOnlyDisk } from './disk.ts';

// Becomes the script that it is given, on a disk where nothing can be written and without a data folder.
const [program = '', ...args] = [...(onReadOnlyDisk('/') ?? []), process.execPath, ...process.argv.slice(2)];
const { NODE_CHANNEL_FD: _, ...env } = process.env;
process.execve?.('/usr/bin/env', ['env', program, ...args], { ...env, DATA_DIR: '/no-folder' });
