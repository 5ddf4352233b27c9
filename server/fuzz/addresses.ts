import fc from 'fast-check';
import { SIGNATURE_HEADER, signatureOf } from '#server/integrations/acquirer/sandbox-signature.ts';
import { BANK_ACTIONS } from '#server/integrations/acquirer/port.ts';
import { SUBSCRIPTION_ACTIONS } from '#server/integrations/acquirer/subscription-port.ts';
import { SANDBOX_SECRET } from '../test/portal/open-portal.ts';
import type { SeenValues } from './known.ts';
import { fit, odd } from './values.ts';
import { encoded, headers, type WireRequest } from './wire.ts';

/** Fields that these addresses read, with sample values by field. */
const FIELDS: Readonly<Record<string, readonly unknown[]>> = {
  command: ['check', 'pay', 'status', 'cancel', 'getinfo'],
  ACTION: ['check', 'payment'],
  txn_id: ['1', '2', '0', '9'.repeat(20), '9'.repeat(21)],
  PAY_ID: ['1', '0'],
  prv_txn: ['1', '9'.repeat(15), '9'.repeat(16)],
  account: ['1000011', '100001', '0', 'я'.repeat(40)],
  sum: ['100.00', '0.01', '999999999.99', '1e2', '-1'],
  AMOUNT: ['100.00', '999999999'],
  txn_date: ['20261120140500', '00000101000000', '99991231235959', '20260230000000'],
  PAY_DATE: ['20.11.2026_14:05:00', '01.01.0000_00:00:00'],
  'access-token': ['x'.repeat(43), 'x'],
  forceRefresh: ['1', '0'],
  action: [...BANK_ACTIONS, ...SUBSCRIPTION_ACTIONS, 'x'],
  return: ['/lk/', '//evil.example', '/lk/payment?x=1', 'javascript:1'],
};

/** Fields of a sandbox bank's notification, with sample values; a signed one is genuine. */
const NOTICE: Readonly<Record<string, readonly unknown[]>> = {
  operation_id: ['6f1a3b1e-7a52-4f0e-9f0e-3f1f6a1a2b3c', '1', ''],
  qr_id: ['AD00', 'x'.repeat(33)],
  subscription_id: ['S1', 'x'.repeat(65)],
  event_id: ['6f1a3b1e-7a52-4f0e-9f0e-3f1f6a1a2b3c'],
  subscription_state: ['active', 'refused', 'ended'],
  status: ['success', 'declined', 'expired'],
  amount: ['100.00', '999999999.00', '0.00', '-1.00'],
  currency: ['RUB'],
  happened_at: ['2026-11-20T10:05:00Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
};

const FORMS = ['/gateway/osmp', '/gateway/sberbank', '/lk/auth', '/lk/logout', '/lk/auth/logout', '/lk/document'];
const NOTICES = ['/gateway/sandbox', '/gateway/sandbox/subscription', '/gateway/receipt'];
const PAGES = ['/sandbox/bank/', '/sandbox/bank/subscription/', '/sandbox/receipt/'];
const OTHERS = [
  '/',
  '/lk',
  '/lk/',
  '/lk/provider.json',
  '/api/docs',
  '/api/v2/openapi.json',
  '/livez',
  '/readyz',
  '/api',
  '/%',
  '/%00',
];

/** Addresses outside the contract, each with a generator of requests. */
export const ADDRESSES: Readonly<Record<string, (known: SeenValues) => fc.Arbitrary<WireRequest>>> = {
  ...Object.fromEntries(FORMS.map((url) => [url, (known: SeenValues) => form(fc.constant(url), known)])),
  ...Object.fromEntries(NOTICES.map((url) => [url, (known: SeenValues) => notice(url, known)])),
  ...Object.fromEntries(PAGES.map((url) => [url, (known: SeenValues) => form(pageOf(url, known), known)])),
  'what else there is': (known) => form(fc.constantFrom(...OTHERS), known),
};

const NAMES = ['qr_id', 'subscription_id', 'receipt_id', 'id'];

const pageOf = (url: string, known: SeenValues): fc.Arbitrary<string> =>
  fc
    .oneof(
      { weight: 2, arbitrary: fc.constantFrom(...NAMES).chain((name) => fit({ type: 'string' }, name, known)) },
      { weight: 1, arbitrary: odd },
    )
    .map((id) => url + encoded(id));

/** Some of the fields, each valid or not. */
const some = (fields: typeof FIELDS, known: SeenValues): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([name, values]) => [
        name,
        fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...values) },
          { weight: 3, arbitrary: fit({ type: 'string' }, name, known) },
          { weight: 1, arbitrary: odd },
        ),
      ]),
    ),
    { requiredKeys: [] },
  );

const FORM = 'application/x-www-form-urlencoded';
const BASE = 'http://127.0.0.1:8080';

/** A query, a form, or both. */
const form = (url: fc.Arbitrary<string>, known: SeenValues): fc.Arbitrary<WireRequest> =>
  fc
    .record({
      url,
      method: fc.constantFrom<WireRequest['method']>('GET', 'GET', 'POST', 'POST', 'POST', 'HEAD', 'PUT', 'DELETE'),
      query: some(FIELDS, known),
      body: some(FIELDS, known),
      type: fc.constantFrom(FORM, FORM, FORM, FORM, 'application/json', 'text/xml', 'x'),
      headers,
    })
    .map(({ url, method, query, body, type, headers }) => ({
      who: 'nobody',
      method,
      url: `${url}?${pairs(query)}`,
      headers: { ...headers, origin: BASE, 'content-type': type },
      ...(method !== 'GET' && method !== 'HEAD' && { payload: pairs(body) }),
    }));

const pairs = (fields: Record<string, unknown>): string =>
  Object.entries(fields)
    .map((pair) => pair.map(encoded).join('='))
    .join('&');

/** A notification of the bank, mostly with a valid signature. */
const notice = (url: string, known: SeenValues): fc.Arbitrary<WireRequest> =>
  fc
    .record({
      body: fc.oneof({ weight: 9, arbitrary: some(NOTICE, known) }, { weight: 1, arbitrary: odd }),
      isSigned: fc.nat(4),
      headers,
    })
    .map(({ body, isSigned, headers }) => {
      const payload = JSON.stringify(body);
      const signature = isSigned > 0 ? signatureOf(payload, SANDBOX_SECRET) : 'x';
      return {
        who: 'nobody',
        method: 'POST',
        url,
        headers: { ...headers, 'content-type': 'application/json', [SIGNATURE_HEADER]: signature },
        payload,
      };
    });
