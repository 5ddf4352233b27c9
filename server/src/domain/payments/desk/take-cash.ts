import { instant, type Instant } from '@kabinet/contract/kernel/day';
import type { Kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import type { At } from '#server/domain/shared/at.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { postCash, type OfficeCash, type OfficeCredit } from '../office/post.ts';
import { undoCash, type CashReturn, type CashReturned } from '../office/undo.ts';
import { credit } from '../payment/credit.ts';
import { takenText } from './desk.texts.ts';
import { assertInDrawer, deskDocument, ownShift } from './shift.ts';
import { alikeSince, oldestWaitingReceipt, takenAtDesk } from './shift-payments.queries.ts';
import { insertCashOperation, nextNumber, type ShiftRow } from './shift.queries.ts';

const MINUTE_MS = 60_000;
/** A receipt that waits longer says that the register is silent. */
const SILENT_MS = 10 * MINUTE_MS;
/** A payment of the same sum is told within this time. */
const ALIKE_MS = 10 * MINUTE_MS;
/** How long a cashier may take her own payment back. */
const UNDO_MS = 10 * MINUTE_MS;

export type RegisterNow = 'works' | 'silent' | 'none';

/** Whether cash may be taken with receipts of our register: no cash without a receipt (54-ФЗ). */
export async function registerNow(tx: Tx, isConnected: boolean, now: Date): Promise<RegisterNow> {
  if (!isConnected) return 'none';
  const oldest = await oldestWaitingReceipt(tx);
  const isSilent = oldest !== undefined && now.getTime() - Date.parse(oldest.created_at) > SILENT_MS;
  return isSilent ? 'silent' : 'works';
}

interface CashAtDesk {
  readonly personId: number;
  readonly accountId: number;
  readonly amount: Kopecks;
  readonly given: Kopecks | undefined;
  readonly givenReceipt: string | undefined;
  readonly register: RegisterNow;
}

interface TakenCash {
  readonly transactionId: number;
  readonly alike: { readonly transaction_id: number; readonly at: Instant; readonly seconds: number } | null;
}

/** Takes cash at the desk of the person's open shift, and orders its receipt. */
export async function takeCash(tx: Tx, cash: CashAtDesk, at: At): Promise<TakenCash> {
  const { accountId, amount, givenReceipt } = cash;
  const shift = await ownShift(tx, cash.personId);
  if (givenReceipt === undefined) refuseWithoutReceipt(cash.register);
  const alike = await alikeSince(tx, { accountId, amount, since: new Date(at.now.getTime() - ALIKE_MS) });
  const number = await nextNumber(tx, shift.shift_id);
  const reference = `office:desk:${deskDocument(shift, number)}`;
  const incoming = { accountId, amount, method: 'cash', reference, text: takenText(), givenReceipt } as const;
  const transactionId = await credit(tx, { ...incoming, takenAt: shift.account_id }, at);
  if (transactionId === undefined) throw new Error(`Cash ${reference} is in the books already`);
  await insertCashOperation(tx, { shiftId: shift.shift_id, number, kind: 'take', transactionId, given: cash.given });
  const seconds = (since: Instant) => Math.round((at.now.getTime() - Date.parse(since)) / 1000);
  return { transactionId, alike: alike ? { ...alike, seconds: seconds(alike.at) } : null };
}

interface PostedAtDesk extends Omit<OfficeCash, 'takenAt'> {
  readonly personId: number;
  readonly register: RegisterNow;
}

/** Credits cash whose document was numbered elsewhere; it lies in the drawer of the person's shift like any other. */
export async function postAtDesk(tx: Tx, { personId, register, ...cash }: PostedAtDesk, at: At): Promise<OfficeCredit> {
  const shift = await ownShift(tx, personId);
  const credited = await postCash(tx, { ...cash, takenAt: shift.account_id }, at);
  if (credited.outcome === 'known') return credited;
  if (cash.givenReceipt === undefined) refuseWithoutReceipt(register);
  const number = await nextNumber(tx, shift.shift_id);
  const { transactionId } = credited;
  await insertCashOperation(tx, { shiftId: shift.shift_id, number, kind: 'take', transactionId });
  return credited;
}

function refuseWithoutReceipt(register: RegisterNow): void {
  if (register === 'silent') throw new Problem('register_silent');
  if (register === 'none')
    throw new Problem('receipt_number_needed', {
      message: 'Кассы у кабинета нет. Пробейте чек на кассовом аппарате и впишите его номер',
    });
}

/** Whether a payment that was not taken at a desk may be taken back, too: cash that a program has brought. */
interface UndoRule {
  readonly personId: number;
  readonly alsoFromOffice: boolean;
}

/** Takes a payment back out of the drawer of the person's open shift: her own, within ten minutes. */
export async function undoAtDesk(
  tx: Tx,
  undo: Omit<CashReturn, 'paidFrom'>,
  { personId, alsoFromOffice }: UndoRule,
  at: At,
): Promise<CashReturned> {
  const shift = await ownShift(tx, personId);
  await assertOwn(tx, shift, undo.transactionId, { alsoFromOffice, now: at.now });
  const undone = await undoCash(tx, { ...undo, paidFrom: shift.account_id }, at);
  await assertInDrawer(tx, shift, undone.amount);
  const number = await nextNumber(tx, shift.shift_id);
  const operation = { shiftId: shift.shift_id, number, kind: 'undo', transactionId: undone.transactionId } as const;
  await insertCashOperation(tx, operation);
  return undone;
}

async function assertOwn(
  tx: Tx,
  shift: ShiftRow,
  transactionId: number,
  { alsoFromOffice, now }: { alsoFromOffice: boolean; now: Date },
): Promise<void> {
  const taken = await takenAtDesk(tx, transactionId);
  if (!taken) {
    if (alsoFromOffice) return;
    throw new Problem('cash_unknown', { message: 'Такого платежа в смене нет' });
  }
  if (taken.shift_id !== shift.shift_id)
    throw new Problem('undo_too_late', {
      message: 'Этот платёж другой смены. Теперь деньги возвращают абоненту через бухгалтерию',
    });
  if (now.getTime() - Date.parse(taken.at) > UNDO_MS)
    throw new Problem('undo_too_late', {
      message: 'Отменить можно десять минут после платежа. Теперь деньги возвращают абоненту через бухгалтерию',
    });
}

export const cashUndoUntil = (takenAt: Instant): Instant => instant(new Date(Date.parse(takenAt) + UNDO_MS));
