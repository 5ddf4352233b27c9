import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isTicket } from '#server/integrations/speed/ticket.ts';

export interface SpeedServerOptions {
  /** Signs the tickets. */
  readonly secret: string;
  /** The portal's address: scripts of other pages cannot use this server. */
  readonly origin: string;
  readonly now: () => Date;
  /** How many requests run at once, of everybody and of one address. */
  readonly most?: { readonly all: number; readonly ofAddress: number };
}

/** The largest reply and the largest request, bytes: half a minute of a line of 60 Mbit/s, 2 s of one gigabit. */
export const LARGEST = 250_000_000;
/** Open connections, also those that ask for nothing. */
const MOST_CONNECTIONS = 1000;
const MOST = { all: 200, ofAddress: 8 };
/** A connection that carries nothing for this time is closed. */
const STALLED_MS = 15_000;
/** Data that no proxy can compress; a piece is large enough for the system to send it at full speed. */
const PIECE = randomBytes(1024 * 1024);

/**
 * Sends and takes meaningless data as fast as the line allows: `GET /down?bytes=N`, `POST /up`. It has no database and its own
 * process, so measurements slow nothing else.
 */
export function speedServer({ secret, origin, now, most = MOST }: SpeedServerOptions): Server {
  const places = placesFor(most);
  const headers = Object.entries(headersFor(origin));
  const serve = (asked: string, request: IncomingMessage, response: ServerResponse, bytes: string | null): void => {
    const leave = places.enter(addressOf(request));
    if (!leave) {
      end(response.setHeader('retry-after', '5'), 503);
      return;
    }
    response.once('close', leave);
    if (asked === 'GET /down') sendData(response, bytes);
    else if (asked === 'POST /up') takeData(request, response);
    else end(response, 404);
  };
  const server = createServer({ noDelay: true, requestTimeout: 60_000 }, (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    const { path, query } = targetOf(request.url);
    const asked = `${request.method} ${path}`;
    if (asked === 'GET /healthz') end(response, 200);
    else if (!isTicket(secret, query.get('ticket') ?? '', now())) end(response, 403);
    else serve(asked, request, response, query.get('bytes'));
  });
  server.setTimeout(STALLED_MS);
  server.maxConnections = MOST_CONNECTIONS;
  server.headersTimeout = STALLED_MS;
  server.keepAliveTimeout = STALLED_MS;
  return server;
}

/** Takes the target of a request apart, whatever a client wrote there: `new URL` throws for `//` and `//[`. */
function targetOf(target = '/'): { readonly path: string; readonly query: URLSearchParams } {
  const [path = '', query = ''] = target.replace(/^https?:\/\/[^/?]*/i, '').split('?', 2);
  return { path, query: new URLSearchParams(query) };
}

/** Behind a proxy on this machine the address that the proxy has seen; nobody else's word counts. */
function addressOf({ socket: { remoteAddress = '' }, headers }: IncomingMessage): string {
  if (!/^(?:::ffff:)?127\.|^::1$/.test(remoteAddress)) return remoteAddress;
  return (
    String(headers['x-forwarded-for'] ?? remoteAddress)
      .split(',')
      .at(-1)
      ?.trim() ?? remoteAddress
  );
}

/** Counts running requests; `enter` returns the function that frees the place, undefined if there is no place. */
function placesFor({ all, ofAddress }: { readonly all: number; readonly ofAddress: number }) {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    enter(address: string): (() => void) | undefined {
      const own = taken.get(address) ?? 0;
      if (total >= all || own >= ofAddress) return undefined;
      total += 1;
      taken.set(address, own + 1);
      return () => {
        total -= 1;
        const left = (taken.get(address) ?? 1) - 1;
        if (left > 0) taken.set(address, left);
        else taken.delete(address);
      };
    },
  };
}

const headersFor = (origin: string): Record<string, string> => ({
  'access-control-allow-origin': origin,
  'access-control-expose-headers': 'server-timing',
  'timing-allow-origin': origin,
  'cache-control': 'no-store, no-transform',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
});

function end(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-length': 0 });
  response.end();
}

function sendData(response: ServerResponse, asked: string | null): void {
  const bytes = /^\d{1,9}$/.test(asked ?? '') ? Number(asked) : -1;
  if (bytes < 0 || bytes > LARGEST) {
    end(response, 416);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes });
  let left = bytes;
  const send = (): void => {
    while (left > 0) {
      const piece = left >= PIECE.length ? PIECE : PIECE.subarray(0, left);
      left -= piece.length;
      if (!response.write(piece) && left > 0) {
        response.once('drain', send);
        return;
      }
    }
    response.end();
  };
  send();
}

function takeData(request: IncomingMessage, response: ServerResponse): void {
  let taken = 0;
  request.on('data', (piece: Buffer) => {
    taken += piece.length;
    if (taken > LARGEST) request.destroy();
  });
  request.once('end', () => {
    end(response, 200);
  });
}
