import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { AuthError } from '#web/api/api-error.ts';
import { nowMs } from '#web/lib/clock/clock.ts';
import { sendForStaff } from '../api/client.ts';
import { contract, type Request } from '../api/contract.ts';
import { isUnknown, isUnresolved } from '../api/outcome.ts';
import { useSessionOver } from '../api/session.ts';
import type { TakenCash } from './cash-data.ts';

type Body = Request<typeof contract.cash.take>['body'];

/** One payment that was sent: until somebody knows what became of it, it is this one and no other. */
interface Attempt {
  readonly key: string;
  readonly body: Body;
  /** When it was sent first, by the clock of the page. */
  readonly at: number;
  /** An earlier request of it has got no answer. */
  readonly isLost?: true;
}

/** Where the attempt waits while its page is reloaded. */
const KEPT = 'kabinet-cash-attempt';
const AGAIN_MS = 4000;
/** An older one is not sent again by itself: its payer has left, and the list of payments tells what became of it. */
const FRESH_MS = 600_000;

function kept(owner: string): Attempt | undefined {
  const [whose, attempt] = JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as [string?, Attempt?];
  return whose === owner && attempt && nowMs() - attempt.at < FRESH_MS ? { ...attempt, isLost: true } : undefined;
}

const keep = (owner: string, attempt: Attempt): void => sessionStorage.setItem(KEPT, JSON.stringify([owner, attempt]));
const forget = (): void => sessionStorage.removeItem(KEPT);

export type TakeState =
  | { readonly step: 'idle' }
  | { readonly step: 'sending' }
  /** The same payment within ten minutes: somebody must say whether this is another one. */
  | { readonly step: 'alike'; readonly body: Body; readonly alike: NonNullable<TakenCash['alike']> }
  | { readonly step: 'refused'; readonly failure: Error }
  /** No answer: the same key is asked again until there is one. */
  | { readonly step: 'unknown'; readonly times: number }
  | { readonly step: 'done'; readonly taken: TakenCash };

const IDLE = { step: 'idle' } as const;

const isBusy = ({ step }: TakeState): boolean => step === 'sending' || step === 'unknown';

/**
 * Takes cash: rehearses it, asks about a payment like it, sends it by the key of the attempt, and asks by the same key until the answer comes.
 */
export function useAttempt(owner: string) {
  const cache = useQueryClient();
  const [state, setState] = useState<TakeState>(() => (kept(owner) ? { step: 'unknown', times: 0 } : IDLE));
  const attempt = useRef<Attempt | undefined>(kept(owner));
  // Known at once, not with the next picture: a second Enter finds the first one under way.
  const isUnderWay = useRef(attempt.current !== undefined);
  const go = useCallback((next: TakeState): void => {
    isUnderWay.current = isBusy(next);
    setState(next);
  }, []);

  const ask = useCallback(async (): Promise<void> => {
    const asked = attempt.current;
    if (!asked) return;
    try {
      const taken = await sendForStaff(contract.cash.take, { body: asked.body }, { key: asked.key });
      attempt.current = undefined;
      forget();
      go({ step: 'done', taken });
      // The next payment for him begins with what he owes then.
      cache.removeQueries({ queryKey: [contract.desk.payer.path] });
      void cache.invalidateQueries();
    } catch (failure) {
      if (isUnknown(failure) || (asked.isLost && isUnresolved(failure))) {
        attempt.current = { ...asked, isLost: true };
        setState((before) => ({ step: 'unknown', times: before.step === 'unknown' ? before.times + 1 : 1 }));
        return;
      }
      attempt.current = undefined;
      forget();
      go(failure instanceof AuthError ? IDLE : { step: 'refused', failure: failure as Error });
    }
  }, [cache, go]);

  const isUnanswered = state.step === 'unknown';
  const times = isUnanswered ? state.times : 0;
  // Asked in the name of the one who has taken it, or of nobody.
  const isOver = useSessionOver();
  useEffect(() => {
    if (!isUnanswered || isOver) return;
    const timer = setTimeout(() => void ask(), times === 0 ? 0 : AGAIN_MS);
    return () => clearTimeout(timer);
  }, [ask, isOver, isUnanswered, times]);

  const send = (body: Body): void => {
    // Before anything is sent: whatever becomes of the answer, this is the same payment.
    attempt.current = { key: crypto.randomUUID(), body, at: nowMs() };
    keep(owner, attempt.current);
    go({ step: 'sending' });
    void ask();
  };
  const take = (body: Body): void => {
    go({ step: 'sending' });
    sendForStaff(contract.cash.take, { body: { ...body, dry_run: 'yes' } }).then(
      ({ alike }) => (alike ? go({ step: 'alike', body, alike }) : send(body)),
      // When the session is over, the page asks to sign in, and everything typed waits there.
      (failure: unknown) => go(failure instanceof AuthError ? IDLE : { step: 'refused', failure: failure as Error }),
    );
  };
  const unlessUnderWay = (act: () => void): boolean => {
    if (isUnderWay.current) return false;
    act();
    return true;
  };
  return {
    state,
    take: (body: Body) => unlessUnderWay(() => take(body)),
    /** Sends it although there was one like it. */
    send: (body: Body) => unlessUnderWay(() => send(body)),
    /** Forgets what is over; false while nobody knows yet. */
    reset: () => unlessUnderWay(() => go(IDLE)),
  };
}
