// Programs sold by the demo provider, in display order. Prices in whole roubles; texts are HTML of the allow list.

interface ProgramRow {
  readonly id: number;
  readonly kind: 'internet' | 'tv' | 'sip' | 'mail' | 'telephone' | 'contract';
  /** Its heading on the page. */
  readonly section: string;
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly terms: string;
  readonly roubles: number;
  readonly badge?: string;
  /** The plan of the service that a starter program creates. */
  readonly plan?: string;
  /** The goal of the visit that connects it. */
  readonly visitGoal?: number;
  /** Sold from the next month on. */
  readonly isToCome?: true;
  readonly isArchived?: true;
  /** Whether it includes text messages about more than security. */
  readonly givesSms?: true;
}

/** 1252 and 1010 are the starter programs of TV: the first includes a set-top box, the second works in applications. */
export const STARTER_TV = 1252;
export const STATIC_ADDRESS = 1101;
export const ANTIVIRUS = 1120;
export const SPORT_TRIAL = 1303;

const STARTER_APPS = 1010;
const SECOND_ADDRESS = 1102;
const SMS_NOTICES = 1410;
const CINEMA = 1301;
const CINEMA_4K = 1306;
const SPORT = 1305;

/** «Вызвать мастера». */
const VISIT = 5;

const UNTIL_PAID = '<li>Отключить можно в любой день: услуга проработает до конца оплаченного периода.</li>';

