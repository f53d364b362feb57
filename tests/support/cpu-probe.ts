import { appendFileSync, readFileSync, readdirSync } from 'node:fs';
export function cpu(): number {
  const kids = new Map<number, number[]>();
  const own = new Map<number, number>();
  for (const p of readdirSync('/proc')) {
    if (!/^\d+$/.test(p)) continue;
    try {
      const s = readFileSync(`/proc/${p}/stat`, 'utf8');
      const f = s.slice(s.lastIndexOf(')') + 2).split(' ');
      own.set(+p, (+f[11]! + +f[12]! + +f[13]! + +f[14]!) / 100);
      const parent = +f[1]!;
      kids.set(parent, [...(kids.get(parent) ?? []), +p]);
    } catch {}
  }
  let sum = 0;
  const walk = (p: number) => {
    sum += own.get(p) ?? 0;
    for (const k of kids.get(p) ?? []) walk(k);
  };
  walk(process.pid);
  return sum;
}
export const note = (row: object) => appendFileSync(process.env.CPU_OUT ?? '/tmp/e/cpu.jsonl', `${JSON.stringify(row)}\n`);
