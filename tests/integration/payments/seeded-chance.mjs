// Preloaded into the sandbox, whose faults then depend on CHANCE_SEED. The site keeps its own chance.
import { seededRandom } from '../../support/random.ts';

const seed = process.argv[1]?.includes('sandbox') ? process.env.CHANCE_SEED : undefined;
if (seed) Math.random = seededRandom(Number(seed)).next;
