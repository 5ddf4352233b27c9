import fc from 'fast-check';
import type { Method } from '@kabinet/contract/kernel/call/call';
import { PUBLIC_URL } from '../test/portal/open-portal.ts';

/** The sender: a contract of the demo, a guest, nobody, a person of the staff in all roles, or somebody with an invalid header. */
export type RequestSender = number | 'guest' | 'nobody' | 'staff' | { readonly authorization: string };

/** One request as sent over HTTP. */
export interface WireRequest {
  readonly who: RequestSender;
  readonly method: Method | 'HEAD' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
}

export const CONTRACTS = [100_001, 100_002, 100_003, 100_004, 100_005] as const;

export const anybody: fc.Arbitrary<RequestSender> = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...CONTRACTS) },
  { weight: 1, arbitrary: fc.constantFrom<RequestSender>('guest', 'nobody') },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('Bearer', 'Bearer ', `Bearer ${'x'.repeat(43)}`, `Bearer ${'x'.repeat(4000)}`, 'Basic eDp4', '\xff')
      .map((authorization) => ({ authorization })),
  },
);

/** Text allowed in an HTTP header. */
const headerText = fc.oneof(
  fc.constantFrom('', 'k', 'k'.repeat(255), 'k'.repeat(256), 'k'.repeat(8000), '\xea\xeb\xfe\xf7', "'; --", '\t'),
  fc.string({ unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 40 }),
);

const now = (weight: number, arbitrary: fc.Arbitrary<Record<string, string>>) =>
  fc.oneof({ weight: 20, arbitrary: fc.constant({}) }, { weight, arbitrary });

/** Headers of our own page, sometimes of another. */
export const headers: fc.Arbitrary<Record<string, string>> = fc
  .tuple(
    now(1, fc.record({ origin: fc.constantFrom('https://evil.example', 'null', '') })),
    now(1, fc.record({ 'sec-fetch-site': fc.constantFrom('cross-site', 'none', 'x') })),
    now(4, fc.record({ 'idempotency-key': headerText })),
    now(1, fc.record({ 'x-contract': fc.oneof(fc.constantFrom('100001', '100002', '-1'), headerText) })),
    now(1, fc.record({ 'user-agent': headerText, cookie: headerText, 'accept-encoding': headerText })),
    now(1, fc.record({ 'x-forwarded-for': headerText, 'x-request-id': headerText, 'accept-language': headerText })),
  )
  .map((parts) => Object.assign({ origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin' }, ...parts) as Headers);

type Headers = Record<string, string>;

/** In the encoding of an address; half of a character as its raw bytes. */
export const encoded = (value: unknown): string =>
  encodeURIComponent(wordOf(value).toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80');

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Fields in the form of a query: a list repeats its name. */
export function queryOf(fields: unknown): string {
  if (typeof fields !== 'object' || fields === null) return encoded(fields);
  return Object.entries(fields)
    .flatMap(([name, value]) => timesOf(value).map((one): [string, unknown] => [name, one]))
    .map((pair) => pair.map(encoded).join('='))
    .join('&');
}

/** A short list repeats its name. */
const timesOf = (value: unknown): unknown[] =>
  Array.isArray(value) && value.length < 100 ? (value as unknown[]) : [value];
