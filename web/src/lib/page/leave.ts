import { BASE } from './base.ts';

let isLeaving = false;

/** Replaces this page by a full load of a path below /lk, so that going back skips this one. */
export function leaveFor(path: string): void {
  isLeaving = true;
  window.location.replace(BASE + path);
}

/** Loads this page anew, unless another is on its way: the later of two loads would win. */
export function loadAnew(): void {
  if (!isLeaving) window.location.reload();
}
