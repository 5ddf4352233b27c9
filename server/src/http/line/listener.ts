import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { knownLine, lineAddress, type KnownLine } from '#server/domain/services/line/line-link.ts';
import type { World } from '#server/kernel/world.ts';
import { untilListening } from '../running/listening.ts';

type Parts = Pick<World, 'db' | 'clock' | 'outside' | 'publicUrl' | 'log'>;

interface Place {
  readonly host: string;
  readonly port: number;
}

/** Requests at once: whatever a line asks for is sent here, and each costs a look into the database. */
const MOST_AT_ONCE = 64;
const SLOWEST_MS = 5000;

/**
 * Answers what the lines of debtors ask for: the network sends their HTTP requests here before it translates addresses, so the address of
 * the socket tells whose line it is. What a request says of its address is not believed. Returns a function that ends it.
 */
export async function serveLines(parts: Parts, { host, port }: Place): Promise<() => void> {
  let underWay = 0;
  const server = createServer({ requestTimeout: SLOWEST_MS, headersTimeout: SLOWEST_MS }, (request, response) => {
    response.setHeader('connection', 'close');
    if (underWay >= MOST_AT_ONCE) return void response.writeHead(503, { 'retry-after': '5' }).end();
    underWay += 1;
    response.once('close', () => (underWay -= 1));
    answer(parts, request, response).catch((err: unknown) => {
      parts.log.warn({ err }, 'a request of a line was not answered');
      if (!response.headersSent) redirect(response, `${parts.publicUrl}/lk/`);
    });
    return undefined;
  });
  server.listen(port, host);
  await untilListening(once(server, 'listening'), {
    host,
    port,
    hostSetting: 'LINE_LISTEN',
    portSetting: 'LINE_LISTEN',
  });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

async function answer(parts: Parts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { db, clock, outside, publicUrl } = parts;
  const address = lineAddress(request.socket.remoteAddress);
  const line = address === undefined ? undefined : await knownLine(db, outside.vault, address, clock.now());
  const page = line?.secret === undefined ? `${publicUrl}/lk/` : `${publicUrl}/lk/line#${line.secret}`;
  if (request.method === 'GET' && request.url === '/captive') tellCaptive(response, line, page);
  else redirect(response, page);
}

/** RFC 8908. Of a line that is not known for sure nothing is said that would open a window of the system. */
function tellCaptive(response: ServerResponse, line: KnownLine | undefined, page: string): void {
  const told = line?.isDebtor ? { captive: true, 'user-portal-url': page } : { captive: false };
  response
    .writeHead(200, { 'content-type': 'application/captive+json', 'cache-control': 'private, no-store' })
    .end(JSON.stringify(told));
}

const redirect = (response: ServerResponse, location: string): void =>
  void response
    .writeHead(302, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'content-length': '0' })
    .end();
