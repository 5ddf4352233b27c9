import { watchReceiptAt } from '#server/domain/payments/fiscal/receipt.ts';
import { giveUp, noteVerdict, receiptOf, type ReceiptRow } from '#server/domain/payments/fiscal/receipt.queries.ts';
import { nextQuestion, receiptFrom } from '#server/domain/payments/fiscal/receipt.rules.ts';
import type { World } from '#server/kernel/world.ts';
import type { CashRegister, Receipt, ReceiptVerdict } from '#server/integrations/fiscal/port.ts';

const NO_ANSWER = 'Касса не ответила за три дня';

/**
 * Delivers a receipt. The register knows it by its number, so a lost reply causes no second receipt. Without a register
 * the receipt stays due, and the operator sees it. A return waits for the receipt of its payment, as an undelivered
 * effect does.
 */
export async function registerReceipt(world: World, { transactionId }: { transactionId: number }): Promise<void> {
  const { cashRegister } = world.outside;
  const receipt = await world.db.read((tx) => receiptOf(tx, transactionId));
  if (!cashRegister || receipt?.state !== 'due') return;
  if (receipt.follows_another)
    throw new Error('The receipt of the payment is not issued yet: its return comes after it');
  await note(world, receipt, await cashRegister.register(orderOf(world, receipt)), cashRegister);
}

/**
 * The job `watchReceiptJob`: asks the register for the state of a receipt, because its calls get lost and are not signed.
 */
export async function watchReceipt(world: World, { transactionId }: { transactionId: number }): Promise<void> {
  const { cashRegister } = world.outside;
  const receipt = await world.db.read((tx) => receiptOf(tx, transactionId));
  if (!cashRegister || receipt?.state !== 'sent' || receipt.register_id === null) return;
  const verdict = await cashRegister.report(receipt.register_id).catch((err: unknown): ReceiptVerdict => {
    world.log.warn({ err, transaction_id: transactionId }, 'cash register does not answer');
    return { state: 'sent', registerId: receipt.register_id ?? '' };
  });
  await note(world, receipt, verdict, cashRegister);
}

async function note(
  { db, clock }: World,
  receipt: ReceiptRow,
  verdict: ReceiptVerdict,
  { name }: CashRegister,
): Promise<void> {
  const { transaction_id: transactionId, sent_at } = receipt;
  const now = clock.now();
  const next = nextQuestion(now, sent_at === null ? now : new Date(sent_at));
  await db.write(async (tx) => {
    await noteVerdict(tx, transactionId, { register: name, verdict, now });
    if (verdict.state !== 'sent') return;
    await (next ? watchReceiptAt(tx, transactionId, next) : giveUp(tx, transactionId, NO_ANSWER));
  });
}

function orderOf({ provider, publicUrl }: World, receipt: ReceiptRow): Receipt {
  const { time_zone: zone, vat: rates, support_email: ownEmail } = provider;
  return {
    ...receiptFrom(receipt, { zone, rates, ownEmail }),
    seller: {
      inn: provider.legal?.inn ?? '',
      email: ownEmail,
      taxSystem: provider.tax_system,
      paymentAddress: `${publicUrl}/lk/`,
    },
  };
}
