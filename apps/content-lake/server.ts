import { runLake } from './run.ts';

// A lake of programs alone; with people who sign in, it is run by who keeps them.
const { port } = await runLake();
console.log(`Content lake ready on port ${port}`);
