import { createHash } from 'node:crypto';
import { comparable, type Rehearsed } from './approval.rules.ts';

/** Names what a call does: another sum or another change is another version. */
export const rehearsalVersion = (rehearsed: Rehearsed): string =>
  createHash('sha256').update(comparable(rehearsed)).digest('base64url').slice(0, 22);
