import { setTimeout as wait } from 'node:timers/promises';
import { isDiskError, StartError } from 'content-lake/errors';
import { type Settings, settingsError } from '#settings';
import { logAs, relay } from '#telemetry/log.ts';
import { isBackupDue } from '../backup/stored-backups.ts';
import { prepareRelease, releaseOfSources, servicesDigest } from '../build/build.ts';
import {
  clearRequest,
  lockDataFolder,
  readDeployment,
  starterFolder,
  writeDeployment,
} from '../deploy/deployment.ts';
import { hour } from '../environment/durations.ts';
import { loadSettings, projectRoot, runProgram } from '../environment/environment.ts';
import { portsInUse } from '../environment/ports.ts';
import { withProgress } from '../environment/progress.ts';
import { openSecrets } from '../environment/secrets.ts';
import { ensureDraftToken, firstAdministratorLink, importSeedOnce } from './first-run.ts';
import { findNodeFault } from './node-faults.js';
import { hasSystemdSocket, launchService, launchWorker } from './processes.ts';
import { recordRestart } from './restarts.ts';
import { describeServices, type Service } from './services.ts';
import { Supervisor } from './supervisor.ts';
import { launchTrial } from './trial.ts';

logAs('start');
const dev = process.argv.includes('--dev');
const part = process.argv.includes('site') ? 'site' : process.argv.includes('lake') ? 'lake' : 'all';
const supervisors: Supervisor[] = [];
let stopping = false;
const print = console.log;

async function stopAll(exitCode: number) {
  if (stopping) return;
  stopping = true;
  // The site stops first: it depends on the services that started before it.
  await supervisors.reduceRight<Promise<void>>((others, one) => one.stop(others), Promise.resolve());
  process.exit(exitCode);
}

/**
 * Starts a service and returns whether it runs. If it fails, the first start of a data folder rejects. Later starts go
 * on without the service and retry it, since it has already run on this data.
 */
async function startService(service: Service, folder: string, launcher = launchService) {
  const supervisor = new Supervisor(service, launcher, (name) => recordRestart(folder, name));
  supervisors.push(supervisor);
  try {
    await withProgress(print, [`Starting the ${service.name}`, 'started'], () => supervisor.ready);
    return { supervisor, isRunning: true };
  } catch (error) {
    if (stopping || dev || !readDeployment(folder, 'current')) throw error;
    console.error(`${readMessage(error)}\nThe other services keep running without the ${service.name}.`);
    supervisor.retry();
    return { supervisor, isRunning: false };
  }
}

/** If a port is in use or set for two services, throws an Error that names the variable to change. */
async function checkPorts(services: Service[]) {
  const problems = services.flatMap(({ port, portVariable }, index) => {
    const other = services.slice(0, index).find((one) => one.port === port);
    return other ? [`${portVariable} is ${port}, the port of the ${other.name}: choose another port`] : [];
  });
  if (problems.length > 0) throw settingsError(problems);
  for (const { name, port, portVariable } of services)
    if (!(hasSystemdSocket && name === 'site') && (await portsInUse([port])).length > 0)
      throw new Error(
        `Port ${port} is in use, so the ${name} cannot start. ` +
          `Stop the program that uses it, or set ${portVariable} in .env to another port.`,
      );
}

/** Returns the services of this start: all, only the site, or all but the site. */
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

/** Switches to the release that `npm run deploy` requested, once it is ready on the current data. */
async function switchRelease(dataDir: string, services: Services, site?: Supervisor) {
  const requested = readDeployment(dataDir, 'requested');
  if (!requested) return;
  const previous = readDeployment(dataDir, 'current');
  const { root, release, at } = requested;
  const next = services.site && withRelease(services.site, release, root);
  const trial = next && (await launchTrial(next, (line) => relay('trial', line)));
  const restartServices = async (from: string) => {
    for (const service of [services.lake, services.sandbox])
      if (service)
        await supervisors.find(({ name }) => name === service.name)?.restart({ ...service, root: from });
  };
  let isRestarted = false;
  try {
    await trial?.requireReady();
    if (requested.services !== previous?.services) {
      await restartServices(root);
      isRestarted = true;
      await trial?.requireReady();
    }
    await trial?.stop();
    if (next) await site?.replace(next);
    writeDeployment(dataDir, 'current', requested);
    print(`Release ${release} is running.`);
  } catch (error) {
    const reason = readMessage(error);
    console.error(`Could not switch to release ${release}. ${reason}`);
    await trial?.stop();
    if (isRestarted && previous) await restartServices(previous.root);
    writeDeployment(dataDir, 'failed', { ...requested, reason });
  }
  // Another release may have been requested in the meantime.
  if (readDeployment(dataDir, 'requested')?.at === at) clearRequest(dataDir);
}

/** Polls for deployment requests. They are files, not signals: a stored process id may belong to another process by now. */
async function watchForDeployments(dataDir: string, handleRequest: () => Promise<void>) {
  for (;;) {
    await wait(200);
    await handleRequest().catch((error) => {
      // Clear the request before printing: whoever reads the message may request another release at once.
      clearRequest(dataDir);
      print(`The requested deployment cannot be read. ${readMessage(error)}`);
    });
  }
}

