import { z } from 'zod';
import { moscowTime } from '#server/kernel/moscow.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { bankClient } from '../bank-client.ts';
import { parseBankJson } from '../bank-json.ts';
import type { Acquirer, QrOrder, RawNotification } from '../port.ts';
import { isSameText } from '#server/kernel/same-text.ts';
import type { AdapterOptions } from '../settings.ts';
import { unavailable } from '../../unavailable.ts';
import { readTbankRegistry } from './registry-file.ts';
import {
  TbankCancellation,
  tbankFactOf,
  Initiated,
  Order,
  TbankPayment,
  TbankQr,
  QrState,
  TBANK_REFUND_STATES,
} from './shapes.ts';
import { tbankTokenOf } from './token.ts';

export const USUAL_TBANK_URL = 'https://securepay.tinkoff.ru/v2';
const LONGEST_PURPOSE = 140;
/** States in which a payment still waits for the payer. */
const UNPAID = ['NEW', 'FORM_SHOWED'];
/** The bank's own failure, which says nothing about the refund. */
const PASSING_ERRORS = ['99', '9999'];

/**
 * SBP of T-Bank's internet acquiring. Its `Cancel` cancels an unpaid payment and refunds a paid one, so we never cancel
 * a QR: it may be paid in that moment. It does not tell refunds of one payment apart, so there is at most one.
 */
export function tbank({ id, secret, url = USUAL_TBANK_URL, publicUrl }: AdapterOptions): Acquirer {
  const bank = bankClient(url);
  const call = <Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    fields: Readonly<Record<string, string | number>>,
    isRepeatable = true,
  ) => {
    const signed = { TerminalKey: id, ...fields };
    const body = { ...signed, Token: tbankTokenOf(signed, secret) };
    return bank.ask(schema, { method: 'POST', path: method, body, isRepeatable });
  };

  /** The pending payment with this order's number, or a new one: a repeated `Init` would make two. */
  const openPayment = async ({ paymentId, amount, purpose, expiresAt }: QrOrder): Promise<string> => {
    const { Payments = [] } = await call(Order, 'CheckOrder', { OrderId: paymentId });
    const waiting = Payments.find(({ Status }) => UNPAID.includes(Status));
    if (waiting) return waiting.PaymentId;
    const opened = await call(
      Initiated,
      'Init',
      {
        OrderId: paymentId,
        Amount: amount,
        Description: purpose.slice(0, LONGEST_PURPOSE),
        PayType: 'O',
        RedirectDueDate: moscowTime(expiresAt),
        NotificationURL: `${publicUrl}/gateway/tbank`,
      },
      false,
    );
    return opened.PaymentId;
  };

  return {
    name: 'tbank',
    isConnected: true,
    mostRefunds: 1,
    async createQr(order) {
      const qrId = await openPayment(order);
      const { Data } = await call(TbankQr, 'GetQr', { PaymentId: qrId, DataType: 'PAYLOAD' });
      return { qrId, payload: Data };
    },
    async factsOf(qrId) {
      const fact = tbankFactOf(await call(TbankPayment, 'GetState', { PaymentId: qrId }));
      return fact.status === 'noted' ? [] : [fact];
    },
    cancelQr: () => Promise.resolve(false),
    readNotification: (raw) => readNotification(raw, id, secret),
    async refund({ qrId, amount }) {
      const answer = await call(TbankCancellation, 'Cancel', { PaymentId: qrId, Amount: amount }, false);
      if (answer.Success) return TBANK_REFUND_STATES[answer.Status ?? ''] ?? 'requested';
      if (PASSING_ERRORS.includes(answer.ErrorCode)) throw unavailable(new Error(`Cancel failed: ${answer.ErrorCode}`));
      return 'declined';
    },
    async refundState({ qrId }) {
      const { Status, QrCancelCode } = await call(QrState, 'GetQrState', { PaymentId: qrId });
      return TBANK_REFUND_STATES[Status] ?? (QrCancelCode ? 'declined' : undefined);
    },
    readRegistryFile: readTbankRegistry,
  };
}

const Root = z.looseObject({ TerminalKey: z.string(), Token: z.string() });

function readNotification({ body }: RawNotification, id: string, secret: string) {
  const told = Root.safeParse(parseBankJson(body));
  if (!told.success || told.data.TerminalKey !== id) return undefined;
  if (!isSameText(tbankTokenOf(told.data, secret), told.data.Token.toLowerCase())) return undefined;
  const payment = TbankPayment.safeParse(told.data);
  if (!payment.success) throw new Problem('unreadable');
  return tbankFactOf(payment.data);
}
