import { parseCronItems } from 'graphile-worker';
import { dayIn } from '@kabinet/contract/kernel/day';
import * as days from '#server/domain/billing-run/jobs.ts';
import { holdOf } from '#server/domain/billing/charging/hold.queries.ts';
import { shadowUpToYesterday } from '#server/domain/billing-run/shadow/shadow-run.ts';
import * as promises from '#server/domain/billing/promised-payment/jobs.ts';
import { BILLING_QUEUE, joinBillingJob } from '#server/domain/changes/outside/views/jobs.ts';
import { orderServicesJob } from '#server/domain/changes/catalogue/jobs.ts';
import {
  followNightJob,
  lockGuessedJob,
  orderDifferingJob,
  renderRepliesJob,
  sealTypedJob,
} from '#server/domain/services/radius/jobs.ts';
import { endPaymentWindowJob } from '#server/domain/services/line/jobs.ts';
import { tellPricesJob } from '#server/domain/changes/price/jobs.ts';
import * as suspension from '#server/domain/changes/suspension/jobs.ts';
import { makeArchiveJob } from '#server/domain/documents/archive/jobs.ts';
import { make } from '#server/domain/documents/archive/make.ts';
import { orderDocumentsJob } from '#server/domain/documents/mailing/jobs.ts';
import { askConsentsJob } from '#server/domain/identity/consents/jobs.ts';
import { askOfNewVersions } from '#server/domain/identity/consents/ask-consents.ts';
import { followTermsJob } from '#server/domain/identity/sharing/jobs.ts';
import * as autopayment from '#server/domain/payments/autopayment/jobs.ts';
import * as fiscal from '#server/domain/payments/fiscal/jobs.ts';
import * as payment from '#server/domain/payments/payment/jobs.ts';
import * as reconciliation from '#server/domain/payments/reconciliation/jobs.ts';
import * as refunds from '#server/domain/payments/refunds/jobs.ts';
import * as settlement from '#server/domain/payments/settlement/jobs.ts';
import { keepCallMonthsJob } from '#server/domain/services/calls/jobs.ts';
import * as accounting from '#server/domain/services/accounting/jobs.ts';
import * as schedule from '#server/domain/services/access-schedule/jobs.ts';
import * as mailbox from '#server/domain/services/mailbox/jobs.ts';
import * as sip from '#server/domain/services/sip/jobs.ts';
import * as provisioning from '#server/domain/services/provisioning/jobs.ts';
import { deliverEventsJob, orderEventsJob } from '#server/domain/staff/events/jobs.ts';
import { sealAuditJob } from '#server/domain/staff/audit/jobs.ts';
import { sendCampaignJob } from '#server/domain/messaging/campaign/jobs.ts';
import * as support from '#server/domain/support/jobs.ts';
import * as sandbox from '#server/integrations/acquirer/jobs.ts';
import { carryOut, type Job, type JobHandler } from '#server/kernel/job/job.ts';
import { deliverEffect, deliverEffectJob, deliverMessageJob } from '#server/kernel/job/outbox.ts';
import { effectHandlers } from './effects.ts';
import { onceClockIsBelieved } from './jobs/believed-clock.ts';
import { deliverEvents, keepEvents } from './jobs/identity/events.ts';
import { sealAndAnchor } from './jobs/identity/audit.ts';
import { followTerms } from './jobs/identity/terms.ts';
import { joinOtherBilling } from './jobs/money/join-billing.ts';
import { applyNotification } from './jobs/money/apply-notification.ts';
import { concludeRefusal, planOne, runAutopayments, watchAutopayment } from './jobs/money/autopayment.ts';
import { carryOutRefund } from './jobs/money/carry-out-refund.ts';
import { charge } from './jobs/money/charge.ts';
import { sumUpDays } from './jobs/money/sum-up-days.ts';
import { lookForLow } from './jobs/money/low-money.ts';
import { cleanUp, cleanUpJob } from './jobs/clean-up.ts';
import { keepCallMonths } from './jobs/services/call-months.ts';
import { foldAccounting, presumeSessionEnds, settleSessions } from './jobs/services/accounting.ts';
import { eraseOverdue } from './jobs/services/erase-mailboxes.ts';
import { followOne, followOverdue } from './jobs/services/follow-schedule.ts';
import { checkNetwork } from './jobs/services/network.ts';
import { orderServicesOf } from './jobs/services/order-services.ts';
import { followNight } from './jobs/services/follow-night.ts';
import { endWindow } from './jobs/services/payment-window.ts';
import { lockGuessedLogins } from './jobs/services/lock-guessed.ts';
import { orderDiffering } from './jobs/services/order-differing.ts';
import { renderReplies } from './jobs/services/render-replies.ts';
import { sealTypedPasswords } from './jobs/services/seal-typed.ts';
import { endPromisesNow, remindOfOne } from './jobs/money/promised-payment.ts';
import { watchReceipt } from './jobs/money/receipt.ts';
import { reconcileDay } from './jobs/money/reconcile-day.ts';
import { notifyOfPayment, notifyOfSubscription, takeSilentCharge } from './jobs/money/sandbox-bank.ts';
import { closeDirectionInTime } from './jobs/services/sip.ts';
import { remindOfOneSuspension } from './jobs/services/suspension.ts';
import { orderDocumentsOfMonth } from './jobs/services/telephone-documents.ts';
import { sendOneCampaign } from './jobs/messaging/campaign.ts';
import { compensateOne, noteCallsLate, noteLateOrder } from './jobs/messaging/support.ts';
import { tellOfNewPrices } from './jobs/money/tell-prices.ts';
import { watchPayment } from './jobs/money/watch-payment.ts';

