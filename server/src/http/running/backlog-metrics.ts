import { Gauge, type Registry } from 'prom-client';
import { dayIn, daysBetween } from '@kabinet/contract/kernel/day';
import {
  failingGateways,
  stateOfWork,
  waitingEffects,
  waitingJobs,
  waitingMoney,
} from '#server/domain/backlog/backlog.queries.ts';
import { peopleWithManyLooks } from '#server/db/queries/operator-action.ts';
import { unfolded } from '#server/domain/services/accounting/place.queries.ts';
import { waitingForReceivers } from '#server/domain/staff/events/webhook.queries.ts';
import { secondsAway } from '#server/domain/changes/outside/views/reading.queries.ts';
import { networkTrouble, type NetworkTrouble } from '#server/domain/services/radius/state.queries.ts';
import { unsealed } from '#server/domain/staff/audit/chain.queries.ts';
import { codesNow } from '#server/domain/identity/contacts/codes.ts';
import type { World } from '#server/kernel/world.ts';

type Read = Pick<World, 'db' | 'clock' | 'provider' | 'log'>;

function codesIn(registry: Registry) {
  const labelNames = ['asked_by'] as const;
  const registers = [registry];
  const help = 'Text messages with codes within the last hour';
  const sent = new Gauge({ name: 'kabinet_codes_of_hour', help, labelNames, registers });
  const mostHelp = 'How many of them may be sent';
  const most = new Gauge({ name: 'kabinet_codes_of_hour_most', help: mostHelp, labelNames, registers });
  return {
    gauges: [sent, most],
    tell: (codes: Awaited<ReturnType<typeof codesNow>>) => {
      for (const { asked_by, ...code } of codes) {
        sent.set({ asked_by }, code.count);
        most.set({ asked_by }, code.most);
      }
    },
  };
}

function networkIn(registry: Registry) {
  const gauge = (name: string, help: string) => new Gauge({ name: `kabinet_${name}`, help, registers: [registry] });
  const silent = gauge('nas_silent', 'Devices of access that do not answer orders');
  const outages = gauge('nas_outages', 'Devices of access whose clients have gone all at once');
  const waiting = gauge('network_orders', 'Orders to living sessions that wait');
  const oldest = gauge('network_orders_oldest_seconds', 'Time since the oldest of them was wished');
  const refused = gauge('network_refused_of_hour', 'Refused logins since the beginning of the hour');
  return {
    gauges: [silent, outages, waiting, oldest, refused],
    tell: (trouble: NetworkTrouble) => {
      silent.set(trouble.silent);
      outages.set(trouble.outages);
      waiting.set(trouble.waiting);
      oldest.set(trouble.oldest);
      refused.set(trouble.refused);
    },
  };
}

/**
 * What waits, fails or is late, as the database knows it: each process tells the same. Returns a function that reads it anew; without a
 * database it shows only that.
 */
export function watchBacklog(registry: Registry, { db, clock, provider, log }: Read): () => Promise<void> {
  const gauge = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name: `kabinet_${name}`, help, labelNames, registers: [registry] });
  const isUp = gauge('database_up', '1 if PostgreSQL has answered');
  const effects = gauge('outbox_effects', 'Effects not delivered', ['kind', 'state']);
  const effectAge = gauge('outbox_oldest_seconds', 'Age of the oldest of them', ['kind', 'state']);
  const jobs = gauge('jobs', 'Jobs of the worker', ['task', 'state']);
  const jobAge = gauge('jobs_oldest_seconds', 'Time since the oldest of them should have started', ['task', 'state']);
  const gateways = gauge('gateway_failures', 'Failures in a row of a gateway of messages', ['gateway']);
  const workers = gauge('workers', 'Workers alive, of all processes: two for each process that runs jobs');
  const behind = gauge('charge_days_behind', 'Provider days that have begun and are not charged');
  const onHold = gauge('charging_on_hold', '1 if nothing was ever charged and the first day has not come');
  const uncharged = gauge('charge_failed_accounts', 'Accounts that the charging run could not charge');
  const money = gauge('money_open', 'Payments, transfers, refunds, receipts and findings that are not concluded', [
    'what',
    'state',
  ]);
  const moneyAge = gauge('money_open_oldest_seconds', 'Age of the oldest of them', ['what', 'state']);
  const auditAge = gauge('audit_unsealed_seconds', 'Age of the oldest row of the audit trail that is not sealed');
  const manyLooks = gauge('staff_many_looks', 'People of the staff who opened many people in an hour');
  const waitingRows = gauge(
    'accounting_rows',
    'Packets of accounting that are not folded into sessions, at most 100 001',
  );
  const waitingAge = gauge('accounting_oldest_seconds', 'Time since the oldest of them came');
  const eventAge = gauge('events_oldest_seconds', 'Age of the oldest event that a receiver has not taken');
  const deadEvents = gauge('events_dead', 'Events that receivers have refused for good');
  const away = gauge('billing_away_seconds', 'For how long the database of another billing has not answered');
  const network = networkIn(registry);
  const codes = codesIn(registry);
  const read = [
    effects,
    effectAge,
    jobs,
    jobAge,
    gateways,
    workers,
    behind,
    onHold,
    uncharged,
    money,
    moneyAge,
    auditAge,
    manyLooks,
    waitingRows,
    waitingAge,
    eventAge,
    deadEvents,
    away,
    ...network.gauges,
    ...codes.gauges,
  ];

  return async () => {
    for (const one of read) one.reset();
    const now = clock.now();
    const today = dayIn(provider.time_zone, now);
    try {
      const [
        ofEffects,
        ofJobs,
        ofGateways,
        state,
        ofMoney,
        ofCodes,
        ofAudit,
        ofLooks,
        ofAccounting,
        ofNetwork,
        ofEvents,
        ofBilling,
      ] = await db.read((tx) =>
        Promise.all([
          waitingEffects(tx),
          waitingJobs(tx),
          failingGateways(tx),
          stateOfWork(tx, today),
          waitingMoney(tx, now),
          codesNow(tx, provider, now),
          unsealed(tx),
          peopleWithManyLooks(tx, new Date(now.getTime() - 3_600_000)),
          unfolded(tx),
          networkTrouble(tx),
          waitingForReceivers(tx, now),
          secondsAway(tx, now),
        ]),
      );
      isUp.set(1);
      for (const { count, oldest, ...labels } of ofEffects) {
        effects.set(labels, count);
        effectAge.set(labels, oldest);
      }
      for (const { count, oldest, ...labels } of ofJobs) {
        jobs.set(labels, count);
        jobAge.set(labels, oldest);
      }
      for (const { gateway, failures } of ofGateways) gateways.set({ gateway }, failures);
      for (const { count, oldest, ...labels } of ofMoney) {
        money.set(labels, count);
        moneyAge.set(labels, oldest);
      }
      codes.tell(ofCodes);
      network.tell(ofNetwork);
      auditAge.set(ofAudit.oldest);
      manyLooks.set(ofLooks.people);
      waitingRows.set(ofAccounting.rows);
      waitingAge.set(ofAccounting.oldest);
      eventAge.set(ofEvents.oldest);
      deadEvents.set(ofEvents.dead);
      away.set(ofBilling);
      workers.set(state.workers);
      uncharged.set(state.uncharged_accounts);
      onHold.set(Number(state.is_on_hold));
      behind.set(state.charged_day === null ? 0 : Math.max(daysBetween(state.charged_day, today), 0));
    } catch (err) {
      isUp.set(0);
      log.warn({ err }, 'metrics of the database not read');
    }
  };
}
