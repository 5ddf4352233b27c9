import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import type { Tx } from '#server/db/database.ts';
import { findAccount } from '#server/domain/payments/payment-agents/payment-agent.queries.ts';
import { ACCOUNT_NAMES } from '@kabinet/contract/kernel/russian';
import { noteShownCode } from '#server/domain/payments/desk/shift-payments.queries.ts';
import { openShiftOf } from '#server/domain/payments/desk/shift.queries.ts';
import { cancelPayment } from '#server/domain/payments/payment/cancel.ts';
import { refuseBeyond } from '#server/domain/payments/payment/limits.ts';
import { orderQr } from '#server/domain/payments/payment/order-qr.ts';
import { notificationsWith } from '#server/domain/payments/payment/payment.queries.ts';
import {
  openRefunds,
  refundableOf,
  refundedUpTo,
  takeTurnToRefund,
} from '#server/domain/payments/refunds/refund.queries.ts';
import { orderRefund, RefundRefused } from '#server/domain/payments/refunds/refund.ts';
import { settleByHand } from '#server/domain/payments/settlement/settle-by-hand.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction, type Operator } from '#server/kernel/world.ts';
import { contractNo } from '#server/domain/shared/contract-no.queries.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { accountOf, aloneOwner, dayAgo, refuseAlone, wrongField } from '../refusals.ts';
import { personAt } from './own-shift.ts';
import { paymentsOf } from '../staff.queries.ts';

async function knownAccount(db: Tx, typed: string) {
  const account = await findAccount(db, accountOf(typed));
  if (!account) throw new Problem('account_unknown');
  return account;
}

/** The shift of whoever shows the code, if she has one open. */
async function noteInShift(tx: Tx, operator: Operator, paymentId: string): Promise<void> {
  const personId = personAt(operator);
  const shift = personId === undefined ? undefined : await openShiftOf(tx, personId);
  if (shift) await noteShownCode(tx, paymentId, shift.shift_id);
}

const settleMoney: PlainHandlers<OperatorContract['payments'], 'cancel' | 'sbp'>['settle'] = async (
  { body },
  scope,
) => {
  const { notification_id, how, account_no: typed } = body;
  if ((how === 'credited') !== (typed !== undefined))
    throw wrongField('account_no', how === 'credited' ? 'Назовите счёт, на который зачислить' : 'Счёт лишний');
  const account = typed === undefined ? undefined : await knownAccount(scope.db, typed);
  const decided = { notificationId: notification_id, accountId: account?.account_id, by: scope.operator.name };
  const amount = await settleByHand(scope.db, decided, atOf(scope));
  if (amount === undefined) throw new Problem('finding_not_open');
  return { rehearsed: body.dry_run === 'yes', notification_id, amount, ...(await creditedTo(scope.db, typed)) };
};

/** The account as it is afterwards; of what was returned, none. */
async function creditedTo(db: Tx, typed: string | undefined) {
  if (typed === undefined) return { account_no: null, balance: null };
  const { account_no, balance } = await knownAccount(db, typed);
  return { account_no, balance };
}

export const staffPaymentHandlers: PlainHandlers<OperatorContract['payments'], 'cancel' | 'sbp'> = {
  list: ({ query }, { db }) => paymentsOf(db, query.contract_id),
  // The bank is called without holding a lock.
  sbp: withoutTransaction(async ({ body: { account_no: typed, amount } }, { db, outside, provider, operator, now }) => {
    if (!outside.acquirer.isConnected) throw new Problem('outside_unavailable');
    refuseBeyond(amount, provider.payment);
    const {
      account_id: accountId,
      contract_id,
      kind,
      no,
    } = await db.read(async (tx) => {
      const account = await knownAccount(tx, typed);
      return { ...account, no: await contractNo(tx, account.contract_id) };
    });
    const purpose = `Договор ${no}, счёт «${ACCOUNT_NAMES[kind]}»`;
    const ordered = await orderQr(db, outside.acquirer, { ordered: [{ accountId, amount }], purpose, now });
    const { payment_id, payload, expires_at } = ordered;
    await db.write((tx) => noteInShift(tx, operator, payment_id));
    return { payment_id, contract_id, amount, payload, expires_at };
  }),
  cancel: withoutTransaction(async ({ body }, { db, outside }) => {
    const isCancelled = await cancelPayment(db, outside.acquirer, body.payment_id);
    if (!isCancelled) throw new Problem('payment_not_cancellable');
    return { payment_id: body.payment_id };
  }),
  surplus: (_, { db }) => notificationsWith(db, 'surplus'),
  mismatch: (_, { db }) => notificationsWith(db, 'mismatch'),
  settle: settleMoney,
};

export const refundHandlers: PlainHandlers<OperatorContract['refunds']> = {
  order: async ({ body }, scope) => {
    const { payment_id: paymentId, amount, account } = body;
    const { db, operator, outside } = scope;
    const owner = aloneOwner(operator);
    if (owner !== undefined) await takeTurnToRefund(db, owner);
    try {
      const wanted = { paymentId, amount, account, aloneBy: owner };
      const refunded = await orderRefund(db, outside.acquirer, wanted, atOf(scope));
      const isRehearsed = body.dry_run === 'yes';
      if (!isRehearsed && owner !== undefined) {
        const sums = await refundedUpTo(db, { paymentId, owner, since: dayAgo(scope.now) });
        refuseAlone(operator, operatorContract.refunds.order, Math.max(sums.of_payment, sums.alone));
      }
      return { rehearsed: isRehearsed, amount: refunded, ...(await refundableOf(db, paymentId)) };
    } catch (error) {
      if (!(error instanceof RefundRefused)) throw error;
      throw new Problem('refund_refused', { message: error.message });
    }
  },
  list: (_, { db }) => openRefunds(db),
};
