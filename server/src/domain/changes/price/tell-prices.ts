import { dayIn, type Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { forecastsOf } from '#server/domain/billing/forecast/forecast.queries.ts';
import { notifyAll } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import type { World } from '#server/kernel/world.ts';
import { concerned } from './concerned.ts';
import { pricePlanned, priceReplaced, priceWithdrawn } from './notices.ts';
import { buyersOf, listPrices, lockUntold, noteTold, toldOf, type UntoldPrice } from './price.queries.ts';
import type { PriceAnnouncement, ReplacedPrice, WithdrawnPrice } from './price.texts.ts';

/** Contracts per transaction. */
const IN_ONE_GO = 200;

/**
 * Tells the contracts that a planned or withdrawn price concerns. Each chunk of contracts is one transaction, which also stores
 * how far telling has come, so nobody is told twice or left out. Returns whether all are told.
 */
export async function tellOfPrices(
  { db, clock, provider }: Pick<World, 'db' | 'clock' | 'provider'>,
  mostParts: number,
): Promise<boolean> {
  const at: At = { now: clock.now(), zone: provider.time_zone };
  for (let part = 0; part < mostParts; part += 1) if (await db.write((tx) => tellSome(tx, at))) return true;
  return false;
}

/** Tells the next chunk of contracts; returns true if none are left. */
async function tellSome(tx: Tx, at: At): Promise<boolean> {
  const price = await lockUntold(tx);
  if (!price) return true;
  const today = dayIn(at.zone, at.now);
  const contracts = await (price.state === 'withdrawn' ? tellWithdrawn : tellPlanned)(tx, price, today, at);
  const isDone = contracts.length < IN_ONE_GO;
  await noteTold(tx, price.price_change_id, contracts.at(-1) ?? 0, isDone ? at.now : null);
  return false;
}

async function tellPlanned(tx: Tx, price: UntoldPrice, today: Day, at: At): Promise<number[]> {
  const { price_change_id, kind, name, unit, told_after } = price;
  const contracts = (await buyersOf(tx, price, told_after, IN_ONE_GO)).map(({ contract_id }) => contract_id);
  const told: { contractId: number; data: PriceAnnouncement }[] = [];
  for (const contractId of contracts) {
    const accounts = await forecastsOf(tx, contractId, today);
    const own = concerned(
      accounts.flatMap(({ prices }) => prices),
      price,
      price,
    );
    if (!own) continue;
    told.push({ contractId, data: { price_change_id, kind, name, unit, today, ...own } });
  }
  await notifyAll(tx, pricePlanned, told, at);
  return contracts;
}

async function tellWithdrawn(tx: Tx, price: UntoldPrice, today: Day, at: At): Promise<number[]> {
  const { price_change_id, kind, name, unit, price: will } = price;
  const key = `${pricePlanned.name}:${price_change_id}`;
  const contracts = (await toldOf(tx, key, price.told_after, IN_ONE_GO)).map(({ contract_id }) => contract_id);
  const listed = (await listPrices(tx, today)).find((one) => one.kind === kind && one.id === price.id);
  const data: ReplacedPrice = { price_change_id, kind, name, unit, will };
  if (listed?.coming) {
    await notifyAll(
      tx,
      priceReplaced,
      contracts.map((contractId) => ({ contractId, data })),
      at,
    );
    return contracts;
  }
  const kept: WithdrawnPrice = { ...data, today, stays: listed?.price ?? kopecks(0), screen: '/' };
  await notifyAll(
    tx,
    priceWithdrawn,
    contracts.map((contractId) => ({ contractId, data: kept })),
    at,
  );
  return contracts;
}
