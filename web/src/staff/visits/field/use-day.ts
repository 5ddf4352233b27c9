import { useEffect } from 'react';
import { NetworkError } from '#web/api/api-error.ts';
import { now, ofDevice, wait } from '#web/lib/clock/clock.ts';
import { providerNow } from '#web/lib/page/provider.ts';
import { contract } from '../../api/contract.ts';
import { useMe } from '../../api/me.ts';
import { useAnswer } from '../../api/use-call.ts';
import { keepDay, readDay } from '../../api/kept-day.ts';

const EVERY_MS = 20_000;
const LATER_MS = 2000;
const SCOPE = '/staff/visits';

/** Keeps the files of this page, if the server allows it; the development server does not. */
async function keepFiles(): Promise<void> {
  const { offline = false } = providerNow();
  if (!offline || !('serviceWorker' in navigator)) return;
  await wait(LATER_MS);
  const { startWorker } = await import('#web/lib/page/worker.ts');
  await startWorker(SCOPE);
}

/** When an answer came, by a moment of the device; 0: none has. */
const cameAt = (updated: number): string => new Date(updated === 0 ? now() : ofDevice(updated)).toISOString();

/** The visits of a day; without a network a technician's day as it was kept. */
export function useDay(day: string) {
  const me = useMe();
  const answer = useAnswer(contract.orders.visits, { query: { day } }, { every: EVERY_MS, keeps: true });
  const { data, error, dataUpdatedAt: updated } = answer;
  const isOwn = data?.is_own === true;
  useEffect(() => {
    if (data && isOwn) keepDay({ me, visits: data, at: cameAt(updated) });
  }, [me, data, isOwn, updated]);
  useEffect(() => {
    if (isOwn) void keepFiles().catch(() => undefined);
  }, [isOwn]);
  const kept = data === undefined && error instanceof NetworkError ? readDay() : undefined;
  const asOf = kept?.at ?? cameAt(updated);
  return { answer: { ...answer, data: data ?? kept?.visits }, asOf };
}
