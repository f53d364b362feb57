import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../../apps/environment/environment.ts';
import type { TlsProxy } from '../../support/tls-proxy.ts';
import { newBill } from '../payments/shop.ts';

/** A Perl program that holds a socket as systemd does (`deploy/site.socket`) and restarts its command whenever it ends. */
export const holdSocket = `use Socket;
  $^F = 3;
  socket(S, PF_INET, SOCK_STREAM, 0);
  setsockopt(S, SOL_SOCKET, SO_REUSEADDR, 1);
  bind(S, sockaddr_in(shift, INADDR_LOOPBACK)) or die;
  listen(S, 4096);
  $ENV{LISTEN_FDS} = 1;
  while (1) {
    my $pid = fork;
    if ($pid) { waitpid $pid, 0; next; }
    $ENV{LISTEN_PID} = $$;
    exec @ARGV;
  }`;

export const folderOf = (release: string) => path.join(projectRoot, 'web', `.release-${release}`);

/** Copies a release under another name and renames its style sheets, as if it was built from other sources. */
export function makeRelease(from: string, name: string) {
  const folder = folderOf(name);
  // A killed run may have left it.
  removeRelease(name, from);
  cpSync(folderOf(from), folder, { recursive: true, verbatimSymlinks: true });
  const styles = globSync('static/chunks/*.css', { cwd: folder });
  for (const file of styles) {
    const other = path.join(folder, file.replace('chunks/', `chunks/${name}-`));
    writeFileSync(other, `${readFileSync(path.join(folder, file), 'utf8')}body{--of-${name}:1}`);
    rmSync(path.join(folder, file));
  }
  for (const file of globSync('server/app/**/*.{js,html,rsc}', { cwd: folder })) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const changed = text.replaceAll(/static\/chunks\/([^/"]+\.css)/g, `static/chunks/${name}-$1`);
    if (changed !== text) writeFileSync(path.join(folder, file), changed);
  }
}

/** Deletes a release, and its style sheets in another release. */
export function removeRelease(name: string, other: string) {
  rmSync(folderOf(name), { recursive: true, force: true });
  for (const file of globSync(`static/chunks/${name}-*`, { cwd: folderOf(other) }))
    rmSync(path.join(folderOf(other), file));
}

/** Sends fifty requests a second: pages with their files, orders and pings of the lake. `end` returns a line per response. */
export function visit(proxy: TlsProxy) {
  const responses: string[] = [];
  const pending: Promise<void>[] = [];
  async function page(address: string) {
    const { status, body } = await proxy.get(address);
    responses.push(`${status} ${address}`);
    const files = new Set(
      [...body.matchAll(/["(](\/(?:_next\/static|islands)\/[^")\s]+\.(?:woff2|js))/g)].map(
        ([, file = '']) => file,
      ),
    );
    if (!/<style>@layer /.test(body)) responses.push(`${address} has no styles`);
    for (const file of files) {
      const { status, headers } = await proxy.get(file);
      const type = file.endsWith('.js') ? 'application/javascript' : 'font/woff2';
      responses.push(
        headers['content-type']?.startsWith(type) ? `${status} ${file}` : `no ${type} at ${file}`,
      );
    }
  }
  const kinds = [
    ...['/', '/contact', '/about'].map((address) => () => page(address)),
    (count: number) => page(`/nowhere-${count}`),
    async () => {
      const { status, body } = await proxy.post('/api/create-razorpay-order', newBill());
      responses.push(`${status} order${status === 200 ? '' : `: ${body}`}`);
    },
    async () => {
      responses.push(`${(await proxy.get('/lake/v1/ping')).status} ping`);
    },
  ];
  let count = 0;
  const load = setInterval(() => {
    count += 1;
    const request = kinds[count % kinds.length];
    if (request) pending.push(request(count).catch((error) => void responses.push(String(error))));
  }, 20);
  return {
    async end() {
      clearInterval(load);
      await Promise.all(pending);
      return responses;
    },
  };
}
