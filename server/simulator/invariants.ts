import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { differences } from '#server/domain/services/provisioning/check-network.ts';
import { refText } from '#server/integrations/network/port.ts';
import { dovecot } from '#server/integrations/network/dovecot.ts';
import { networkByKind } from '#server/integrations/network/by-kind.ts';
import { brokenWishes } from './actions/access.ts';
import { brokenBoxes } from './actions/mail-views.ts';
import { brokenLines } from './actions/sip-exchange.ts';
import { missingDocuments } from './actions/telephone.ts';
import { ALWAYS, AT_REST } from './rules.ts';
import type { Simulation } from './simulation.ts';

/** Descriptions of broken rules; empty if there are none. `whole` also checks the whole ledger. */
export async function brokenRules(sim: Simulation, { atRest = false, whole = true } = {}): Promise<string[]> {
  const broken = await brokenQueries(sim, atRest ? { ...ALWAYS, ...AT_REST } : ALWAYS);
  if (sim.observer.failure) broken.unshift(sim.observer.failure.message);
  broken.push(...(await untoldServices(sim, { withViews: whole })));
  if (atRest) broken.push(...(await brokenBoxes(sim)), ...(await brokenLines(sim)), ...(await missingDocuments(sim)));
  return whole
    ? [...broken, ...(await faultsOfBooks(sim)), ...(await lostMoney(sim)), ...(await brokenWishes(sim))]
    : broken;
}

/** Violations of rules that any provider's database must meet at any time. */
export async function brokenQueries({ pool }: Pick<Simulation, 'pool'>, rules = ALWAYS): Promise<string[]> {
  const broken: string[] = [];
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await pool.query({ name: `sim-${rule.replaceAll(/\W/g, '-')}`.slice(0, 63), text: query });
    if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  return broken;
}

async function faultsOfBooks(sim: Simulation): Promise<string[]> {
  const findings = await sim.faults.without(() => sim.world.db.read(verifyLedger));
  return findings.length > 0 ? [`the ledger: ${JSON.stringify(findings.slice(0, 3))}`] : [];
}

/** Every change of a service enqueues an update of the network, so any difference must be pending. */
async function untoldServices({ world, faults }: Simulation, { withViews }: { withViews: boolean }): Promise<string[]> {
  // Without its address: the views are read from the database.
  const mail = dovecot(world.db, { url: '', key: '' });
  const { network } = world.outside;
  const broken: string[] = [];
  await faults.without(async () => {
    for (const one of withViews ? [network, networkByKind(network, { mail })] : [network]) {
      for await (const { service, fields } of differences({ db: world.db, network: one }))
        broken.push(`nobody told the network of ${refText(service)}: ${fields.join(', ')}`);
    }
  });
  return broken;
}

/** A payment confirmed to a terminal must be in the ledger, once and complete. */
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
