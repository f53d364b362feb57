import { setTimeout as wait } from 'node:timers/promises';
import { isDiskError, StartError } from 'content-lake/errors';
import { type Settings, settingsError } from '#settings';
import { logAs, relay } from '#telemetry/log.ts';
import { isBackupDue } from '../backup/backup.ts';
import { prepareRelease, releaseOfSources, servicesDigest } from '../build/build.ts';
import {
  clearRequest,
  lockDataFolder,
  readDeployment,
  starterFolder,
  writeDeployment,
} from '../deploy/deployment.ts';
import { loadSettings, projectRoot, runProgram } from '../environment/environment.ts';
import { portsInUse } from '../environment/ports.ts';
import { withProgress } from '../environment/progress.ts';
import { openSecrets } from '../environment/secrets.ts';
import { ensureDraftToken, firstAdministratorLink, importSeedOnce } from './first-run.ts';
import { hasSystemdSocket, launchService, launchWorker } from './processes.ts';
import { describeServices, type Service } from './services.ts';
import { type Supervised, supervise } from './supervisor.ts';
import { launchTrial } from './trial.ts';

logAs('start');
const dev = process.argv.includes('--dev');
const part = process.argv.includes('site') ? 'site' : process.argv.includes('lake') ? 'lake' : 'all';
const running: Supervised[] = [];
let stopping = false;
const print = console.log;

async function stopAll(exitCode: number) {
  if (stopping) return;
  stopping = true;
  // The site first, as it depends on the others.
  await running.reduceRight<Promise<void>>((others, one) => one.stop(others), Promise.resolve());
  process.exit(exitCode);
}

/**
 * Starts a service, and resolves to whether it runs. Rejects if it does not on the first start. Later ones go on without
 * it, as its data was good before, and retry it.
 */
async function run(service: Service, folder: string, launcher = launchService) {
  const supervised = supervise(service, launcher, print);
  running.push(supervised);
  try {
    await withProgress(print, [`Starting the ${service.name}`, 'started'], () => supervised.ready);
    return { supervised, isRunning: true };
  } catch (error) {
    if (stopping || dev || !readDeployment(folder, 'running')) throw error;
    print(`${error instanceof Error ? error.message : error}\nThe others go on without the ${service.name}.`);
    supervised.retry();
    return { supervised, isRunning: false };
  }
}

/** Throws an Error that names the variable to change if a port is taken or wanted twice. */
async function checkPorts(services: Service[]) {
  const problems = services.flatMap(({ port, portVariable }, index) => {
    const other = services.slice(0, index).find((one) => one.port === port);
    return other
      ? [`${portVariable} leads to port ${port}, which the ${other.name} has: choose another`]
      : [];
  });
  if (problems.length > 0) throw settingsError(problems);
  for (const { name, port, portVariable } of services)
    if (!(hasSystemdSocket && name === 'site') && (await portsInUse([port])).length > 0)
      throw new Error(
        `Port ${port} is in use, so the ${name} cannot start. ` +
          `Stop the program that holds it, or set ${portVariable} in .env to another port.`,
      );
}

function ownServices({ lake, sandbox, site, studio }: ReturnType<typeof describeServices>) {
  return {
    ...(part === 'site' ? {} : { lake, sandbox, studio }),
    ...(part === 'lake' ? {} : { site }),
  };
}
type Services = ReturnType<typeof ownServices>;

function withRelease(site: Service, release: string, root = projectRoot): Service {
  return { ...site, root, env: { ...site.env, SITE_RELEASE: release } };
}

