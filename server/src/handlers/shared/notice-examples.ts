import { addDays, instant, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import * as days from '#server/domain/billing/provider-day/notices.ts';
import * as debt from '#server/domain/billing/debt/notices.ts';
import * as price from '#server/domain/changes/price/notices.ts';
import * as promised from '#server/domain/billing/promised-payment/notices.ts';
import * as documents from '#server/domain/documents/mailing/notices.ts';
import * as archives from '#server/domain/documents/archive/notices.ts';
import * as consents from '#server/domain/identity/consents/notices.ts';
import * as contacts from '#server/domain/identity/contacts/notices.ts';
import * as credentials from '#server/domain/identity/credentials/notices.ts';
import * as passkeys from '#server/domain/identity/passkeys/notices.ts';
import * as personalKey from '#server/domain/identity/personal-key/notices.ts';
import * as recovery from '#server/domain/identity/recovery/notices.ts';
import * as secondStep from '#server/domain/identity/second-factor/notices.ts';
import * as session from '#server/domain/identity/session/notices.ts';
import * as sharing from '#server/domain/identity/sharing/notices.ts';
import * as autopayment from '#server/domain/payments/autopayment/notices.ts';
import * as agents from '#server/domain/payments/payment-agents/notices.ts';
import * as office from '#server/domain/payments/office/notices.ts';
import * as payment from '#server/domain/payments/payment/notices.ts';
import * as paymentLinks from '#server/domain/payments/payment-links/notices.ts';
import * as refunds from '#server/domain/payments/refunds/notices.ts';
import * as transfers from '#server/domain/payments/transfers/notices.ts';
import * as access from '#server/domain/services/access/notices.ts';
import * as mailbox from '#server/domain/services/mailbox/notices.ts';
import * as sip from '#server/domain/services/sip/notices.ts';
import * as calls from '#server/domain/support/guests/notices.ts';
import * as incidents from '#server/domain/support/incidents/notices.ts';
import * as orders from '#server/domain/support/order/notices.ts';
import * as suspended from '#server/domain/services/suspension/notices.ts';
import { dayText } from '#server/domain/shared/text.rules.ts';
import { byStaffExamples } from './by-staff-examples.ts';
import { example, type NoticeExample } from './notice-example.ts';

const priced = { kind: 'plan', name: 'Волга 300', unit: 'month', was: kopecks(690_00), will: kopecks(750_00) } as const;
const newPrice = { ...priced, price_change_id: 1, count: 1, isOwnChoice: true, screen: '/internet/1#plans' };

const low = { amount: kopecks(629_00), missing: kopecks(123_45) };
const opened = { sessionId: 's', network: '95.24.10.*' } as const;

/** Every notice with made-up data, except those whose text an operator writes each time. */
export function examplesOn(today: Day): readonly NoticeExample[] {
  const [tomorrow, later] = [addDays(today, 1), addDays(today, 30)];
  const promise = { promisedPaymentId: 1, account: 'i' } as const;
  const suspension = { suspensionId: 1, name: 'Волга 300' };
  const due = { dueId: 1, kind: 'i', dueDay: tomorrow, today, isDebt: false } as const;
  const attempt = { paymentId: 'p', kind: 'i', amount: kopecks(529_00) } as const;

  const shared = { shareId: '1', role: 'payer', contractId: 100_003, contractNo: '100003', name: 'Иванов И.' } as const;
  const ends = { until: dayText(tomorrow, today), moment: instant(new Date(0)) };

  const spent = {
    userId: 1,
    login: '78482551144',
    by: 'day',
    of: today,
    spent: kopecks(400_00),
    limit: kopecks(500_00),
  } as const;
  const answered = {
    eventId: 1,
    orderId: 20_481,
    goal: 'Нет интернета',
    text: 'Мастер приедет завтра с 10 до 12.',
  } as const;
  const broken = { incidentId: 1, cause: 'обрыв кабеля', services: ['internet', 'tv'] } as const;
  return [
    example(debt.moneyLow, { account: 'i', day: addDays(today, 3), today, ...low }),
    example(debt.servicesOff, { account: 'i', missing: kopecks(123_45), switchedOff: ['Интернет 100', 'ТВ'] }),
    example(debt.debtReminder, { account: 'i', sum: kopecks(571_40), isOff: true, since: today, today }),
    example(debt.servicesBack, { account: 'i', works: ['Интернет 100'] }),
    example(days.charged, {
      account: 'i',
      day: today,
      today,
      lines: [
        { text: 'Интернет «Волга 300»', amount: kopecks(550_00) },
        { text: 'ТВ «Домашний»', amount: kopecks(240_00) },
      ],
      balance: kopecks(1210_00),
      until: later,
    }),
    example(days.planChanged, {
      plan_change_id: 1,
      user_id: 1,
      contract_id: 1,
      service_kind: 'internet',
      name: 'Волга 500',
      speed_mbit: 500,
      price: kopecks(690_00),
      unit: 'month',
      by: 'client',
      ended: ['Антивирус'],
      from: today,
      today,
    }),
    example(price.pricePlanned, { ...newPrice, from: later, today }),
    example(price.priceReplaced, newPrice),
    example(price.priceWithdrawn, { ...newPrice, stays: newPrice.was, today }),
    example(promised.promiseTaken, {
      ...promise,
      amount: kopecks(500_00),
      fee: kopecks(50_00),
      endsOn: later,
      today,
      broughtBack: ['Интернет 100'],
    }),
    example(promised.promiseEnding, {
      ...promise,
      account: 't',
      toPay: kopecks(500_00),
      endsOn: tomorrow,
      today,
    }),
    example(promised.promiseRepaid, promise),
    example(promised.promiseEnded, { ...promise, debt: kopecks(500_00) }),
    example(suspended.suspensionBegun, { ...suspension, until: later, today }),
    example(suspended.suspensionNotBegun, { ...suspension, inDebt: true }),
    example(suspended.suspensionReturn, { ...suspension, until: tomorrow, today, amount: kopecks(629_00) }),
    example(suspended.suspensionPaid, { ...suspension, from: tomorrow, today, price: kopecks(15_00) }),
    example(payment.moneyCame, {
      transactionId: 1,
      parts: [{ account: 'i', amount: kopecks(629_00), balance: kopecks(100_00), broughtBack: ['Интернет 100'] }],
    }),
    example(refunds.refundBegun, {
      refundId: 'r',
      amount: kopecks(629_00),
      balances: [{ account: 'i', balance: kopecks(0) }],
    }),
    example(refunds.refundDeclined, {
      refundId: 'r',
      amount: kopecks(629_00),
      balances: [{ account: 'i', balance: kopecks(629_00) }],
    }),
    example(agents.paymentCancelled, {
      transactionId: 1,
      agent: 'Сбербанк',
      amount: kopecks(629_00),
      balance: kopecks(0),
      account: 'i',
    }),
    example(transfers.transferUndone, {
      transactionId: 1,
      account: 'i',
      amount: kopecks(629_00),
      balance: kopecks(0),
      reason: 'Платил другой абонент',
    }),
    example(office.cashUndone, {
      transactionId: 1,
      account: 'i',
      amount: kopecks(629_00),
      balance: kopecks(0),
      reason: 'Не тот договор',
    }),
    example(autopayment.autopaymentConnected, {
      autopaymentId: 'a',
      kind: 'i',
      rule: { days: 3, ceiling: kopecks(1500_00) },
    }),
    example(autopayment.autopaymentUnsubscribed, { autopaymentId: 'a', kind: 't' }),
    example(autopayment.chargeAnnounced, { ...due, amount: kopecks(529_00), day: tomorrow }),
    example(autopayment.chargeBeyond, { ...due, needed: kopecks(529_00), left: kopecks(100_00) }),
    example(autopayment.chargeRetried, { ...attempt, reason: 'insufficient_funds', day: tomorrow, today }),
    example(autopayment.chargeFailed, { ...attempt, reason: 'limit' }),
    example(autopayment.chargeSilent, attempt),
    example(access.servicePasswordChanged, { login: '78482003107' }),
    example(session.secretReused, { ...opened, browser: 'Chrome на Windows' }),
    example(session.newDevice, { ...opened, browser: 'Firefox на Linux', when: `${dayText(today, today)}, 14:05` }),
    example(passkeys.waysInChanged, { what: 'added', name: 'Chrome на Android' }),
    example(personalKey.keyCreated, { name: 'Умный дом' }),
    example(personalKey.calendarAddressCreated, { name: 'Телефон' }),
    example(archives.archiveOrdered, { archiveId: 'a', browser: 'Chrome на Android' }),
    example(archives.archiveReady, { archiveId: 'a', untilText: `${dayText(addDays(today, 7), today)}, 14:05` }),
    example(sharing.ownShared, { ...shared, what: 'began' }),
    example(sharing.otherShared, { ...shared, memberId: 100_004, what: 'revoked' }),
    example(sharing.ownTerm, { ...shared, ...ends, what: 'ends_soon' }),
    example(sharing.otherTerm, { ...shared, ...ends, memberId: 100_004, what: 'term_changed' }),
    example(paymentLinks.linkPaid, { linkId: '1', ...attempt, p: 'i', words: 'За маму', note: null }),
    example(sharing.invitationDeclined, { invitationId: '1', name: 'Ирина' }),
    example(consents.consentAsked, { name: 'marketing', title: 'Новости', version: '2', isRequired: false }),
    example(contacts.contactConfirmed, { kind: 'phone', address: '79270001122', isChange: true, codeId: 1 }),
    example(contacts.furtherChanged, {
      kind: 'phone',
      address: '79270000290',
      what: 'added',
      role: 'payer',
      name: 'Сергей',
    }),
    example(documents.documentsAddressed, { address: 'buh@firma.example', codeId: 1 }),
    example(contacts.chatLinked, { messenger: 'telegram', chatName: '@maria_k' }),
    example(contacts.chatUnlinked, { messenger: 'max' }),
    example(mailbox.copiesAreSent, { address: 'maria@volga.example', target: 'maria@example.org' }),
    example(mailbox.mailboxDeleted, { address: 'maria@volga.example', keptUntil: tomorrow, today }),
    ...byStaffExamples(today),
    example(credentials.passwordChanged, { by: 'operator' }),
    example(recovery.recoverySwitched, { kind: 'phone', isOpen: false }),
    example(secondStep.secondStepChanged, { what: 'off' }),
    example(secondStep.passwordKnown, {}),
    example(sip.limitNear, spent),
    example(sip.limitSpent, { ...spent, by: 'month', of: today.slice(0, 7) }),
    example(sip.limitRaised, { login: '78482551144', month: kopecks(3000_00), day: kopecks(500_00) }),
    example(sip.directionOpened, { login: '78482551144', direction: 'Европа', until: null }),
    example(orders.orderAnswered, answered),
    example(orders.orderAsked, answered),
    example(orders.orderDone, answered),
    example(orders.orderVisitSet, { ...answered, window: `${dayText(tomorrow, today)}, 14:00–16:00` }),
    example(orders.orderVisitComing, { ...answered, time: '14:20' }),
    example(calls.callLate, { callBackId: 0, lateTimes: 1, topic: 'Оплата', promised: '14:00', next: '14:35' }),
    example(calls.callMissed, { callBackId: 0, topic: 'Оплата' }),
    example(orders.orderLateNotice, { ...answered, promised: '14:00', next: '15:00' }),
    example(incidents.incidentCompensated, { ...broken, account: 'i', amount: kopecks(12_34), minutes: 310 }),
    example(incidents.incidentPlanned, { ...broken, by: `${dayText(tomorrow, today)} к\u00a014:00` }),
    example(incidents.incidentOver, broken),
  ];
}
