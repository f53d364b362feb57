import { startStack, makeSeededData } from './stack.ts';
import { spawn } from 'node:child_process';
process.env.NODE_COMPILE_CACHE = '/work/e/node_modules/.cache/node';
await makeSeededData();
const stack = await startStack({ parts: ['lake'] });
const s = stack.service('lake'); console.log(s.args.join(' '));
await stack.kill('lake');
for (const prof of [false, true]) {
const child = spawn(process.execPath, [...(prof ? ['--cpu-prof', '--cpu-prof-dir=/tmp/e/prof'] : []), ...s.args], { env: { ...process.env, NODE_ENV: 'production', ...s.env }, stdio: 'ignore' });
await new Promise((r) => setTimeout(r, 4000));
const { readFileSync } = await import('node:fs');
const f = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
console.log(prof, (+f[11]!) / 100, (+f[12]!) / 100);
child.kill('SIGTERM'); await new Promise((r) => child.on('exit', r));
}
await stack.stop();
