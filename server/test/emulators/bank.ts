import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { AcquirerSettings } from '#server/integrations/acquirer/settings.ts';
import { parseBankJson } from '#server/integrations/acquirer/bank-json.ts';

// Shared by all emulated banks: payments, faults of the connection, and an HTTP server. Each bank adds its own format.

/** A notification on its way to the portal. */
export interface SentBankNotice {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly ip?: string;
}

export interface BankRefund {
  readonly id: string;
  readonly amount: number;
  state: 'requested' | 'done' | 'declined';
}

export interface BankPayment {
  readonly qrId: string;
  /** The portal's own number of the order. */
  readonly order: string;
  /** Kopecks. */
  readonly amount: number;
  state: 'new' | 'paid' | 'declined' | 'expired';
  /** The sum actually paid, kopecks. */
  paid: number;
  paidAt: Date;
  readonly operation: number;
  readonly refunds: BankRefund[];
}

export interface BankFaults {
  /** How many of the next orders, for a QR or a refund, are carried out but answered with 500. */
  lostAnswers: number;
  /** Whether the bank answers every request with 503. */
  isDown: boolean;
  /** The result of requested refunds. */
  refunds: BankRefund['state'];
}

/** An emulated bank, as tests see it. */
export interface EmulatedBank {
  /** The portal's settings for it; absent for the built-in sandbox. */
  readonly settings?: AcquirerSettings;
  readonly faults: BankFaults;
  /** The payer pays, by default the ordered sum; kopecks. */
  readonly pay: (qrId: string, amount?: number) => Promise<void>;
  readonly decline: (qrId: string) => Promise<void>;
  readonly expire: (qrId: string) => Promise<void>;
  /** The bank's notifications about the current state of the QR; T-Bank sends two different ones. */
  readonly notifications: (qrId: string) => Promise<readonly SentBankNotice[]>;
  /** The same from a sender that is not the bank. */
  readonly forged: (qrId: string) => Promise<readonly SentBankNotice[]>;
  /** Sums refunded by the QR, kopecks. */
  readonly refunded: (qrId: string) => Promise<readonly number[]>;
  /** How many orders the bank has opened. */
  readonly orders: () => Promise<number>;
  /** Ends pending refunds; the sandbox refunds at once. */
  readonly finishRefunds?: (qrId: string, state: 'done' | 'declined') => void;
  /** The file of a day, if the bank sends one. */
  readonly registryFile?: (day: string) => Uint8Array;
}

export interface BankState {
  readonly payments: Map<string, BankPayment>;
  readonly faults: BankFaults;
}

interface Reply {
  readonly status?: number;
  readonly body: string;
}

export interface BankRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** Numbers stay the text as written. */
  readonly body: Readonly<Record<string, string | undefined>>;
}

interface Spelling {
  /** Replies to a request; undefined for an address that the bank does not have. */
  readonly answer: (asked: BankRequest) => Reply | undefined;
  /** Whether the request orders something, so that its reply may be lost. */
  readonly isOrder: (asked: BankRequest) => boolean;
}

export function newBank(): BankState {
  return { payments: new Map(), faults: { lostAnswers: 0, isDown: false, refunds: 'done' } };
}

/** Opens the bank's API on this machine until the test ends; returns its base address. */
export async function serve({ faults }: BankState, spelling: Spelling): Promise<string> {
  const server = createServer((request, response) => {
    void askedBy(request).then((asked) => {
      const { status, body } = faults.isDown ? { status: 503, body: '' } : replyTo(asked, spelling, faults);
      response.writeHead(status ?? 200, { 'content-type': 'application/json' }).end(body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function askedBy(request: IncomingMessage): Promise<BankRequest> {
  const text = Buffer.concat((await request.toArray()) as Buffer[]).toString();
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bank');
  return {
    method: request.method ?? 'GET',
    path: pathname.slice(1),
    query: searchParams,
    headers: request.headers,
    body: (text === '' ? {} : parseBankJson(text)) as BankRequest['body'],
  };
}

function replyTo(asked: BankRequest, { answer, isOrder }: Spelling, faults: BankFaults): Reply {
  const reply = answer(asked) ?? { status: 404, body: '{"code":"NOT_FOUND"}' };
  if (faults.lostAnswers === 0 || !isOrder(asked)) return reply;
  faults.lostAnswers -= 1;
  return { status: 500, body: '' };
}

export function openBankPayment(
  { payments }: BankState,
  order: { qrId: string; order: string; amount: number },
): BankPayment {
  const payment: BankPayment = {
    ...order,
    state: 'new',
    paid: 0,
    paidAt: new Date('2026-11-20T10:05:00Z'),
    operation: 700_000 + payments.size,
    refunds: [],
  };
  payments.set(order.qrId, payment);
  return payment;
}

export function bankPaymentOf({ payments }: BankState, qrId: string | undefined): BankPayment {
  const payment = payments.get(qrId ?? '');
  if (!payment) throw new Error(`The bank knows no QR ${qrId}`);
  return payment;
}

/** Refunds as the faults say; never more than was paid. */
export function refundPayment(
  { faults }: BankState,
  payment: BankPayment,
  id: string,
  amount: number,
): BankRefund | undefined {
  const gone = payment.refunds.filter(({ state }) => state !== 'declined').reduce((sum, one) => sum + one.amount, 0);
  if (payment.state !== 'paid' || gone + amount > payment.paid) return undefined;
  const refund = { id, amount, state: faults.refunds };
  payment.refunds.push(refund);
  return refund;
}

/** Actions of a payer, the same for every bank. */
export const payer = (bank: BankState) => ({
  faults: bank.faults,
  pay: (qrId: string, amount?: number) => {
    const payment = bankPaymentOf(bank, qrId);
    Object.assign(payment, { state: 'paid', paid: amount ?? payment.amount });
    return Promise.resolve();
  },
  decline: (qrId: string) => Promise.resolve(void (bankPaymentOf(bank, qrId).state = 'declined')),
  expire: (qrId: string) => Promise.resolve(void (bankPaymentOf(bank, qrId).state = 'expired')),
  refunded: (qrId: string) =>
    Promise.resolve(
      bankPaymentOf(bank, qrId)
        .refunds.filter(({ state }) => state !== 'declined')
        .map(({ amount }) => amount),
    ),
  orders: () => Promise.resolve(bank.payments.size),
  finishRefunds: (qrId: string, state: 'done' | 'declined') => {
    for (const refund of bankPaymentOf(bank, qrId).refunds) if (refund.state === 'requested') refund.state = state;
  },
});

/** `111010` → `1110.10` */
export const roubles = (kopecks: number): string =>
  `${Math.trunc(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`;
/** `1110.1` → `111010` */
export const kopecksOf = (text: string | undefined): number => Math.round(Number(text) * 100);

/** `2026-11-20` → `20.11.2026` */
export const russianDay = (day: string): string => day.split('-').reverse().join('.');