export const PROGRAMS: readonly ProgramRow[] = [
  {
    id: STARTER_TV,
    kind: 'contract',
    section: 'Телевидение',
    name: 'ТВ с приставкой',
    summary: '148 каналов на любом телевизоре: привезём приставку и настроим',
    description: '<p>Привезём приставку, подключим и настроим. Цена тарифа «Домашний» — <b>240 ₽ в месяц</b>.</p>',
    terms:
      '<ul><li>Приставка наша, пользуетесь ею бесплатно, пока подключено ТВ.</li>' +
      '<li>Платить начнёте в день, когда мастер включит ТВ.</li>' +
      '<li>Отключить можно в любой день: деньги за оставшиеся дни вернём на счёт. Приставку верните за 14 дней.</li></ul>',
    roubles: 0,
    plan: 'Домашний',
    visitGoal: VISIT,
  },
  {
    id: STARTER_APPS,
    kind: 'contract',
    section: 'Телевидение',
    name: 'ТВ без приставки',
    summary: '148 каналов в приложении на телевизоре, телефоне и компьютере',
    description: '<p>Каналы в приложении для телевизора, телефона и компьютера, до пяти устройств сразу.</p>',
    terms:
      '<ul><li>Тариф «Домашний», <b>240 ₽ в месяц</b>. Работает сразу после подключения.</li>' +
      '<li>До пяти устройств в одной квартире.</li>' +
      '<li>Отключить можно в любой день: деньги за оставшиеся дни вернём на счёт.</li></ul>',
    roubles: 0,
    plan: 'Домашний',
    badge: 'Сразу',
  },
  {
    id: STATIC_ADDRESS,
    kind: 'internet',
    section: 'Адрес в сети',
    name: 'Статический адрес',
    summary: 'Адрес, который не меняется: для камер, сервера, доступа домой',
    description:
      '<p>Нужен для камер, сервера и доступа домой из другого места. Адрес ваш, пока программа включена.</p>',
    terms: `<ul><li>Один адрес IPv4 на одно подключение, <b>150 ₽ в месяц</b>.</li>${UNTIL_PAID}<li>Если включите снова, адрес будет другим.</li></ul>`,
    roubles: 150,
  },
  {
    id: SECOND_ADDRESS,
    kind: 'internet',
    section: 'Адрес в сети',
    name: 'Второй статический адрес',
    summary: 'Ещё один адрес на то же подключение',
    description: '<p>Чтобы развести камеры и сервер по разным адресам.</p>',
    terms: `<ul><li>Работает вместе с первым статическим адресом, <b>100 ₽ в месяц</b>.</li>${UNTIL_PAID}</ul>`,
    roubles: 100,
  },
  {
    id: ANTIVIRUS,
    kind: 'internet',
    section: 'Безопасность',
    name: 'Антивирус на 3 устройства',
    summary: 'Компьютеры и телефоны',
    description: '<p>Ключ придёт на почту. Обновления — пока программа включена.</p>',
    terms: `<ul><li>Ключ на три устройства, <b>99 ₽ в месяц</b>.</li>${UNTIL_PAID}<li>Правообладатель сам отвечает за обновления.</li></ul>`,
    roubles: 99,
    badge: 'Выбирают чаще',
  },
  {
    id: 1121,
    kind: 'internet',
    section: 'Безопасность',
    name: 'Копии в облаке',
    summary: '200 ГБ для фотографий и документов',
    description: '<p>Копии фотографий и документов с ваших устройств, 200 ГБ. Хранятся в России.</p>',
    terms: `<ul><li>200 ГБ, <b>149 ₽ в месяц</b>.</li>${UNTIL_PAID}<li>Копии храним 30 дней после отключения.</li></ul>`,
    roubles: 149,
    isToCome: true,
  },
  {
    id: CINEMA,
    kind: 'tv',
    section: 'Пакеты каналов',
    name: 'Кино',
    summary: '14 каналов: премьеры и классика',
    description: '<p>Премьеры и классика без рекламы, 14 каналов.</p>',
    terms: `<ul><li>14 каналов, <b>199 ₽ в месяц</b>.</li>${UNTIL_PAID}</ul>`,
    roubles: 199,
  },
  {
    id: CINEMA_4K,
    kind: 'tv',
    section: 'Пакеты каналов',
    name: 'Кино 4K',
    summary: '3 канала в высшем качестве',
    description: '<p>Три канала кино в 4K. Нужен телевизор или приставка, которые это умеют.</p>',
    terms: `<ul><li>Работает вместе с пакетом «Кино», <b>99 ₽ в месяц</b>.</li>${UNTIL_PAID}</ul>`,
    roubles: 99,
    badge: 'Новое',
  },
  {
    id: 1302,
    kind: 'tv',
    section: 'Пакеты каналов',
    name: 'Детский',
    summary: '9 каналов: мультфильмы и передачи от двух лет',
    description: '<p>Мультфильмы и передачи для детей от двух лет, 9 каналов.</p>',
    terms: `<ul><li>9 каналов, <b>89 ₽ в месяц</b>.</li>${UNTIL_PAID}</ul>`,
    roubles: 89,
  },
  {
    id: SPORT_TRIAL,
    kind: 'tv',
    section: 'Пакеты каналов',
    name: 'Спорт: знакомство',
    summary: '6 каналов бесплатно',
    description: '<p>Шесть спортивных каналов бесплатно на время знакомства.</p>',
    terms: '<p>Бесплатно. Отключается сразу.</p>',
    roubles: 0,
  },
  {
    id: SPORT,
    kind: 'tv',
    section: 'Пакеты каналов',
    name: 'Спорт',
    summary: '16 каналов: футбол, хоккей, бокс',
    description: '<p>Все матчи и бои, 16 каналов.</p>',
    terms: `<ul><li>16 каналов, <b>249 ₽ в месяц</b>.</li>${UNTIL_PAID}</ul>`,
    roubles: 249,
  },
  {
    id: 1304,
    kind: 'tv',
    section: 'Пакеты каналов',
    name: 'Познание',
    summary: '11 каналов: путешествия, природа, история',
    description: '<p>Путешествия, природа, история, 11 каналов. Новым подписчикам не предлагаем.</p>',
    terms: `<ul><li>11 каналов, <b>79 ₽ в месяц</b>.</li>${UNTIL_PAID}</ul>`,
    roubles: 79,
    isArchived: true,
  },
  {
    id: 1401,
    kind: 'contract',
    section: 'Документы',
    name: 'Бумажный счёт',
    summary: 'По почте каждый месяц',
    description: '<p>Счёт приходит на адрес договора до пятого числа. Электронный счёт бесплатный.</p>',
    terms: `<ul><li>Одно письмо в месяц, <b>45 ₽ в месяц</b>.</li>${UNTIL_PAID}</ul>`,
    roubles: 45,
  },
  {
    id: SMS_NOTICES,
    kind: 'contract',
    section: 'Уведомления',
    name: 'СМС о деньгах и заявках',
    summary: 'Долг, платежи, автоплатёж и ответы на заявки — по СМС',
    description:
      '<p>СМС о долге, платежах, автоплатеже, услугах и заявках. О чём именно, выбираете в настройках уведомлений.</p>',
    terms: `<ul><li>Сколько угодно СМС, <b>29 ₽ в месяц</b>.</li><li>СМС с кодами и о входе в кабинет бесплатны и без этой услуги.</li>${UNTIL_PAID}</ul>`,
    roubles: 29,
    givesSms: true,
  },
];

/** Programs that need or exclude another. */
export const PROGRAM_PAIRS = [
  [STARTER_TV, 'excludes', STARTER_APPS],
  [SECOND_ADDRESS, 'needs', STATIC_ADDRESS],
  [CINEMA_4K, 'needs', CINEMA],
  [SPORT, 'excludes', SPORT_TRIAL],
] as const;
