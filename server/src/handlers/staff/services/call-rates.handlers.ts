import { operatorContract, type OperatorContract } from '@kabinet/contract/staff';
import type { Day } from '@kabinet/contract/kernel/day';
import { kopecks } from '@kabinet/contract/kernel/money';
import type { Tx } from '#server/db/database.ts';
import { callZoneRows, listedPackages } from '#server/domain/changes/call-rates/call-rate.queries.ts';
import { addPackage, endPackage } from '#server/domain/changes/call-rates/call-packages.ts';
import { planRate, toldRates, withdrawRate } from '#server/domain/changes/call-rates/call-rates.ts';
import { addZone, editZone, prefixesOf } from '#server/domain/changes/call-rates/call-zones.ts';
import { catalogueRow } from '#server/domain/changes/catalogue/catalogue.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';
import { refuseAlone } from '../refusals.ts';

const SECONDS = 60;

async function refuseUnknown(db: Tx, planId: number | undefined, today: Day): Promise<void> {
  if (planId !== undefined && !(await catalogueRow(db, { kind: 'plan', id: planId }, today)))
    throw new Problem('catalogue_unknown');
}

export const callRateHandlers: PlainHandlers<OperatorContract['callRates']> = {
  list: async ({ query: { plan_id: planId, zone } }, { db, today }) => {
    await refuseUnknown(db, planId, today);
    if (zone !== undefined && !(await callZoneRows(db)).some((one) => one.zone === zone))
      throw new Problem('zone_unknown');
    return toldRates(db, { planId, zone }, today);
  },
  plan: async ({ body: { dry_run: dryRun, connection, ...rate } }, { db, today, operator, provider }) => {
    const noticeDays = provider.price_change.notice_days;
    const planned = await planRate(db, { ...rate, connection: connection ?? kopecks(0) }, { today, noticeDays });
    if (dryRun !== 'yes') refuseAlone(operator, operatorContract.callRates.plan, planned.contracts);
    return { rehearsed: dryRun === 'yes', ...planned };
  },
  withdraw: ({ body }, { db, today }) => withdrawRate(db, body, today),
};

export const callZoneHandlers: PlainHandlers<OperatorContract['callZones']> = {
  list: (_, { db }) => callZoneRows(db),
  add: async ({ body: { zone, name, access, prefixes = '' } }, { db }) => {
    await addZone(db, { zone, name, access }, prefixesOf(prefixes));
    return { zone, name };
  },
  edit: async ({ body: { zone, name, prefixes, dry_run: dryRun } }, { db, tellChange }) => {
    const codes = prefixes === undefined ? undefined : prefixesOf(prefixes);
    const { was, ...is } = await editZone(db, zone, { name, prefixes: codes });
    tellChange({ name: was.name, codes: was.prefixes }, is);
    return { rehearsed: dryRun === 'yes', zone, ...is };
  },
};

export const callPackageHandlers: PlainHandlers<OperatorContract['callPackages']> = {
  list: async ({ query: { plan_id: planId } }, { db, today }) => {
    await refuseUnknown(db, planId, today);
    return (await listedPackages(db, planId)).map(({ seconds, ...one }) => ({
      ...one,
      minutes: Math.floor(seconds / SECONDS),
    }));
  },
  add: async ({ body: { plan_id: planId, name, minutes, zones, from, dry_run: dryRun } }, { db, today }) => {
    const wanted = { planId, name, minutes, zones: prefixesOf(zones), from };
    return { rehearsed: dryRun === 'yes', ...(await addPackage(db, wanted, today)) };
  },
  end: async ({ body: { package_id: packageId, until, dry_run: dryRun } }, { db, today, operator }) => {
    const ended = await endPackage(db, packageId, until, today);
    if (dryRun !== 'yes') refuseAlone(operator, operatorContract.callPackages.end, ended.contracts);
    return { rehearsed: dryRun === 'yes', ...ended };
  },
};
