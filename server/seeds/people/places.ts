import { instant } from '@kabinet/contract/kernel/day';
import { incidentMessage } from '#server/domain/support/incidents/incident.texts.ts';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';
import { at, minutesBefore, type Calendar } from '../calendar.ts';
import { insertKeyed, insertRows, known } from '../rows.ts';
import type { Seeding } from '../seeding.ts';

const WINDOWS = [
  ['10:00', '12:00'],
  ['12:00', '14:00'],
  ['14:00', '16:00'],
  ['16:00', '18:00'],
  ['18:00', '20:00'],
] as const;
const DAYS = 14;

/** Adds visit windows for two weeks: two masters in Togliatti, one in each other town. */
export async function addSlots({ client, calendar, places }: Seeding): Promise<void> {
  const masters = [
    ['Тольятти', 'Игорь'],
    ['Тольятти', 'Рустам'],
    ['Жигулёвск', 'Павел'],
    ['Самара', 'Антон'],
    ['Сызрань', 'Сергей'],
  ] as const;
  const slots = masters.flatMap(([town, master]) =>
    Array.from({ length: DAYS }, (_, day) =>
      WINDOWS.map(([from, to]) => ({
        town_id: places.town(town),
        master,
        starts_at: at(calendar.ahead(day + 1), from),
        ends_at: at(calendar.ahead(day + 1), to),
      })),
    ).flat(),
  );
  await insertRows(client, 'visit_slot', slots);
}

const FIXED = 'Вышел из строя усилитель ТВ на улице Мира';
const NOT_OVER = { ended_at: null, compensated_at: null };

interface OpenIncident {
  readonly cause: string;
  readonly services: readonly ServiceKind[];
  /** Minutes ago, and from now. */
  readonly began: number;
  readonly fixedIn: number;
  readonly freeMinutes: number;
}

const LENIN: OpenIncident = {
  cause: 'Повреждён кабель на улице Ленина',
  services: ['internet', 'tv'],
  began: 50,
  fixedIn: 130,
  freeMinutes: 0,
};
const CUT: OpenIncident = {
  cause: 'Повреждён кабель у дома 7 на улице Льва Яшина',
  services: ['internet'],
  began: 35,
  fixedIn: 90,
  freeMinutes: 30,
};
const PUBLISHED_AFTER = 5;
const ZONE = 'Europe/Samara';

const openIncident = ({ now }: Calendar, { cause, services, began, fixedIn, freeMinutes }: OpenIncident) => ({
  cause,
  services: `{${services.join()}}`,
  began_at: minutesBefore(now, began),
  published_at: minutesBefore(now, began - PUBLISHED_AFTER),
  planned_until: minutesBefore(now, -fixedIn),
  free_minutes: freeMinutes,
  ...NOT_OVER,
});

/** Its message, as `publishIncident` writes it. */
const told = ({ now }: Calendar, incident: OpenIncident) => ({
  kind: 'incident',
  ...incidentMessage({
    ...incident,
    until: instant(new Date(now.getTime() + incident.fixedIn * 60_000)),
    zone: ZONE,
    now,
  }),
  created_at: minutesBefore(now, incident.began - PUBLISHED_AFTER),
});

const DISTRICTS: Readonly<Record<string, readonly string[]>> = {
  Автозаводский: ['Юбилейная', 'Ворошилова', 'Революционная', 'Свердлова', 'Дзержинского', 'Южное шоссе', 'Тополиная'],
  Центральный: ['Карла Маркса', 'Мира', 'Ленина', 'Лесная', 'Победы', 'Советская', 'Гагарина', 'Баныкина'],
  Комсомольский: ['Шлюзовая', 'Куйбышева', 'Носова', 'Матросова', 'Механизаторов', 'Ярославская'],
};

/** Adds districts of Togliatti, the houses that the network reaches, and failures. */
export async function addPlaces(seeding: Seeding): Promise<void> {
  await addDistricts(seeding);
  await addCoverage(seeding);
  await addIncidents(seeding);
}

async function addDistricts({ client, places }: Seeding): Promise<void> {
  for (const [district, streets] of Object.entries(DISTRICTS)) {
    await client.query('update street set district = $1 where town_id = $2 and name = any($3)', [
      district,
      places.town('Тольятти'),
      streets,
    ]);
  }
}

/** Houses that the network reaches, some of them with a slower line, and a street that it will reach later. */
async function addCoverage({ client, calendar, places }: Seeding): Promise<void> {
  const houses = ['Юбилейная', 'Ворошилова', 'Революционная', 'Мира', 'Карла Маркса'].flatMap((street) =>
    Array.from({ length: 40 }, (_, index) => ({
      street_id: places.street('Тольятти', street),
      house: String(index + 1),
      state: 'connected',
      ready_on: null,
      most_kbps: index % 7 === 4 ? 500_000 : null,
    })),
  );
  const planned = Array.from({ length: 12 }, (_, index) => ({
    street_id: places.street('Тольятти', 'Лесная'),
    house: String(index + 1),
    state: 'planned',
    ready_on: calendar.ahead(110),
    most_kbps: null,
  }));
  await insertRows(client, 'coverage', [...houses, ...planned]);
}

/** Two current failures, in Zhigulevsk and at one house of Togliatti, and one that ended yesterday. */
async function addIncidents({ client, calendar, places }: Seeding): Promise<void> {
  const ids = await insertKeyed(client, 'incident', 'incident_id', 'cause', [
    openIncident(calendar, LENIN),
    openIncident(calendar, CUT),
    {
      cause: FIXED,
      services: '{tv}',
      began_at: at(calendar.ago(1), '18:30'),
      published_at: at(calendar.ago(1), '18:40'),
      planned_until: at(calendar.ago(1), '20:00'),
      free_minutes: 0,
      ended_at: at(calendar.ago(1), '19:20'),
      compensated_at: at(calendar.ago(1), '19:25'),
    },
  ]);
  const incident_id = known(ids, LENIN.cause);
  const [town, zhigulevsk] = [places.town('Тольятти'), places.town('Жигулёвск')];
  await insertRows(client, 'incident_place', [
    { incident_id, town_id: zhigulevsk, street_id: places.street('Жигулёвск', 'Ленина') },
  ]);
  await insertRows(client, 'incident_place', [
    { incident_id: known(ids, FIXED), town_id: zhigulevsk, street_id: places.street('Жигулёвск', 'Мира') },
  ]);
  await insertRows(client, 'incident_place', [
    {
      incident_id: known(ids, CUT.cause),
      town_id: town,
      street_id: places.street('Тольятти', 'Льва Яшина'),
      house: '7',
    },
  ]);
  await insertRows(client, 'message', [
    { town_id: zhigulevsk, incident_id, ...told(calendar, LENIN) },
    { town_id: town, incident_id: known(ids, CUT.cause), ...told(calendar, CUT) },
  ]);
}
