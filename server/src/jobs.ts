import { parseCronItems } from 'graphile-worker';
import { dayIn } from '@kabinet/contract/kernel/day';
import * as days from '#domain/billing-run/jobs.ts';
import { holdOf } from '#domain/billing/charging/hold.queries.ts';
import * as promises from '#domain/billing/promised-payment/jobs.ts';
import { tellPrices } from '#domain/changes/price/jobs.ts';
import * as suspension from '#domain/changes/suspension/jobs.ts';
import { makeArchive } from '#domain/documents/archive/jobs.ts';
import { make } from '#domain/documents/archive/make.ts';
import { orderDocuments } from '#domain/documents/mailing/jobs.ts';
import { askConsents } from '#domain/identity/consents/jobs.ts';
import { askOfNewVersions } from '#domain/identity/consents/ask-consents.ts';
import * as autopayment from '#domain/payments/autopayment/jobs.ts';
import * as fiscal from '#domain/payments/fiscal/jobs.ts';
import * as payment from '#domain/payments/payment/jobs.ts';
import * as reconciliation from '#domain/payments/reconciliation/jobs.ts';
import * as refunds from '#domain/payments/refunds/jobs.ts';
import * as settlement from '#domain/payments/settlement/jobs.ts';
import * as schedule from '#domain/services/access-schedule/jobs.ts';
import * as mailbox from '#domain/services/mailbox/jobs.ts';
import * as sip from '#domain/services/sip/jobs.ts';
import * as provisioning from '#domain/services/provisioning/jobs.ts';
import * as support from '#domain/support/jobs.ts';
import * as sandbox from '#integrations/acquirer/jobs.ts';
import { carryOut, type Job, type JobHandler } from '#kernel/job/job.ts';
import { deliverEffect, deliverEffectJob, deliverMessageJob } from '#kernel/job/outbox.ts';
import { effectHandlers } from './effects.ts';
import { applyNotification } from './jobs/money/apply-notification.ts';
import { concludeRefusal, planOne, runAutopayments, watchAutopayment } from './jobs/money/autopayment.ts';
import { carryOutRefund } from './jobs/money/carry-out-refund.ts';
import { charge } from './jobs/money/charge.ts';
import { lookForLow } from './jobs/money/low-money.ts';
import { cleanUp, cleanUpJob } from './jobs/clean-up.ts';
import { eraseOverdue } from './jobs/services/erase-mailboxes.ts';
import { followOne, followOverdue } from './jobs/services/follow-schedule.ts';
import { checkNetwork } from './jobs/services/network.ts';
import { endPromisesNow, remindOfOne } from './jobs/money/promised-payment.ts';
import { watchReceipt } from './jobs/money/receipt.ts';
import { reconcileDay } from './jobs/money/reconcile-day.ts';
import { notifyOfPayment, notifyOfSubscription, takeSilentCharge } from './jobs/money/sandbox-bank.ts';
import { closeDirectionInTime } from './jobs/services/sip.ts';
import { remindOfOneSuspension } from './jobs/services/suspension.ts';
import { orderDocumentsOfMonth } from './jobs/services/telephone-documents.ts';
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
  carryOut(settlement.applyNotification, applyNotification),
  carryOut(payment.watchPayment, watchPayment),
  carryOut(refunds.carryOutRefund, carryOutRefund),
  carryOut(reconciliation.reconcileDay, reconcileDay),
  carryOut(sandbox.notifyOfPayment, notifyOfPayment),
  carryOut(sandbox.notifyOfSubscription, notifyOfSubscription),
  carryOut(sandbox.takeSilentCharge, takeSilentCharge),
  onceBegun(
    carryOut(autopayment.runAutopayments, async (world) => {
      await runAutopayments(world, world.clock.now());
    }),
  ),
  onceBegun(carryOut(autopayment.planAutopayment, planOne)),
  carryOut(autopayment.watchAutopayment, watchAutopayment),
  carryOut(autopayment.concludeAutopayment, concludeRefusal),
  carryOut(fiscal.watchReceipt, watchReceipt),
  onceBegun(carryOut(promises.endPromises, endPromisesNow)),
  onceBegun(carryOut(promises.remindOfPromise, remindOfOne)),
  onceBegun(carryOut(suspension.remindOfSuspension, remindOfOneSuspension)),
  carryOut(schedule.followSchedule, followOne),
  carryOut(schedule.followSchedules, followOverdue),
  onceBegun(carryOut(provisioning.checkNetwork, checkNetwork)),
  carryOut(sip.closeDirection, closeDirectionInTime),
  onceBegun(carryOut(days.chargeDays, charge)),
  onceBegun(carryOut(days.lookForLowMoney, lookForLow)),
  carryOut(tellPrices, tellOfNewPrices),
  carryOut(support.orderLate, noteLateOrder),
  carryOut(support.compensateIncident, compensateOne),
  carryOut(support.callsLate, noteCallsLate),
  carryOut(mailbox.eraseMailboxes, eraseOverdue),
  onceBegun(carryOut(orderDocuments, orderDocumentsOfMonth)),
  carryOut(makeArchive, make),
  onceBegun(carryOut(askConsents, askOfNewVersions)),
  carryOut(cleanUpJob, cleanUp),
];

const DAY_MS = 86_400_000;

/** A crontab entry; at most one such job waits at a time. */
const every = (match: string, { name }: Job<object>, { backfillPeriod = 0 } = {}) => ({
  task: name,
  match,
  options: { jobKey: name, backfillPeriod },
});

export const crontab = parseCronItems([
  // Time zones differ, so each run checks whether a new provider day has begun; a finished day costs one query.
  every('*/5 * * * *', days.chargeDays),
  // Soon after the day's charges: missing money is announced the same day.
  every('12 * * * *', autopayment.runAutopayments),
  every('22 * * * *', days.lookForLowMoney),
  // Does something only on the days of the month on which documents are sent.
  every('7 * * * *', orderDocuments),
  every('17 * * * *', cleanUpJob),
  every('27 * * * *', mailbox.eraseMailboxes),
  every('37 * * * *', askConsents),
  // UTC: half past six in Moscow, when banks have closed the day before.
  every('30 3 * * *', reconciliation.reconcileDay, { backfillPeriod: DAY_MS }),
  // UTC: at night, after the day's charges have switched services off and on.
  every('20 23 * * *', provisioning.checkNetwork),
  every('*/5 * * * *', support.callsLate),
  // Planning a price enqueues this job; the schedule finds what a crash has left.
  every('*/5 * * * *', tellPrices),
  // Each switch has its own job; this finds schedules without one.
  every('*/5 * * * *', schedule.followSchedules),
]);