/** Switches to the release that `npm run deploy` requests, if it is ready on the data. */
async function switchRelease(dataDir: string, services: Services, site?: Supervised) {
  const wanted = readDeployment(dataDir, 'wanted');
  if (!wanted) return;
  const former = readDeployment(dataDir, 'running');
  const { root, release, at } = wanted;
  const next = services.site && withRelease(services.site, release, root);
  const trial = next && (await launchTrial(next, (line) => relay('trial', line)));
  const restartServices = async (from: string) => {
    for (const service of [services.lake, services.sandbox])
      if (service)
        await running.find(({ name }) => name === service.name)?.restart({ ...service, root: from });
  };
  let isRestarted = false;
  try {
    await trial?.requireReady();
    if (wanted.services !== former?.services) {
      await restartServices(root);
      isRestarted = true;
      await trial?.requireReady();
    }
    await trial?.stop();
    if (next) await site?.replace(next);
    writeDeployment(dataDir, 'running', wanted);
    print(`Release ${release} runs.`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    print(`Release ${release} could not take over. ${reason}`);
    await trial?.stop();
    if (isRestarted && former) await restartServices(former.root);
    writeDeployment(dataDir, 'abandoned', { ...wanted, reason });
  }
  // Another release may be wanted by now.
  if (readDeployment(dataDir, 'wanted')?.at === at) clearRequest(dataDir);
}

/** Switches releases on request, by a file: a process id may be another process's by now. */
async function watchForDeployments(dataDir: string, go: () => Promise<void>) {
  for (;;) {
    await wait(200);
    await go().catch((error) => {
      // First, as the reader may request another at once.
      clearRequest(dataDir);
      print(`What is wanted cannot be read. ${error instanceof Error ? error.message : error}`);
    });
  }
}

/** A daily backup, checked every hour, as the machine may be off. */
function scheduleBackups(folder: string) {
  const backUpIfDue = async () => {
    try {
      if (!isBackupDue(folder)) return;
      await runProgram(process.execPath, ['apps/backup/cli.ts', 'backup'], {});
      print(`A backup was written to ${folder}.`);
    } catch (error) {
      console.error(`No backup was made. ${error instanceof Error ? error.message : error}`);
    }
  };
  setInterval(backUpIfDue, 3_600_000).unref();
  void backUpIfDue();
}

function fail(error: unknown) {
  // Starting services fail when everything is stopped.
  if (stopping) return;
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`);
  void stopAll(1);
}

async function start(settings: Settings) {
  let secrets = openSecrets(settings.dataDir);
  const planned = describeServices(settings, secrets, { dev });
  const { lakeUrl, selfUrl } = planned;
  const own = ownServices(planned);
  const { lake } = own;
  const folder = starterFolder(settings, part);
  let hasLake = false;
  try {
    lockDataFolder(folder, part === 'lake' ? lakeUrl : selfUrl);
  } catch (error) {
    // Other processes cannot write to a full disk either.
    if (!(error instanceof StartError || isDiskError(error))) throw error;
  }
  await checkPorts([lake, own.site, own.sandbox, own.studio].filter((service) => service !== undefined));
  if (lake) {
    await importSeedOnce(settings, lake, print);
    hasLake = (await run(lake, folder)).isRunning;
    if (hasLake) secrets = await ensureDraftToken(settings, secrets, lake, lakeUrl);
  }
  const services = ownServices(describeServices(settings, secrets, { dev }));
  const { sandbox, site, studio } = services;
  const release = dev ? '' : site ? await prepareRelease(print) : releaseOfSources().name;
  if (sandbox) await run(sandbox, folder);
  if (studio) await run(studio, folder);
  let hasSite = false;
  if (site && dev) hasSite = (await run(site, folder)).isRunning;
  else {
    const started = site && (await run(withRelease(site, release), folder, launchWorker));
    hasSite = started?.isRunning ?? false;
    const at = new Date().toISOString();
    try {
      clearRequest(folder);
      const services = servicesDigest();
      // A site that did not start leaves the name of the release before, which may have to take over again.
      if (hasSite || !site)
        writeDeployment(folder, 'running', { part, root: projectRoot, release, at, services });
    } catch (error) {
      print(`npm run deploy cannot find this site: ${error instanceof Error ? error.message : error}`);
    }
    void watchForDeployments(folder, () => switchRelease(folder, services, started?.supervised));
  }
  // Local sign-in takes one click.
  const link = lake && hasLake && !settings.isLocal ? await firstAdministratorLink(lake) : '';
  const localLake = settings.sanity.projectId === undefined;
  const lines = [
    ...(hasSite ? [`Site             ${selfUrl}`, `Studio           ${selfUrl}/studio`] : []),
    localLake
      ? `Content lake     ${lakeUrl}`
      : `Content          Sanity project ${settings.sanity.projectId}`,
    settings.razorpay
      ? `Payments         Razorpay ${settings.razorpay.keyId}`
      : `Payment sandbox  http://localhost:${settings.sandboxPort}  (test mode: no real money)`,
  ];
  print(`\n  ${lines.join('\n  ')}`);
  if (link) {
    print(
      '\n  Nobody can sign in yet. This link makes you the first administrator; it works once, and for a day:',
    );
    print(link);
  }
  print('\n  Ctrl-C stops everything.');
  if (settings.backup.folder && part !== 'site') scheduleBackups(settings.backup.folder);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (stopping) process.exit(1);
    print('\nStopping …');
    void stopAll(0);
  });

// npm forwards no signals: it ends, and its child gets another parent.
const parent = process.ppid;
if (process.env.npm_lifecycle_event)
  setInterval(() => process.ppid === parent || void stopAll(0), 500).unref();

try {
  await start(loadSettings());
} catch (error) {
  fail(error);
}
