import { lookup as lookUpAll } from 'node:dns';
import { request } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { WebhookSender } from './port.ts';
import { webhookHeaders } from './webhook-headers.ts';

const PATIENCE_MS = 10_000;
const LONGEST_ANSWER = 64 * 1024;

/** Networks that are nobody's on the internet, or our own: what is sent there could reach what only we may. */
const CLOSED = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [address = '', bits] = network.split('/');
  CLOSED.addSubnet(address, Number(bits), 'ipv4');
}
/** Of IPv6 only what is given to the internet; not what stands for IPv4. */
const OPEN_IPV6 = new BlockList();
OPEN_IPV6.addSubnet('2000::', 3, 'ipv6');
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  CLOSED.addSubnet(address, bits, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !CLOSED.check(address, 'ipv4');
  return family === 6 && OPEN_IPV6.check(address, 'ipv6') && !CLOSED.check(address, 'ipv6');
}

const CLOSED_ADDRESS = Object.assign(new Error('closed'), { code: 'PRIVATE_ADDRESS' });

/** Looks a name up for the connection itself, so the address that was checked is the one that is used. */
const lookUpPublic: LookupFunction = (name, options, tell) => {
  lookUpAll(name, { ...options, all: true }, (error, found) => {
    // Without an answer there is no list.
    const [first] = error ? [] : found;
    if (error) tell(error, '');
    else if (!first || found.some(({ address }) => !isPublicAddress(address))) tell(CLOSED_ADDRESS, '');
    else if (options.all) tell(null, found);
    else tell(null, first.address, first.family);
  });
};

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

function refusal(url: string): string | undefined {
  if (!URL.canParse(url)) return 'Это не адрес. Адрес пишется так: https://example.ru/kabinet';
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:') return 'Адрес должен начинаться с https://';
  if (parsed.username !== '' || parsed.password !== '') return 'Имя и пароль в адресе не пишут: подпись их заменяет';
  const host = hostOf(parsed);
  const isClosed = isIP(host) !== 0 ? !isPublicAddress(host) : !host.includes('.') || /(^|\.)localhost\.?$/i.test(host);
  return isClosed ? 'Это адрес внутри сети: события отправляются только наружу' : undefined;
}

const reasonOf = (error: Error & { code?: string }): string => error.code ?? error.name;

/** Only https, only to addresses of the internet; follows no redirect, and reads no more of an answer than it must. */
export const publicSender: WebhookSender = {
  refusal,
  sign: webhookHeaders,
  post: (url, headers, body) =>
    new Promise((resolve, reject) => {
      const fail = (error: Error) => reject(new Error(`no answer (${reasonOf(error)})`));
      if (refusal(url) !== undefined) {
        reject(new Error('no answer (PRIVATE_ADDRESS)'));
        return;
      }
      const sent = request(
        url,
        {
          method: 'POST',
          // A kept connection may be closed just when it is used again, which would look like a receiver that is away.
          agent: false,
          lookup: lookUpPublic,
          signal: AbortSignal.timeout(PATIENCE_MS),
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        },
        (reply) => {
          let read = 0;
          reply.on('data', (part: Buffer) => {
            read += part.length;
            if (read > LONGEST_ANSWER) reply.destroy(Object.assign(new Error('long'), { code: 'ANSWER_TOO_LONG' }));
          });
          reply.on('error', fail);
          reply.on('end', () =>
            resolve({ status: reply.statusCode ?? 0, waitMs: waitOf(reply.headers['retry-after']) }),
          );
        },
      );
      sent.on('error', fail);
      sent.end(body);
    }),
};

const waitOf = (seconds = ''): number => (/^[0-9]{1,6}$/.test(seconds) ? Number(seconds) * 1000 : 0);
