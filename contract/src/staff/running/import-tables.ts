import { NETWORK_TABLES } from './import-network.ts';
import { PAPER_COLUMNS } from './import-papers.ts';
import { OWN_PRICES } from './import-own-prices.ts';
import { USAGE_TABLES } from './import-usage.ts';
import type { ImportColumnShape, ImportTableShape } from './import-table.ts';

const SERVICE = { name: 'услуга', help: '`интернет`, `тв`, `sip`, `почта`, `телефон`' };
const TOWN = { name: 'город', help: 'название' };
const STREET = { name: 'улица', help: 'название' };
const PLAN = { name: 'тариф', help: 'название из `plans.csv`' };
const CONTRACT = { name: 'договор', help: 'номер, до 15 цифр; с ним входят в кабинет' };
const OPENED = { name: 'с', help: 'день подключения' };
const PAID_THROUGH = {
  name: 'оплачено по',
  help: 'последний день, за который уже списано в прежней системе; списания начнутся со следующего. Пусто — с ближайшего дня списаний',
  isOptional: true,
} as const;
const IS_PLAIN = {
  name: 'пароль открыт',
  help: '`да`: похож на хеш, но это сам пароль',
  isOptional: true,
  isSecret: true,
} as const;
const ROUBLES = 'рубли, `600` или `600,50`';

