import { runLake } from './run.ts';

// A lake of programs alone; with people who sign in, it is run by who keeps them.
await runLake();
