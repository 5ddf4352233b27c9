import type { ComponentType } from 'react';
import type { Account } from '#shared/data/frame-data.ts';

/** What later screens show, too, of the file that follows the first screen (features/home/after-first.ts). */
interface AfterFirst {
  PromisedCard: ComponentType<{ p: Account['kind'] }>;
  PromisedWay: ComponentType<{ p: Account['kind'] }>;
}

let load = (): Promise<AfterFirst> => Promise.reject(new Error('Nobody has said where that file is'));

/** The app says it once: a part looks up to no feature, and features do not know each other. */
export function afterFirstIs(way: typeof load): void {
  load = way;
}

export const afterFirst = (): Promise<AfterFirst> => load();
