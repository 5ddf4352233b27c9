import { createHash } from 'node:crypto';
import { z } from 'zod';
import { RefusedForGood, TooManyRequests } from '#server/kernel/job/delivery.ts';
import { isSameText } from '#server/kernel/same-text.ts';
import { fittingText } from '../fitting-text.ts';
import { callGateway } from '../gateway-call.ts';
import type { SmsGateway } from './gateways.ts';
import type { TextReport } from './port.ts';

/** A gateway of the kind of SMSC.ru. */
export interface SmscSettings {
  readonly url: string;
  readonly login: string;
  readonly password: string;
  /** The name that the phone shows. */
  readonly sender?: string;
  /** Signs the gateway's delivery reports; without it there are none. */
  readonly reportSecret?: string;
  readonly timeoutMs?: number;
}

const NAME = 'smsc';
const LONGEST = 1000;
/** Delivered, read, its link opened; expired, impossible, wrong number, forbidden, no money, number not reachable. */
const STATES = new Map<string, TextReport['state']>([
  ...['1', '2', '4'].map((status) => [status, 'delivered'] as const),
  ...['3', '20', '22', '23', '24', '25'].map((status) => [status, 'undelivered'] as const),
]);

const Reply = z.object({
  id: z.union([z.int(), z.string()]).optional(),
  error: z.string().optional(),
  error_code: z.int().optional(),
});

/** Wrong parameters, a forbidden text, a bad number, a number that cannot be reached. */
const REFUSED = new Set([1, 6, 7, 8]);
/** The address is blocked for a while; the same request more than once in a minute. */
const BUSY = new Map([
  [4, 300_000],
  [9, 60_000],
]);

/** SMSC.ru by HTTP (smsc.ru/api/http): `fmt=3` answers JSON. The password goes in the body, so that no log of addresses has it. */
export const smscGateway = ({ url, login, password, sender, reportSecret, timeoutMs }: SmscSettings): SmsGateway => ({
  name: NAME,
  async send({ to, text, key }) {
    const { status, body } = await callGateway('SMS gateway', `${url}/sys/send.php`, {
      timeoutMs,
      body: new URLSearchParams({
        login,
        psw: password,
        phones: to,
        mes: fittingText(text, LONGEST),
        charset: 'utf-8',
        fmt: '3',
        ...(sender !== undefined && { sender }),
        ...(key !== undefined && { id: key.replaceAll('-', '') }),
      }),
    });
    const { id, error, error_code: code = 0 } = Reply.catch({}).parse(body);
    if (id !== undefined && error === undefined) return reportSecret === undefined ? [] : [String(id)];
    throw failureOf(code, `SMS gateway: ${code} ${error ?? `status ${status}`}`);
  },
  ...(reportSecret !== undefined && { readReport: (given: URLSearchParams) => reportOf(given, reportSecret) }),
});

const FIELDS = ['id', 'phone', 'status', 'err', 'sha1'];
type Five = [string, string, string, string, string];

/** smsc.ru/api/http/miscellaneous/callback: each call is signed by its number, phone, status and our secret phrase. */
function reportOf(given: URLSearchParams, secret: string): TextReport | null | undefined {
  const [id, phone, status, err, sha1] = FIELDS.map((name) => given.get(name) ?? '') as Five;
  const signed = createHash('sha1').update(`${id}:${phone}:${status}:${secret}`).digest('hex');
  if (!isSameText(signed, sha1.toLowerCase())) return undefined;
  const state = STATES.get(status);
  return state ? { gateway: NAME, id, state, reason: `status ${status}, error ${err}` } : null;
}

function failureOf(code: number, said: string): Error {
  if (REFUSED.has(code)) return new RefusedForGood(said);
  const wait = BUSY.get(code);
  return wait === undefined ? new Error(said) : new TooManyRequests(said, wait);
}
