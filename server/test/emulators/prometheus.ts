import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A sample: seconds of the epoch, value. */
export type Sample = readonly [number, number];

/** How long Prometheus takes the latest sample for the present one. */
const LOOKBACK_S = 300;

/** The two requests of Prometheus's API that the portal sends, over samples of the test; with faults. */
export async function prometheusEmulator(series: ReadonlyMap<string, readonly Sample[]>) {
  const faults = { isDown: false, isSilent: false, isMad: false };
  const asked: string[] = [];

  const valueAt = (samples: readonly Sample[], at: number): string | undefined => {
    const last = samples.findLast(([time]) => time <= at && time > at - LOOKBACK_S);
    return last && String(last[1]);
  };
  const samplesOf = (query: string): readonly Sample[] => [...series].find(([name]) => query.includes(name))?.[1] ?? [];

  function answer({ pathname, searchParams }: URL): object {
    const samples = samplesOf(searchParams.get('query') ?? '');
    const number = (name: string) => Number(searchParams.get(name));
    if (pathname === '/api/v1/query') {
      const value = valueAt(samples, number('time'));
      const result = value === undefined ? [] : [{ metric: {}, value: [number('time'), value] }];
      return { status: 'success', data: { resultType: 'vector', result } };
    }
    const values: [number, string][] = [];
    for (let at = number('start'); at <= number('end'); at += number('step')) {
      const value = valueAt(samples, at);
      if (value !== undefined) values.push([at, value]);
    }
    const result = values.length === 0 ? [] : [{ metric: {}, values }];
    return { status: 'success', data: { resultType: 'matrix', result } };
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://prometheus.invalid');
    asked.push(`${url.pathname} ${url.searchParams.get('query') ?? ''}`);
    if (faults.isSilent) return;
    if (faults.isDown) response.writeHead(503).end('starting');
    else
      response
        .setHeader('content-type', 'application/json')
        .end(faults.isMad ? '{"status":"success"}' : JSON.stringify(answer(url)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, faults, asked };
}