/** Makes a daily backup. Checks every hour whether one is due, as the machine may have been off. */
function scheduleBackups(folder: string, passphrase: string | undefined) {
  const backUpIfDue = async () => {
    try {
      if (!(await isBackupDue(folder, passphrase))) return;
      await runProgram(process.execPath, ['apps/backup/cli.ts', 'backup'], {});
      print(`A backup was written to ${folder}.`);
    } catch (error) {
      console.error(`The backup failed. ${readMessage(error)}`);
    }
  };
  setInterval(backUpIfDue, hour).unref();
  void backUpIfDue();
}

const readMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

function fail(error: unknown) {
  // Services that are still starting fail when everything stops.
  if (stopping) return;
  console.error(`\n${readMessage(error)}\n`);
  void stopAll(1);
}

async function start(settings: Settings) {
  print(`Node ${process.versions.node} (${process.execPath})`);
  const fault = findNodeFault(process.versions.node);
  if (fault) console.warn(fault);
  let secrets = openSecrets(settings.dataDir);
  const planned = describeServices(settings, secrets, { dev });
  const { lakeUrl, selfUrl } = planned;
  const { lake, site, sandbox, studio } = ownServices(planned);
  const folder = starterFolder(settings, part);
  lockUnlessDiskFull(folder, part === 'lake' ? lakeUrl : selfUrl);
  await checkPorts([lake, site, sandbox, studio].filter((service) => service !== undefined));
  let hasLake = false;
  if (lake) {
    await importSeedOnce(settings, lake, print);
    hasLake = (await startService(lake, folder)).isRunning;
    if (hasLake) secrets = await ensureDraftToken(settings, secrets, lake, lakeUrl);
  }
  // Describes the services again, now with the token for drafts.
  const hasSite = await startOthers(ownServices(describeServices(settings, secrets, { dev })), folder);
  printSummary(settings, lakeUrl, hasSite ? selfUrl : undefined);
  // On a local site, signing in takes one click and no link.
  const firstLink = lake && hasLake && !settings.isLocal && (await firstAdministratorLink(lake));
  if (firstLink) {
    print(
      '\n  No one can sign in yet. Open this link to become the first administrator. It works once, for 24 hours:',
    );
    print(firstLink);
  }
  print('\n  Press Ctrl-C to stop everything.');
  const { folder: backups, passphrase } = settings.backup;
  if (backups && part !== 'site') scheduleBackups(backups, passphrase);
}

/** Locks the data folder against a second start. On a full disk, no lock is needed: no other process can write one. */
function lockUnlessDiskFull(folder: string, address: string) {
  try {
    lockDataFolder(folder, address);
  } catch (error) {
    if (!(error instanceof StartError || isDiskError(error))) throw error;
  }
}

/** Starts everything but the lake, and returns whether the site runs. */
async function startOthers(services: Services, folder: string): Promise<boolean> {
  const { sandbox, site, studio } = services;
  const release = dev ? '' : site ? await prepareRelease(print) : releaseOfSources().name;
  if (sandbox) await startService(sandbox, folder);
  if (studio) await startService(studio, folder);
  if (site && dev) return (await startService(site, folder)).isRunning;
  const started = site && (await startService(withRelease(site, release), folder, launchWorker));
  const hasSite = started?.isRunning ?? false;
  try {
    clearRequest(folder);
    // If the site did not start, the previous release stays on record: it may have to take over again.
    if (hasSite || !site) recordRelease(folder, release);
  } catch (error) {
    print(`npm run deploy cannot find this site: ${readMessage(error)}`);
  }
  void watchForDeployments(folder, () => switchRelease(folder, services, started?.supervisor));
  return hasSite;
}

function recordRelease(folder: string, release: string) {
  const at = new Date().toISOString();
  writeDeployment(folder, 'current', { part, root: projectRoot, release, at, services: servicesDigest() });
}

function printSummary({ sanity, razorpay, sandboxPort }: Settings, lakeUrl: string, selfUrl?: string) {
  const lines = [
    ...(selfUrl ? [`Site             ${selfUrl}`, `Studio           ${selfUrl}/studio`] : []),
    sanity.projectId === undefined
      ? `Content lake     ${lakeUrl}`
      : `Content          Sanity project ${sanity.projectId}`,
    razorpay
      ? `Payments         Razorpay ${razorpay.keyId}`
      : `Payment sandbox  http://localhost:${sandboxPort}  (test mode: no real money)`,
  ];
  print(`\n  ${lines.join('\n  ')}`);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (stopping) process.exit(1);
    print('\nStopping …');
    void stopAll(0);
  });

// npm ends on a signal but does not forward it. This process then gets a different parent.
const parent = process.ppid;
if (process.env.npm_lifecycle_event)
  setInterval(() => process.ppid === parent || void stopAll(0), 500).unref();

try {
  await start(loadSettings());
} catch (error) {
  fail(error);
}
