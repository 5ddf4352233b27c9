import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

/** Collects what is young; what is left of it is old then. Returns the bytes in use: something that only old garbage holds is among them. */
export function collectYoung(): number {
  for (const _ of [1, 2, 3]) collect({ type: 'minor' });
  return process.memoryUsage().heapUsed;
}