/** The tables of another billing system, in the order in which they are taken. */
export const IMPORT_TABLES = {
  towns: {
    file: 'towns',
    help: 'города',
    columns: {
      town: TOWN,
      is_default: { name: 'основной', help: '`да` у одного', isOptional: true },
      phone: { name: 'телефон', help: 'телефон поддержки', isOptional: true },
      networks: { name: 'сети', help: 'адреса абонентов через пробел: `10.84.0.0/16`', isOptional: true },
    },
  },
  streets: {
    file: 'streets',
    help: 'улицы',
    columns: { town: TOWN, street: STREET, district: { name: 'район', help: 'для аварий', isOptional: true } },
  },
  houses: {
    file: 'houses',
    help: 'подключённые дома',
    columns: {
      town: TOWN,
      street: STREET,
      house: { name: 'дом', help: '`12к1`' },
      ready_on: {
        name: 'готов',
        help: 'день, когда дом подключат; пусто — уже подключён',
        isOptional: true,
      },
      mbit: { name: 'мбит', help: 'наибольшая скорость в доме, Мбит/с', isOptional: true },
    },
  },
  plans: {
    file: 'plans',
    help: 'тарифы',
    columns: {
      service: SERVICE,
      plan: { name: 'тариф', help: 'название, своё у каждого тарифа услуги' },
      summary: { name: 'описание', help: 'одна строка для абонента', isOptional: true },
      price: { name: 'цена', help: ROUBLES },
      unit: { name: 'за', help: '`месяц` (так, если пусто) или `день`', isOptional: true },
      mbit: { name: 'мбит', help: 'скорость, Мбит/с', isOptional: true },
      audience: { name: 'для', help: '`дом` (так, если пусто) или `офис`', isOptional: true },
      is_archived: { name: 'архивный', help: '`да`, если больше не продаётся', isOptional: true },
      gigabytes: { name: 'гигабайт', help: 'почта: размер ящика', isOptional: true },
      boxes: { name: 'ящиков', help: 'почта: сколько ящиков на договор', isOptional: true },
    },
  },
  options: {
    file: 'options',
    help: 'опции тарифов',
    columns: {
      service: SERVICE,
      plan: PLAN,
      option: { name: 'опция', help: 'название' },
      price: { name: 'цена', help: `${ROUBLES}, в месяц` },
      terms: { name: 'условия', help: 'что даёт', isOptional: true },
    },
  },
  contracts: {
    file: 'contracts',
    help: 'договоры',
    columns: {
      contract: CONTRACT,
      printed_no: {
        name: 'номер на бумагах',
        help: 'каким его знает абонент, с буквами и дробями: `ЮЛ-30003/17`, до 32 знаков; у каждого договора свой. Пусто — тот же номер',
        isOptional: true,
      },
      client: { name: 'клиент', help: 'фамилия, имя и отчество или название компании' },
      is_company: { name: 'компания', help: '`да` у компании', isOptional: true },
      town: TOWN,
      street: { ...STREET, help: 'из `streets.csv`', isOptional: true },
      house: { name: 'дом', help: '`12к1`' },
      flat: { name: 'квартира', help: 'номер', isOptional: true },
      billing_day: { name: 'расчётный день', help: 'от 1 до 31: день месячных списаний; пусто — 1', isOptional: true },
      opened_on: { name: 'заключён', help: 'день' },
      closed_on: {
        name: 'расторгнут',
        help: 'день, у расторгнутого договора: услуг у него нет, последний остаток остаётся на счёте',
        isOptional: true,
      },
      phone: { name: 'телефон', help: 'мобильный: по нему входят и восстанавливают пароль', isOptional: true },
      email: { name: 'почта', help: 'то же', isOptional: true },
      password: {
        name: 'пароль',
        help: 'от кабинета. Пусто — абонент задаст свой по коду на телефон или почту',
        isOptional: true,
        isSecret: true,
      },
      password_kind: {
        name: 'вид пароля',
        help: '`открытый` — сам пароль; хеши: `argon2id`, `bcrypt`, `crypt`, `md5-crypt`, `md5`, `sha1`, с солью `md5(пароль+соль)`, `md5(соль+пароль)`, `sha1(пароль+соль)`, `sha1(соль+пароль)`. Пусто — только у `$argon2id$…`',
        isOptional: true,
        isSecret: true,
      },
      password_salt: { name: 'соль', help: 'пароля, если она есть в его виде', isOptional: true, isSecret: true },
      ...PAPER_COLUMNS,
    },
  },
  accounts: {
    file: 'accounts',
    help: 'лицевые счета с остатками',
    columns: {
      account: { name: 'счёт', help: 'номер, по которому платят' },
      contract: { ...CONTRACT, help: 'номер' },
      kind: {
        name: 'вид',
        help: '`интернет` (и ТВ, SIP, почта) или `телефон`; на договор не больше одного каждого вида',
      },
      balance: { name: 'остаток', help: 'рубли; долг — с минусом: `-350,00`' },
      credit_limit: { name: 'кредит', help: 'на сколько рублей можно уйти в минус; пусто — 0', isOptional: true },
    },
  },
  history: {
    file: 'history',
    help: 'прошлые платежи и списания; только вместе с новыми счетами',
    columns: {
      account: { name: 'счёт', help: 'из `accounts.csv`' },
      operation: { name: 'операция', help: 'номер в прежней системе, свой у каждой строки счёта' },
      day: { name: 'день', help: 'не позже сегодняшнего' },
      kind: {
        name: 'вид',
        help: '`платёж`, `списание`, `возврат` (деньги вернули абоненту или платёж отменили), `перерасчёт` списаний (в его пользу; с минусом — не в его)',
      },
      amount: { name: 'сумма', help: 'рубли, больше нуля' },
      text: { name: 'за что', help: 'увидит абонент: `Тариф Сто за октябрь`; пусто — как вид', isOptional: true },
      method: { name: 'способ', help: 'платежа: `наличные`, `карта`, `сбп`, `банк`', isOptional: true },
    },
  },
  services: {
    file: 'services',
    help: 'услуги',
    columns: {
      login: { name: 'логин', help: 'логин в сети; у почты — адрес ящика' },
      contract: { ...CONTRACT, help: 'номер' },
      type: { name: 'вид', help: '`isg`, `ethernet`, `homenet`, `dialup`, `tv`, `sip`, `mail`' },
      name: { name: 'название', help: 'как услугу зовёт абонент: `Интернет дома`' },
      plan: PLAN,
      address: { name: 'адрес', help: 'где подключена, если не по адресу договора', isOptional: true },
      state: {
        name: 'состояние',
        help: '`работает` (так, если пусто), `долг`, `отключена` (оператором), `подключается`',
        isOptional: true,
      },
      opened_on: OPENED,
      closed_on: { name: 'закрыта', help: 'день; только в `billing tables`, пусто — открыта', isOptional: true },
      paid_through: PAID_THROUGH,
      promo: { name: 'цена по акции', help: 'рубли', isOptional: true },
      promo_until: { name: 'акция до', help: 'первый день по обычной цене', isOptional: true },
      mac: { name: 'mac', help: 'привязанное устройство', isOptional: true },
      password: { name: 'пароль', help: 'услуги, не хеш', isOptional: true, isSecret: true },
      is_plain: IS_PLAIN,
    },
  },
  serviceOptions: {
    file: 'service-options',
    help: 'подключённые опции',
    columns: {
      login: { name: 'логин', help: 'услуги' },
      option: { name: 'опция', help: 'название из `options.csv`, того же тарифа' },
      is_off: { name: 'снята', help: '`да` — опции больше нет; только в `billing tables`', isOptional: true },
      paid_through: PAID_THROUGH,
    },
  },
  numbers: {
    file: 'numbers',
    help: 'телефонные номера',
    columns: {
      number: { name: 'номер', help: 'одиннадцать цифр' },
      contract: { ...CONTRACT, help: 'номер' },
      plan: PLAN,
      state: {
        name: 'состояние',
        help: '`работает` (так, если пусто), `долг`, `отключён` (оператором)',
        isOptional: true,
      },
      opened_on: OPENED,
      paid_through: PAID_THROUGH,
    },
  },
  ...USAGE_TABLES,
  ownPrices: OWN_PRICES,
  ...NETWORK_TABLES,
} as const satisfies Readonly<Record<string, ImportTableShape>>;

export type ImportTable = keyof typeof IMPORT_TABLES;
export const importTables = Object.keys(IMPORT_TABLES) as readonly ImportTable[];
export type ImportColumn<T extends ImportTable> = keyof (typeof IMPORT_TABLES)[T]['columns'] & string;
/** Unparsed cells: an empty one is an empty text, that of a column which the file lacks is absent. */
export type ImportRow<T extends ImportTable> = { readonly line: number } & Readonly<
  Partial<Record<ImportColumn<T>, string | undefined>>
>;
/** Tables as a request has them, or as they are read from their files. */
export type ImportRows = {
  readonly [T in ImportTable]?: Iterable<ImportRow<T>> | AsyncIterable<ImportRow<T>> | undefined;
};

export const columnsOf = (table: ImportTable): Readonly<Record<string, ImportColumnShape>> =>
  IMPORT_TABLES[table].columns;
