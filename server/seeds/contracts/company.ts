import { addDays, addMonths, type Day } from '@kabinet/contract/kernel/day';
import type pg from 'pg';
import type { CatalogueIds } from '../catalogue/catalogue.ts';
import { STATIC_ADDRESS } from '../catalogue/program-catalogue.ts';
import { at, type Calendar } from '../calendar.ts';
import { openingOf } from './history.ts';
import { postMovements } from '../money/movements.ts';
import { addAccounts, addContract } from './people.ts';
import { mailbox, working, type DemoService } from '../people/person.ts';
import { insertRows, known } from '../rows.ts';
import type { Seeding } from '../seeding.ts';
import { addServices } from '../usage/services.ts';
import { addUse, chargedToAccount, readCompany } from './company-month.ts';
import { STREETS } from '../people/towns.ts';
import { COMPANY } from '../people/towns.ts';

const SHOPS = 28;
const SIP_LINES = 24;
const MAILBOXES = 8;
const NUMBERS = 40;
const MAIL = 'pekarni.example';

/** Today's balances, kopecks. */
const BALANCES = { i: 18_624_000, t: 4_631_060 } as const;

/**
 * Adds the company with 120 services and 40 numbers, and its current month. `fillMonth` adds the `monthsBack` months
 * before; each of them is fully paid, so the balances are already right.
 */
export async function addCompany(seeding: Seeding, monthsBack: number): Promise<void> {
  const { client, calendar, catalogue } = seeding;
  const firstDay = addMonths(calendar.monthStart, -monthsBack, 1);
  const openedOn = addMonths(firstDay, -1, 9);
  await addContract(seeding, {
    contractId: COMPANY,
    clientName: 'Общество с ограниченной ответственностью «Волжские пекарни»',
    clientNameIo: 'ООО «Волжские пекарни»',
    clientNameShort: 'ООО «Волжские пекарни»',
    isCompany: true,
    street: 'Новозаводская',
    house: '12',
    flat: null,
    billingDay: 1,
    openedOn,
    contacts: [
      { kind: 'phone', value: '79270000505', state: 'active' },
      { kind: 'email', value: `buh@${MAIL}`, state: 'active' },
    ],
    furtherContacts: [
      { kind: 'email', address: `oplata@${MAIL}`, role: 'payer', name: 'Бухгалтерия', wanted: ['charge'] },
      { kind: 'email', address: `admin@${MAIL}`, role: 'technical', name: 'Системный администратор' },
    ],
  });
  const accounts = await addAccounts(seeding, COMPANY, [
    { kind: 'i', no: '1040900', creditLimit: 0 },
    { kind: 't', no: '2018900', creditLimit: 0 },
  ]);
  await addServices(seeding, COMPANY, known(accounts, 'i'), servicesOf(calendar, openedOn));
  await addNumbers(client, catalogue, known(accounts, 't'), openedOn);

  const company = await readCompany(client);
  const { monthStart, yesterday, today, now } = calendar;
  const charges = await addUse(client, company, { first: monthStart, lastUsed: yesterday, lastCharged: today });
  const openings = company.accounts.flatMap(({ id, kind, no }) =>
    openingOf(id, no, addDays(firstDay, -1), BALANCES[kind] + chargedToAccount(id, charges)),
  );
  await postMovements(client, [...openings, ...charges], now);
}

/** Three lines for each shop, one of them still being connected; television in large shops; SIP; mail. */
function servicesOf(calendar: Calendar, openedOn: Day): DemoService[] {
  const shops = Array.from({ length: SHOPS }, (_, index) => {
    const street = STREETS[(index * 2) % STREETS.length] ?? 'Мира';
    return { no: index + 1, address: `${street}, ${((index * 7) % 60) + 3}` };
  });
  const line = (shop: { no: number; address: string }, name: string, plan: string, suffix: string) =>
    working({
      type: 'ethernet',
      name: `${name}, ${shop.address}`,
      login: `pekarni-${shop.no}${suffix}`,
      address: shop.address,
      plan,
      openedOn,
    });
  const office = 'Новозаводская, 12';
  return [
    ...shops.flatMap((shop) => [
      {
        ...line(shop, 'Интернет', 'Офис 100', ''),
        programs: shop.no <= 12 ? [{ id: STATIC_ADDRESS, status: 'on' as const, info: '' }] : [],
      },
      { ...line(shop, 'Резервный канал', 'Офис 50 резерв', '-2'), ...(shop.no === 9 && inRepair(calendar)) },
      { ...line(shop, 'Гостевой Wi-Fi', 'Гостевой', '-wifi'), ...(shop.no === SHOPS && connecting(calendar)) },
    ]),
    ...shops.slice(0, 4).map((shop) => ({ ...line(shop, 'ТВ', 'Домашний', '-tv'), type: 'tv' as const })),
    ...Array.from({ length: SIP_LINES }, (_, index) =>
      working({
        type: 'sip',
        name: `SIP, добавочный ${100 + index}`,
        login: `7848200${6000 + index}`,
        address: office,
        plan: 'Линия офиса',
        openedOn,
      }),
    ),
    ...Array.from({ length: MAILBOXES }, (_, index) => {
      const box = `${index === 0 ? 'buh' : `shop${index}`}@${MAIL}`;
      return { ...mailbox(box, openedOn, 5, (index + 1) / 2), plan: 'Ящик компании' };
    }),
  ];
}

const inRepair = (calendar: Calendar) =>
  ({ state: 'blocked', reason: 'repair', stateSince: at(calendar.yesterday, '16:05') }) as const;

/** A service ordered two days ago; nothing is charged until the cable is there. */
const connecting = (calendar: Calendar) =>
  ({
    state: 'connecting',
    openedOn: calendar.ago(2),
    stateSince: at(calendar.ago(2), '12:00'),
  }) as const;

async function addNumbers(
  client: pg.ClientBase,
  catalogue: CatalogueIds,
  accountId: number,
  openedOn: Day,
): Promise<void> {
  await insertRows(
    client,
    'phone_number',
    Array.from({ length: NUMBERS }, (_, index) => ({
      phone_number: `7848200${5001 + index}`,
      contract_id: COMPANY,
      account_id: accountId,
      plan_id: catalogue.plan('Городской для бизнеса'),
      state: 'active',
      opened_on: openedOn,
    })),
  );
}
