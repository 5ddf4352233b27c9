import type { ImportTableShape } from './import-table.ts';

const MOMENT = '`20.11.2026 14:05:30`, по часам провайдера';

/** What subscribers have used in the former system: shown among ours, never charged. */
export const USAGE_TABLES = {
  calls: {
    file: 'calls',
    help: 'прошлые звонки; уже оплачены, не списываются',
    columns: {
      number: { name: 'номер', help: 'абонента, одиннадцать цифр, из `numbers.csv` или логин SIP' },
      call: { name: 'звонок', help: 'ключ в прежней системе, свой у каждого звонка номера' },
      start: { name: 'начало', help: MOMENT },
      direction: { name: 'вид', help: '`исходящий` или `входящий`' },
      other: { name: 'собеседник', help: 'другой номер' },
      seconds: { name: 'секунд', help: 'разговора; 0 — не ответили' },
      amount: { name: 'стоимость', help: 'рубли, как списано там; пусто — 0', isOptional: true },
    },
  },
  documents: {
    file: 'documents',
    help: 'прежние документы по ссылкам',
    columns: {
      contract: { name: 'договор', help: 'номер' },
      document: { name: 'документ', help: 'ключ в прежней системе, свой у каждого документа договора' },
      title: { name: 'название', help: 'как его прочтёт абонент: `Акт № 12`' },
      day: { name: 'день', help: 'документа, не позже сегодняшнего' },
      kind: {
        name: 'вид',
        help: '`договор`, `акт`, `счёт`, `счёт-фактура`, `другое` (так, если пусто)',
        isOptional: true,
      },
      url: { name: 'ссылка', help: '`https://…`: откроет браузер абонента; кабинет сам по ней не ходит' },
    },
  },
  sessions: {
    file: 'sessions',
    help: 'прошлые сеансы интернета, уже законченные',
    columns: {
      login: { name: 'логин', help: 'услуги интернета' },
      session: { name: 'сеанс', help: 'ключ в прежней системе, свой у каждого сеанса услуги' },
      start: { name: 'начало', help: MOMENT },
      stop: { name: 'конец', help: 'то же' },
      address: { name: 'адрес', help: 'IPv4 или IPv6', isOptional: true },
      mac: { name: 'mac', help: 'устройство', isOptional: true },
      received: { name: 'принято', help: 'байт к абоненту', isOptional: true },
      sent: { name: 'отправлено', help: 'байт от абонента', isOptional: true },
      cause: { name: 'причина', help: 'конца, как её назвал RADIUS: `User-Request`', isOptional: true },
    },
  },
} as const satisfies Readonly<Record<string, ImportTableShape>>;