/** Wraps work that charges, switches off, tells or orders by itself: it waits until charging has begun (decision 0156). */
const onceBegun = (handler: JobHandler): JobHandler => ({
  ...handler,
  work: async (world, stored) => {
    const today = dayIn(world.provider.time_zone, world.clock.now());
    if (!(await world.db.read((tx) => holdOf(tx, today)))) await handler.work(world, stored);
  },
});

/** Every job with its handler. */
export const jobHandlers: readonly JobHandler[] = [
  carryOut(deliverEffectJob, (world, effect) => deliverEffect(world, effect, effectHandlers)),
  carryOut(deliverMessageJob, (world, effect) => deliverEffect(world, effect, effectHandlers)),
  carryOut(settlement.applyNotificationJob, applyNotification),
  carryOut(payment.watchPaymentJob, watchPayment),
  carryOut(refunds.carryOutRefundJob, carryOutRefund),
  carryOut(reconciliation.reconcileDayJob, reconcileDay),
  carryOut(sandbox.notifyOfPaymentJob, notifyOfPayment),
  carryOut(sandbox.notifyOfSubscriptionJob, notifyOfSubscription),
  carryOut(sandbox.takeSilentChargeJob, takeSilentCharge),
  onceBegun(
    carryOut(autopayment.runAutopaymentsJob, async (world) => {
      await runAutopayments(world, world.clock.now());
    }),
  ),
  onceBegun(carryOut(autopayment.planAutopaymentJob, planOne)),
  carryOut(autopayment.watchAutopaymentJob, watchAutopayment),
  carryOut(autopayment.concludeAutopaymentJob, concludeRefusal),
  carryOut(fiscal.watchReceiptJob, watchReceipt),
  onceBegun(carryOut(promises.endPromisesJob, endPromisesNow)),
  onceBegun(carryOut(promises.remindOfPromiseJob, remindOfOne)),
  onceBegun(carryOut(suspension.remindOfSuspensionJob, remindOfOneSuspension)),
  carryOut(schedule.followScheduleJob, followOne),
  carryOut(schedule.followSchedulesJob, followOverdue),
  onceBegun(carryOut(provisioning.checkNetworkJob, checkNetwork)),
  carryOut(accounting.foldAccountingJob, foldAccounting),
  carryOut(accounting.presumeEndsJob, presumeSessionEnds),
  carryOut(accounting.settleSessionsJob, settleSessions),
  carryOut(keepCallMonthsJob, keepCallMonths),
  carryOut(sip.closeDirectionJob, closeDirectionInTime),
  onceBegun(carryOut(days.chargeDaysJob, charge)),
  onceBegun(carryOut(days.lookForLowMoneyJob, lookForLow)),
  carryOut(days.sumUpDaysJob, sumUpDays),
  carryOut(days.shadowJob, shadowUpToYesterday),
  carryOut(joinBillingJob, joinOtherBilling),
  carryOut(tellPricesJob, tellOfNewPrices),
  carryOut(orderServicesJob, orderServicesOf),
  carryOut(renderRepliesJob, renderReplies),
  carryOut(orderDifferingJob, orderDiffering),
  carryOut(followNightJob, followNight),
  carryOut(sealTypedJob, sealTypedPasswords),
  carryOut(lockGuessedJob, lockGuessedLogins),
  carryOut(endPaymentWindowJob, endWindow),
  carryOut(support.orderLateJob, noteLateOrder),
  carryOut(support.compensateIncidentJob, compensateOne),
  carryOut(support.callsLateJob, noteCallsLate),
  carryOut(sendCampaignJob, sendOneCampaign),
  onceClockIsBelieved(carryOut(mailbox.eraseMailboxesJob, eraseOverdue)),
  onceBegun(carryOut(orderDocumentsJob, orderDocumentsOfMonth)),
  carryOut(makeArchiveJob, make),
  onceBegun(carryOut(askConsentsJob, askOfNewVersions)),
  carryOut(followTermsJob, followTerms),
  carryOut(sealAuditJob, sealAndAnchor),
  carryOut(orderEventsJob, keepEvents),
  carryOut(deliverEventsJob, deliverEvents),
  onceClockIsBelieved(carryOut(cleanUpJob, cleanUp)),
];

