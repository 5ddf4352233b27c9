import type pg from 'pg';
import type { Day } from '@kabinet/contract/kernel/day';
import type { CatalogueIds } from './catalogue.ts';
import type { Calendar } from '../calendar.ts';
import { insertKeyed, insertRows, known } from '../rows.ts';

type Zone = keyof typeof ZONES;

/** Call zones by prefix; the longest prefix applies. */
const ZONES = {
  local: { name: 'Местные', access: 'home', prefixes: ['78482'] },
  mobile: { name: 'Мобильные', access: 'home', prefixes: ['79'] },
  intercity: { name: 'Междугородные', access: 'home', prefixes: ['7'] },
  near: {
    name: 'Ближнее зарубежье',
    access: 'abroad',
    prefixes: ['76', '77', '373', '374', '375', '380', '992', '993', '994', '995', '996', '998'],
  },
  europe: { name: 'Европа', access: 'abroad', prefixes: ['3', '4'] },
  world: { name: 'Остальной мир', access: 'abroad', openHours: 24, prefixes: ['1', '2', '5', '6', '8', '9'] },
  free: {
    name: 'Экстренные и 8 800',
    access: 'free',
    prefixes: ['01', '02', '03', '04', '101', '102', '103', '104', '112', '7800', '7804'],
  },
  hidden: { name: 'Прочие', access: 'abroad', prefixes: [''] },
} as const;

/** Kopecks per minute for phone numbers; kopecks per second for the office’s SIP lines, after three free seconds. */
const PRICES: Record<Exclude<Zone, 'hidden'>, { readonly minute: number; readonly second: number }> = {
  local: { minute: 65, second: 1 },
  mobile: { minute: 220, second: 3 },
  intercity: { minute: 340, second: 3 },
  near: { minute: 1400, second: 18 },
  europe: { minute: 2500, second: 25 },
  world: { minute: 4500, second: 60 },
  free: { minute: 0, second: 0 },
};

const BY_MINUTE = ['Городской', 'Второй номер', 'Городской для бизнеса', 'Линия'] as const;
const BY_SECOND = ['Линия офиса'] as const;

/** Adds zones with their prefixes, call rates, and the minutes included in plans. */
export async function addCallRates(client: pg.ClientBase, catalogue: CatalogueIds, calendar: Calendar): Promise<void> {
  const zones = Object.entries(ZONES);
  await insertRows(
    client,
    'call_zone',
    zones.map(([zone, { name, access, ...own }], position) => ({
      zone,
      name,
      access,
      position,
      open_hours: 'openHours' in own ? own.openHours : null,
    })),
  );
  await insertRows(
    client,
    'call_zone_prefix',
    zones.flatMap(([zone, { prefixes }]) => prefixes.map((prefix) => ({ prefix, zone }))),
  );
  const rates = (plans: readonly string[], unit: 'minute' | 'second') =>
    plans.flatMap((plan) =>
      Object.entries(PRICES).map(([zone, price]) => ({
        plan_id: catalogue.plan(plan),
        zone,
        direction: 'out',
        // Before the first call of the demo.
        valid_from: '2020-01-01',
        connection_kopecks: 0,
        unit_kopecks: price[unit],
        unit_seconds: unit === 'minute' ? 60 : 1,
        free_seconds: unit === 'minute' ? 0 : 3,
      })),
    );
  await insertRows(client, 'call_rate', [...rates(BY_MINUTE, 'minute'), ...rates(BY_SECOND, 'second')]);
  await addPackages(client, [
    {
      planId: catalogue.plan('Линия'),
      name: '60 минут по России',
      from: '2020-01-01' as Day,
      zones: ['local', 'mobile', 'intercity'],
    },
    // New this month, so that the charges of earlier months stay unchanged.
    {
      planId: catalogue.plan('Городской'),
      name: '60 минут на мобильные и межгород',
      from: calendar.monthStart,
      zones: ['mobile', 'intercity'],
    },
  ]);
}

interface Package {
  readonly planId: number;
  readonly name: string;
  readonly from: Day;
  readonly zones: readonly Zone[];
}

async function addPackages(client: pg.ClientBase, packages: readonly Package[]): Promise<void> {
  const ids = await insertKeyed(
    client,
    'call_package',
    'call_package_id',
    'name',
    packages.map(({ planId, name, from }) => ({
      plan_id: planId,
      name,
      included_seconds: 3600,
      valid_from: from,
    })),
  );
  await insertRows(
    client,
    'call_package_zone',
    packages.flatMap(({ name, zones }) => zones.map((zone) => ({ call_package_id: known(ids, name), zone }))),
  );
}
