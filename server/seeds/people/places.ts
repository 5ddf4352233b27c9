import { at, minutesBefore } from '../calendar.ts';
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
const CUT = 'Повреждён кабель у дома 7 на улице Льва Яшина';

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
    {
      cause: 'Повреждён кабель на улице Ленина',
      services: '{internet,tv}',
      began_at: minutesBefore(calendar.now, 50),
      published_at: minutesBefore(calendar.now, 45),
      planned_until: minutesBefore(calendar.now, -130),
      free_minutes: 0,
      ...NOT_OVER,
    },
    {
      cause: CUT,
      services: '{internet}',
      began_at: minutesBefore(calendar.now, 35),
      published_at: minutesBefore(calendar.now, 30),
      planned_until: minutesBefore(calendar.now, -90),
      free_minutes: 30,
      ...NOT_OVER,
    },
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
  const incident_id = known(ids, 'Повреждён кабель на улице Ленина');
  const [town, zhigulevsk] = [places.town('Тольятти'), places.town('Жигулёвск')];
  await insertRows(client, 'incident_place', [
    { incident_id, town_id: zhigulevsk, street_id: places.street('Жигулёвск', 'Ленина') },
  ]);
  await insertRows(client, 'incident_place', [
    { incident_id: known(ids, FIXED), town_id: zhigulevsk, street_id: places.street('Жигулёвск', 'Мира') },
  ]);
  await insertRows(client, 'incident_place', [
    { incident_id: known(ids, CUT), town_id: town, street_id: places.street('Тольятти', 'Льва Яшина'), house: '7' },
  ]);
  await insertRows(client, 'message', [
    {
      town_id: town,
      kind: 'incident',
      title: CUT,
      body: '<p>Не работает интернет. Бригада на месте. За время без услуги вернём деньги сами.</p>',
      created_at: minutesBefore(calendar.now, 30),
      incident_id: known(ids, CUT),
    },
  ]);
  await client.query(`update message set incident_id = $1 where kind = 'incident' and town_id = $2`, [
    incident_id,
    zhigulevsk,
  ]);
}
