import { staffContract, type OperatorContract } from '@kabinet/contract/staff';
import { lastDayOf } from '#server/domain/billing/promised-payment/promised-payment.rules.ts';
import { takePromise } from '#server/domain/billing/promised-payment/take-promise.ts';
import { accountForecast } from '#server/domain/billing/forecast/forecast.queries.ts';
import { maskedAddress } from '#server/domain/identity/contacts/address.rules.ts';
import { activeContact } from '#server/domain/identity/contacts/contact.queries.ts';
import { sendToContact } from '#server/domain/messaging/notify.ts';
import { refuseBeyond } from '#server/domain/payments/payment/limits.ts';
import { makeLink } from '#server/domain/payments/payment-links/payment-link.ts';
import { linkLetter, linkText } from '#server/domain/payments/payment-links/payment-link.texts.ts';
import { rubles } from '#server/domain/shared/text.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ScopeOf } from '#server/kernel/world.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { atOf } from '../at.ts';
import { noteByStaff } from '../doer.ts';
import { accountOf } from '../refusals.ts';
import { hasContract, lockClientAccount } from '../staff.queries.ts';

export const promiseGiver: PlainHandlers<OperatorContract['promises']> = {
  give: async ({ body }, scope) => {
    const { db, today, provider } = scope;
    const account = await lockClientAccount(db, accountOf(body.account_no));
    if (!account) throw new Problem('account_unknown');
    const { account_id: accountId, contract_id: contractId, kind } = account;
    const before = await accountForecast(db, accountId, today);
    const settings = provider.promised_payment[kind];
    const { promised, broughtBack } = await takePromise(db, before, { settings, contractId }, atOf(scope));
    const { amount, fee, endsOn } = promised;
    const text = `Дали обещанный платёж: ${rubles(amount)}`;
    await noteByStaff(scope, staffContract.promises.give, { contractId, text });
    return {
      contract_id: contractId,
      rehearsed: body.dry_run === 'yes',
      amount,
      fee,
      last_day: lastDayOf(endsOn),
      switched_on: [...broughtBack],
      balance_after: (await accountForecast(db, accountId, today)).balance,
    };
  },
};

type Make = OperatorContract['paymentLinks']['make'];

const KINDS = { sms: 'phone', email: 'email' } as const;

interface Sent {
  readonly contractId: number;
  readonly way: keyof typeof KINDS;
  readonly url: string;
}

/** Sends the link to the confirmed contact of the subscriber, and nowhere else; returns it masked. */
async function sendLink(scope: ScopeOf<Make>, { contractId, way, url }: Sent, amount: string): Promise<string> {
  const { db, outside, provider } = scope;
  const kind = KINDS[way];
  if (!outside.reaches[kind]) throw new Problem('channel_absent', { message: 'Отсюда ни СМС, ни писем не отправляют' });
  const address = await activeContact(db, contractId, kind);
  if (address === undefined) throw new Problem('contact_not_confirmed', { message: UNCONFIRMED[way] });
  const told = { provider: provider.name, amount, url };
  await sendToContact(db, { sms: linkText, mail: linkLetter }, { kind, value: address }, told);
  return maskedAddress({ kind, address });
}

const UNCONFIRMED = {
  sms: 'У абонента нет подтверждённого телефона. Продиктуйте или покажите ссылку',
  email: 'У абонента нет подтверждённой почты. Продиктуйте или покажите ссылку',
} as const;

export const paymentLinkMaker: PlainHandlers<OperatorContract['paymentLinks']> = {
  make: async ({ body }, scope) => {
    const { db, outside, provider, now, publicUrl } = scope;
    const { contract_id: contractId, amount, account: p, words, send } = body;
    if (!(await hasContract(db, contractId))) throw new Problem('contract_unknown');
    if (!outside.acquirer.isConnected) throw new Problem('outside_unavailable');
    refuseBeyond(amount, provider.payment);
    const { link, secret } = await makeLink(db, outside.vault, { contractId, p, amount, words }, now);
    const url = `${publicUrl}/lk/support/pay#${secret}`;
    const sum = rubles(amount);
    const sent_to = send === undefined ? null : await sendLink(scope, { contractId, way: send, url }, sum);
    const to = sent_to === null ? '' : `, отправили на ${sent_to}`;
    const text = `Ссылка на оплату ${sum}${to}`;
    await noteByStaff(scope, staffContract.paymentLinks.make, { contractId, text });
    const { payment_link_id, expires_at } = link;
    return { contract_id: contractId, payment_link_id, amount, expires_at, url, sent_to };
  },
};
