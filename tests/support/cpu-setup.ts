import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { cpu, note } from './cpu-probe.ts';
let file = 0, fileT = 0, one = 0, oneT = 0;
const g = globalThis as any;
beforeAll(() => { file = cpu(); fileT = Date.now(); });
beforeEach(() => { one = cpu(); oneT = Date.now(); });
afterEach(() => { note({ pid: process.pid, file: expect.getState().testPath, test: expect.getState().currentTestName, cpu: +(cpu() - one).toFixed(2), ms: Date.now() - oneT }); });
afterAll(() => { note({ pid: process.pid, file: expect.getState().testPath, whole: true, cpu: +(cpu() - file).toFixed(2), ms: Date.now() - fileT }); });
