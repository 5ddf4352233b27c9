import type pg from 'pg';
import { insertKeyed, insertRows, known } from '../rows.ts';

/** The contract of the company. */
export const COMPANY = 100_005;

interface Town {
  readonly name: string;
  readonly phones: readonly (readonly [label: string, phone: string])[];
  readonly networks: readonly string[];
  readonly streets: readonly string[];
}

const FREE_CALL = ['Бесплатно по России', '78000001234'] as const;

/**
 * The first is the default one. Networks are private or reserved for documentation; this machine itself counts as
 * Togliatti.
 */
const TOWNS: readonly Town[] = [
  {
    name: 'Тольятти',
    phones: [['Поддержка в Тольятти', '78482001234'], FREE_CALL],
    networks: ['10.84.0.0/16', '192.0.2.0/24', '127.0.0.0/8', '::1/128', '2001:db8:84::/48'],
    streets:
      `40 лет Победы, 50 лет Октября, 70 лет Октября, Автостроителей, Автозаводское шоссе, Баныкина, Баумана, Белорусская,
      Борковская, Ботаническая, Ворошилова, Гагарина, Голосова, Горького, Дзержинского, Жилина, Жукова, Карбышева,
      Карла Маркса, Комсомольская, Комзина, Коммунистическая, Космонавтов, Куйбышева, Кулибина, Ленина, Ленинградская,
      Лесная, Лизы Чайкиной, Луначарского, Льва Яшина, Макарова, Матросова, Мира, Механизаторов, Мурысева, Никонова,
      Новозаводская, Новопромышленная, Носова, Победы, Приморский бульвар, Революционная, Ростовская, Свердлова, Советская,
      Спортивная, Степана Разина, Татищева, Телеграфная, Тополиная, Туполева, Ушакова, Фрунзе, Цветной бульвар,
      Шлюзовая, Южное шоссе, Юбилейная, Ярославская`.split(/,\s+/),
  },
  {
    name: 'Жигулёвск',
    phones: [['Поддержка в Жигулёвске', '78486201234'], FREE_CALL],
    networks: ['10.86.0.0/16', '203.0.113.0/25'],
    streets: ['Гидростроителей', 'Комсомольская', 'Ленина', 'Мира', 'Морквашинская', 'Пушкина', 'Репина', 'Ткачёва'],
  },
  {
    name: 'Самара',
    phones: [['Поддержка в Самаре', '78460001234'], FREE_CALL],
    networks: ['10.63.0.0/16', '198.51.100.0/24'],
    streets: [
      'Гагарина',
      'Куйбышева',
      'Ленинградская',
      'Московское шоссе',
      'Ново-Садовая',
      'Победы',
      'Садовая',
      'Фрунзе',
    ],
  },
  {
    name: 'Сызрань',
    phones: [['Поддержка в Сызрани', '78464001234'], FREE_CALL],
    networks: ['10.64.0.0/16', '203.0.113.128/25'],
    streets: ['Гидротурбинная', 'Звёздная', 'Кирова', 'Людиновская', 'Победы', 'Советская', 'Ульяновская'],
  },
];

/** Streets of Togliatti, for callers that need many addresses. */
export const STREETS: readonly string[] = TOWNS[0]?.streets ?? [];

/** Ids of towns and streets by name. */
export interface PlaceIds {
  town(name: string): number;
  street(town: string, name: string): number;
}

export async function addTowns(client: pg.ClientBase): Promise<PlaceIds> {
  const towns = await insertKeyed(
    client,
    'town',
    'town_id',
    'name',
    TOWNS.map(({ name }, index) => ({ name, is_default: index === 0 })),
  );
  const phones = TOWNS.flatMap(({ name, phones }) =>
    phones.map(([label, phone], index) => ({ town_id: known(towns, name), position: index + 1, label, phone })),
  );
  await insertRows(client, 'town_phone', phones);
  const networks = TOWNS.flatMap(({ name, networks }) =>
    networks.map((network) => ({ network, town_id: known(towns, name) })),
  );
  await insertRows(client, 'town_network', networks);
  const rows = TOWNS.flatMap(({ name: town, streets }) =>
    streets.map((name) => ({ town_id: known(towns, town), name })),
  );
  const streets = await insertKeyed(client, 'street', 'street_id', "town_id || '/' || name", rows);
  return {
    town: (name) => known(towns, name),
    street: (town, name) => known(streets, `${known(towns, town)}/${name}`),
  };
}
