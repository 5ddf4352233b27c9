import type { QueryClient } from '@tanstack/react-query';
import { contract } from '../api/contract.ts';
import type { Me } from '../api/me.ts';
import { noteSessionBegun, noteShown } from '../api/session.ts';
import { answerKey } from '../api/use-call.ts';
import { forgetDay } from '../api/kept-day.ts';
import { forgetOpened } from '../lib/recent.ts';

/** Somebody has signed in. What one person has read is not left for the next one. */
export function enter(cache: QueryClient, me: Me): void {
  const before = cache.getQueryData<Me>(answerKey(contract.me.get));
  if (before?.login !== me.login) {
    cache.clear();
    forgetOpened();
    forgetDay();
  }
  noteShown(me.person_id);
  cache.setQueryData(answerKey(contract.me.get), me);
  noteSessionBegun();
}