const DAY_MS = 86_400_000;

/** A crontab entry; at most one such job waits at a time. */
const every = (match: string, { name }: Job<object>, { backfillPeriod = 0, ...queue }: ScheduleOptions = {}) => ({
  task: name,
  match,
  options: { jobKey: name, backfillPeriod, ...queue },
});

interface ScheduleOptions {
  readonly backfillPeriod?: number;
  /** Jobs of one queue run one after another. */
  readonly queueName?: string;
}

export const crontab = parseCronItems([
  // Time zones differ, so each run checks whether a new provider day has begun; a finished day costs one query.
  every('*/5 * * * *', days.chargeDaysJob),
  // Soon after the day's charges: missing money is announced the same day.
  every('12 * * * *', autopayment.runAutopaymentsJob),
  every('22 * * * *', days.lookForLowMoneyJob),
  every('42 * * * *', days.sumUpDaysJob),
  // Lines of the other billing come at any hour; a night that has all of them costs one query.
  every('52 * * * *', days.shadowJob),
  // Orders itself every few seconds; the schedule finds what a crash has left, and that another billing charges from now on.
  every('* * * * *', joinBillingJob, { queueName: BILLING_QUEUE }),
  // Does something only on the days of the month on which documents are sent.
  every('7 * * * *', orderDocumentsJob),
  every('17 * * * *', cleanUpJob),
  every('27 * * * *', mailbox.eraseMailboxesJob),
  every('37 * * * *', askConsentsJob),
  // UTC: half past six in Moscow, when banks have closed the day before.
  every('30 3 * * *', reconciliation.reconcileDayJob, { backfillPeriod: DAY_MS }),
  // UTC: at night, after the day's charges have switched services off and on.
  every('20 23 * * *', provisioning.checkNetworkJob),
  every('* * * * *', sealAuditJob),
  every('* * * * *', orderEventsJob),
  // Orders itself each second; the schedule finds what a crash has left.
  every('* * * * *', accounting.foldAccountingJob),
  every('* * * * *', accounting.presumeEndsJob),
  every('* * * * *', orderDifferingJob),
  every('* * * * *', followNightJob),
  every('* * * * *', sealTypedJob),
  every('* * * * *', lockGuessedJob),
  every('47 * * * *', accounting.settleSessionsJob),
  every('57 * * * *', keepCallMonthsJob),
  every('*/5 * * * *', support.callsLateJob),
  // Access ends by itself at midnight; this tells of it.
  every('*/5 * * * *', followTermsJob),
  // Planning a price enqueues this job; the schedule finds what a crash has left.
  every('*/5 * * * *', tellPricesJob),
  // Each switch has its own job; this finds schedules without one.
  every('*/5 * * * *', schedule.followSchedulesJob),
]);
