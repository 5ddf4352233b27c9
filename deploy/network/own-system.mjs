#!/usr/bin/env node
// A network system behind Kabinet (docs/network.md), to begin with: it keeps the state of each service in a file. Replace `network` by
// calls of your RADIUS, switches or scripts. NETWORK_PROGRAM starts it for each request; for NETWORK_URL let it listen:
// NETWORK_SECRET=… node own-system.mjs 8090
import { createHmac, timingSafeEqual } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const folder = new URL('services/', import.meta.url);
mkdirSync(folder, { recursive: true, mode: 0o700 });

/** A service is `{ userId }` or `{ phoneNumber }`. */
const fileOf = ({ userId, phoneNumber }) =>
  new URL(userId === undefined ? `number-${phoneNumber}` : `user-${userId}`, folder);
const known = (service) => (existsSync(fileOf(service)) ? JSON.parse(readFileSync(fileOf(service), 'utf8')) : null);

const network = {
  /** The complete state of a service. It may come twice, and an old one after a new one. */
  apply({ state, password }) {
    const before = known(state.service);
    if (before && before.state.version > state.version) return '';
    // Without a password the one that is known stays.
    const record = { state, password: password ?? before?.password };
    // A reader finds the old state or the new one, never half of it.
    const draft = new URL(`${fileOf(state.service)}.${process.pid}`);
    writeFileSync(draft, JSON.stringify(record), { mode: 0o600 });
    renameSync(draft, fileOf(state.service));
    if (state.access !== 'open' && state.service.userId !== undefined) network.disconnect(state.service);
    return '';
  },
  /** What the network really does, in the fields of the state; `null`: the service is unknown; an empty reply: cannot be read. */
  read: ({ service }) => JSON.stringify(known(service)?.state ?? null),
  /** Ends the sessions of a service, or the one with the address. */
  disconnect({ userId, address = 'all' }) {
    appendFileSync(new URL('disconnected', folder), `${userId} ${address}\n`);
    return '';
  },
};

const answer = (body) => {
  const request = JSON.parse(body);
  return network[request.act](request);
};

/** `t=<seconds>,v1=<hex of HMAC-SHA256 over "<seconds>.<body>">`, at most five minutes old. */
function isSigned(body, header = '') {
  const [, seconds, given] = /^t=(\d+),v1=([\da-f]{64})$/.exec(header) ?? [];
  if (given === undefined || Math.abs(Date.now() / 1000 - Number(seconds)) > 300) return false;
  const right = createHmac('sha256', process.env.NETWORK_SECRET).update(`${seconds}.${body}`).digest();
  return timingSafeEqual(right, Buffer.from(given, 'hex'));
}

const serve = async (request, reply) => {
  const body = await text(request);
  if (!isSigned(body, request.headers['x-kabinet-signature'])) return reply.writeHead(401).end();
  try {
    reply.end(answer(body));
  } catch (error) {
    console.error(error);
    reply.writeHead(500).end();
  }
};

const [, , port] = process.argv;
if (port === undefined) process.stdout.write(answer(await text(process.stdin)));
else createServer((request, reply) => void serve(request, reply)).listen(Number(port), '127.0.0.1');
