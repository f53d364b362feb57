import { runLake } from './run.ts';

const { port } = await runLake();
console.log(`Content lake ready on port ${port}`);
