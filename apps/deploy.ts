import { setTimeout as wait } from 'node:timers/promises';
import { adoptStatic, prepareRelease, servicesDigest } from './build.ts';
import { isHeld, readDeployment, writeDeployment } from './deployment.ts';
import { loadSettings, projectRoot } from './environment.ts';

// `npm run deploy`: what runs on DATA_DIR goes over to this folder's sources, or back to them, without a failed request.
try {
  const { dataDir } = loadSettings();
  const running = readDeployment(dataDir, 'running');
  const release = await prepareRelease(console.log);
  if (!running || !isHeld(dataDir))
    throw new Error(`Nothing runs on ${dataDir}: npm start begins with release ${release}.`);
  adoptStatic(running, release);
  const at = new Date().toISOString();
  writeDeployment(dataDir, 'wanted', { root: projectRoot, release, at, services: servicesDigest() });
  console.log(`Going over to release ${release} …`);
  while (readDeployment(dataDir, 'wanted') && isHeld(dataDir)) await wait(100);
  const now = readDeployment(dataDir, 'running');
  if (now?.at === running.at)
    throw new Error(
      `Release ${release} could not start, so ${running.release} stays. What runs has said why.`,
    );
  // Of two at the same time it may be the other one's.
  if (now?.release !== release || now.root !== projectRoot)
    throw new Error(`Another deployment came in between: release ${now?.release} runs.`);
  console.log(`Release ${release} runs.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
