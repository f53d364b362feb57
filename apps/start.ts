import { buildWhatIsNotBuilt } from './build.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { ensureDraftToken, importSeedOnce } from './first-run.ts';
import { portsInUse } from './ports.ts';
import { openSecrets } from './secrets.ts';
import { describeServices, launchService, type Running, type Service } from './services.ts';

const dev = process.argv.includes('--dev');
const running: Running[] = [];
let stopping = false;

function say(line: string) {
  console.log(line);
}

async function stopAll(exitCode: number) {
  if (stopping) return;
  stopping = true;
  // The site first, so that nothing asks a lake that is already gone.
  for (const one of running.toReversed()) await one.stop();
  process.exit(exitCode);
}

async function run(service: Service) {
  const started = launchService(service, (line) => say(`  ${service.name} │ ${line}`));
  running.push(started);
  await started.ready;
  started.child.once('exit', () => {
    if (stopping) return;
    running.splice(running.indexOf(started), 1);
    say(`The ${service.name} ended unexpectedly; starting it again.`);
    run(service).catch(fail);
  });
}

async function refuseTakenPorts(services: (Service | undefined)[], variables: Record<string, string>) {
  for (const service of services) {
    const taken = service ? await portsInUse(service.ports) : [];
    if (service && taken.length > 0)
      throw new Error(
        `Port ${taken.join(', ')} is in use, so the ${service.name} cannot start. ` +
          `Stop the program that holds it, or set ${variables[service.name] ?? 'PORT'} in .env to another port.`,
      );
  }
}

function fail(error: unknown) {
  // What is still starting when everything is stopped fails; that is no news.
  if (stopping) return;
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
  void stopAll(1);
}

async function start(env: Environment) {
  let secrets = openSecrets(env.dataDir);
  const planned = describeServices(env, secrets, { dev });
  await refuseTakenPorts([planned.lake, planned.sandbox, planned.site, planned.studio], {
    'content lake': 'CONTENT_LAKE_PORT',
    'payment sandbox': 'RAZORPAY_SANDBOX_PORT',
  });
  if (planned.lake) {
    const importing = Date.now();
    if (await importSeedOnce(env, planned.lake, () => say('Importing the initial content …')))
      say(`  imported in ${((Date.now() - importing) / 1000).toFixed(1)} s`);
    say('Starting the content lake …');
    await run(planned.lake);
    secrets = await ensureDraftToken(env, secrets, planned.lake, planned.lakeUrl);
  }
  if (!dev) await buildWhatIsNotBuilt(say);
  const { sandbox, site, studio } = describeServices(env, secrets, { dev });
  if (sandbox) {
    say('Starting the payment sandbox …');
    await run(sandbox);
  }
  if (studio) {
    say('Starting the Studio …');
    await run(studio);
  }
  say('Starting the site …');
  await run(site);
  say(`
  Site             ${planned.selfUrl}
  Studio           ${planned.selfUrl}/studio
  ${planned.lake ? `Content lake     ${planned.lakeUrl}` : `Content          Sanity project ${env.SANITY_PROJECT_ID}`}
  ${sandbox ? `Payment sandbox  http://localhost:${env.RAZORPAY_SANDBOX_PORT}  (test mode: no real money)` : `Payments         Razorpay ${env.RAZORPAY_KEY_ID}`}

  Ctrl-C stops everything.`);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (stopping) process.exit(1);
    say('\nStopping …');
    void stopAll(0);
  });

try {
  await start(readEnvironment());
} catch (error) {
  fail(error);
}
