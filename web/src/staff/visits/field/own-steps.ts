import { useEffect, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useMe } from '../../api/me.ts';
import { sendStep } from './send-step.ts';
import { StepQueue } from './step-queue.ts';
import { deviceSteps } from './step-store.ts';

/** How often what waits is tried again: a network may be back without a word of the device. */
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

/** Tells what waits whenever there may be a network; used once, as long as a technician works. */
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
