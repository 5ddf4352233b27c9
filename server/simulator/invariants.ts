import { verifyLedger } from '#domain/ledger/verify.ts';
import type { Simulation } from './simulation.ts';

/** Faults by name; each query answers what breaks the rule, and nothing when all is well. */
const ALWAYS: Readonly<Record<string, string>> = {
  'all entries sum to zero': 'select sum(amount_kopecks) from ledger_entry having sum(amount_kopecks) <> 0',

  'an external operation is credited once': `
    select source_id, count(*) from (
      select acquirer || ':' || external_id as source_id from payment where external_id is not null
      union all select source || ':' || txn_id from teller_operation) one
    group by source_id having count(*) > 1`,

  'no day of a fee is charged twice': `
    with charged as (
      select e.account_id, t.transaction_id, regexp_replace(t.reference, '^charge:(.*):[^:]*$', '\\1') as what, e.service_from,
        coalesce((select min(b.service_from) from ledger_transaction c join ledger_entry b using (transaction_id)
                  where c.corrects_transaction_id = t.transaction_id and b.account_id = e.account_id), e.service_until) as until
      from ledger_transaction t join ledger_entry e using (transaction_id) join account a using (account_id)
      where t.kind = 'charge' and e.rate_unit is not null and a.contract_id is not null
        -- What was given back whole is not charged.
        and not exists (select from ledger_transaction c where c.reference = 'correction:' || t.transaction_id))
    select one.what, one.service_from, other.service_from as again from charged one join charged other
      on one.account_id = other.account_id and one.what = other.what and one.transaction_id < other.transaction_id
    where daterange(one.service_from, greatest(one.until, one.service_from))
      && daterange(other.service_from, greatest(other.until, other.service_from))`,

  'no day of a plan that ran is left out': `
    select u.user_id, a.charged_through from service_user u join account a using (account_id) join plan p using (plan_id)
    where u.state = 'active' and a.debt_since is null and p.price_kopecks > 1000 and u.opened_on < a.charged_through
      and (u.promo_until is null or u.promo_until < a.charged_through) and (u.state_since at time zone 'Europe/Samara')::date < a.charged_through
      and not exists (
        select from ledger_entry e where e.user_id = u.user_id and e.amount_kopecks < 0
          and e.service_from <= a.charged_through and e.service_until > a.charged_through)
      and exists (select from ledger_entry e where e.user_id = u.user_id and e.amount_kopecks < 0)`,

  'who is beyond the credit limit is in debt': `
    select account_id, balance_kopecks from account
    where contract_id is not null and balance_kopecks + credit_limit_kopecks < 0 and debt_since is null`,

  'services of a debtor are off, and only his': `
    select a.account_id, u.user_id::text from account a join service_user u using (account_id)
    where (a.debt_since is null and u.reason = 'debt') or (a.debt_since is not null and u.state = 'active')
    union all
    select a.account_id, n.phone_number from account a join phone_number n using (account_id)
    where (a.debt_since is null and n.reason = 'debt') or (a.debt_since is not null and n.state = 'active')`,

  'a promised limit has an end, and ends': `
    select a.account_id, a.promised_kopecks from account a left join promised_payment p on p.account_id = a.account_id and p.state = 'active'
    where a.promised_kopecks <> coalesce(p.amount_kopecks, 0) or p.ends_on <= a.charged_through`,

  'what is kept of a charge agrees with the ledger': `
    select f.account_id, f.what, f.charged_from, f.charged_until, f.amount_kopecks
    from fee_charged f join ledger_entry e on e.transaction_id = f.transaction_id and e.account_id = f.account_id
    left join lateral (
      select sum(b.amount_kopecks) as amount, min(b.service_from) as since
      from ledger_transaction c join ledger_entry b using (transaction_id)
      where c.corrects_transaction_id = f.transaction_id and b.account_id = f.account_id) back on true
    where f.charged_from <> e.service_from or f.amount_kopecks <> -e.amount_kopecks - coalesce(back.amount, 0)
      or f.charged_until > coalesce(back.since, e.service_until)`,

  'no more is given back than was charged': `
    select t.transaction_id from ledger_transaction t join ledger_entry e using (transaction_id)
    join ledger_transaction c on c.corrects_transaction_id = t.transaction_id
    join ledger_entry b on b.transaction_id = c.transaction_id and b.account_id = e.account_id
    where t.kind = 'charge' and e.amount_kopecks < 0
    group by t.transaction_id, e.amount_kopecks having sum(b.amount_kopecks) > -e.amount_kopecks`,
};

/** What must hold when everybody has come to rest. */
const AT_REST: Readonly<Record<string, string>> = {
  'no effect is owed': `select effect_id, kind, state, last_error from outbox_effect where state <> 'done'`,

  'no job has been given up': `
    select j.id, j.last_error from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where attempts >= max_attempts and t.identifier in ('apply_notification', 'notify_of_sandbox_payment')`,

  'the network does what the services say': `
    select u.user_id, u.state, n.access from service_user u join recorded_network.state n using (user_id)
    where (u.state = 'active') <> (n.access = 'open')`,

  'no notification waits': `select notification_id from payment_notification where outcome = 'due'`,

  'every payment in the bank is credited or waits for a person': `
    select o.operation_id, o.happened_at from sandbox_bank.operation o where o.status = 'success'
      and not exists (select from payment_notification n where n.external_id = o.operation_id::text
        and n.outcome in ('credited', 'surplus', 'mismatch'))
      and not exists (select from reconciliation_finding f join payment p on p.payment_id::text = f.subject where p.qr_id = o.qr_id)`,

  'every refund is settled': `select refund_id, state from refund where state in ('due', 'requested')`,
};

/** Breaks of the rules, in words; empty when the world is in order. `whole`: all the books are gone through, too. */
export async function brokenRules(sim: Simulation, { atRest = false, whole = true } = {}): Promise<string[]> {
  const broken = await brokenQueries(sim, atRest ? { ...ALWAYS, ...AT_REST } : ALWAYS);
  if (sim.observer.failure) broken.unshift(sim.observer.failure.message);
  return whole ? [...broken, ...(await faultsOfBooks(sim)), ...(await lostMoney(sim))] : broken;
}

async function brokenQueries(sim: Simulation, rules: Readonly<Record<string, string>>): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(rules)) {
    const rows = await sim.rows(query);
    if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  return broken;
}

async function faultsOfBooks(sim: Simulation): Promise<string[]> {
  const findings = await sim.faults.without(() => sim.world.db.read(verifyLedger));
  return findings.length > 0 ? [`the ledger: ${JSON.stringify(findings.slice(0, 3))}`] : [];
}

/** What was acknowledged to a terminal stands in the books, once and whole. */
async function lostMoney(sim: Simulation): Promise<string[]> {
  const { acknowledged } = sim;
  const found = await sim.rows<{ reference: string; amount: number }>(
    `select t.reference, e.amount_kopecks as amount from ledger_transaction t join ledger_entry e using (transaction_id)
     join account a using (account_id) where a.contract_id is not null and t.reference = any($1)`,
    acknowledged.map(({ reference }) => reference),
  );
  const sums = new Map(found.map(({ reference, amount }) => [reference, amount]));
  return acknowledged
    .filter(({ reference, amount }) => sums.get(reference) !== amount)
    .map(
      ({ reference, amount }) =>
        `${reference} of ${amount} was acknowledged, the books have ${sums.get(reference) ?? 'nothing'}`,
    );
}
