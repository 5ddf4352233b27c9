import { useEffect, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useMe } from '../../api/me.ts';
import { sendStep } from './send-step.ts';
import { StepQueue } from './step-queue.ts';
import { deviceSteps } from './step-store.ts';

/** How often waiting steps are sent again: the network may be back without an event of the browser. */
const AGAIN_MS = 10_000;

let own: { readonly person: number; readonly queue: StepQueue } | undefined;

/** The steps of whoever works at this page. */
export function useOwnSteps() {
  const cache = useQueryClient();
  const person = useMe().person_id ?? 0;
  if (own?.person !== person) {
    const ways = { store: deviceSteps, send: sendStep, afterwards: () => cache.invalidateQueries() };
    own = { person, queue: new StepQueue(person, ways) };
  }
  const { queue } = own;
  const shown = useSyncExternalStore(queue.subscribe, queue.get);
  return { queue, ...shown };
}

/** Sends the waiting steps whenever there may be a network; rendered once, while a technician works. */
export function TellingSteps() {
  const { queue } = useOwnSteps();
  useEffect(() => {
    const tell = (): void => void queue.flush();
    void queue.load().then(tell);
    const timer = setInterval(tell, AGAIN_MS);
    addEventListener('online', tell);
    return () => {
      clearInterval(timer);
      removeEventListener('online', tell);
    };
  }, [queue]);
  return null;
}
