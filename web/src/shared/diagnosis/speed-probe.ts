import { useEffect, useState } from 'react';
import { send } from '#web/api/client.ts';
import { contract } from '#web/api/contract.ts';
import { nowMs } from '#web/lib/clock/clock.ts';

/** `away`: this device is outside the provider's network, so its speed says nothing about the line. */
export type Probe = { kind: 'running' } | { kind: 'done'; mbit: number } | { kind: 'away' } | { kind: 'failed' };

const PROBE_MS = 3000;
/** More than a line of one gigabit transfers in that time. */
const BYTES = 500_000_000;
/** The first part of a transfer is slower than the line. */
const WARM_UP_MS = 500;

async function transfer(signal: AbortSignal): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const { servers, ticket } = await send(contract.speedTest.servers, {}, { signal });
  const [server] = servers;
  if (!server) throw new Error('No measuring server');
  const reply = await fetch(`${server.url}/down?bytes=${BYTES}&ticket=${encodeURIComponent(ticket)}`, { signal });
  if (!reply.ok || !reply.body) throw new Error(`The measuring server answers ${reply.status}`);
  return reply.body.getReader();
}

/** Mbit/s of a download from a measuring server for three seconds. */
async function measured(signal: AbortSignal): Promise<number> {
  const reader = await transfer(signal);
  const began = nowMs();
  let [bytes, from] = [0, began];
  for (;;) {
    const { done, value = { length: 0 } } = await reader.read();
    const at = nowMs();
    bytes += value.length;
    if (from === began && at - began > WARM_UP_MS) [bytes, from] = [0, at];
    if (done || at - began >= PROBE_MS) {
      void reader.cancel();
      return (bytes * 8) / 1000 / Math.max(at - from, 1);
    }
  }
}

async function probed(signal: AbortSignal): Promise<Probe> {
  const { is_local: isInside } = await send(contract.byDefault.getIp, {}, { signal });
  return isInside ? { kind: 'done', mbit: await measured(signal) } : { kind: 'away' };
}

/** A short measurement of this device, once it is wanted. */
export function useProbe(isWanted: boolean): Probe {
  const [probe, setProbe] = useState<Probe>({ kind: 'running' });
  useEffect(() => {
    if (!isWanted) return;
    const stopping = new AbortController();
    probed(stopping.signal).then(setProbe, () => {
      if (!stopping.signal.aborted) setProbe({ kind: 'failed' });
    });
    return () => stopping.abort();
  }, [isWanted]);
  return probe;
}
