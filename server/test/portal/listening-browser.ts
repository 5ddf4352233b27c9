import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { TestPortal } from './portal.ts';

interface Heard {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: unknown;
}

/** A stream of events as a browser reads it. */
export interface ListeningBrowser {
  readonly reply: IncomingMessage;
  readonly heard: readonly Heard[];
  /** Resolves with the first event of this name that has not been taken yet. */
  next(event: string): Promise<Heard>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<unknown>;
  leave(): void;
}

/** Opens a stream over a socket. `path` has the query of the stream. */
export async function listenTo(
  portal: Pick<TestPortal, 'app'>,
  headers: Record<string, string>,
  query = '',
  route = '/api/v2/event/stream',
): Promise<ListeningBrowser> {
  const { port } = await addressOf(portal);
  const asked = request({ port, host: '127.0.0.1', path: `${route}${query}`, headers });
  asked.end();
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  onTestFinished(() => void asked.destroy());
  asked.on('error', () => undefined);
  const heard: Heard[] = [];
  let taken = 0;
  let rest = '';
  const waiting = new Set<() => void>();
  reply.setEncoding('utf8').on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(
        block.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
      );
      const event = fields.get('event');
      if (event !== undefined)
        heard.push({ id: fields.get('id'), event, data: JSON.parse(fields.get('data') ?? 'null') });
    }
    for (const look of waiting) look();
  });
  const next = (event: string) =>
    new Promise<Heard>((resolve) => {
      const look = () => {
        const at = heard.findIndex((one, index) => index >= taken && one.event === event);
        const found = heard[at];
        if (!found) return;
        taken = at + 1;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const ended = new Promise((resolve) => reply.once('close', resolve));
  return { reply, heard, next, ended, leave: () => void asked.destroy() };
}

async function addressOf(portal: Pick<TestPortal, 'app'>): Promise<AddressInfo> {
  const app = await portal.app();
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  return app.server.address() as AddressInfo;
}
