import { runLake } from './run.ts';

// Without people who sign in: those are brought by a caller of `runLake`.
const { port } = await runLake();
console.log(`Content lake ready on port ${port}`);
