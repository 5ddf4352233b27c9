import type { ImportTableShape } from './import-table.ts';

const KBIT = 'кбит/с';

/** What the network knows of plans and lines, and the devices of access. */
export const NETWORK_TABLES = {
  planProfiles: {
    file: 'plan-profiles',
    help: 'сетевые профили тарифов интернета',
    columns: {
      plan: { name: 'тариф', help: 'название из `plans.csv`' },
      down: { name: 'вниз', help: `к абоненту, ${KBIT}; пусто — скорость тарифа`, isOptional: true },
      up: { name: 'вверх', help: `от абонента, ${KBIT}; пусто — скорость тарифа`, isOptional: true },
      pool: { name: 'пул', help: 'пул адресов, как его зовёт оборудование', isOptional: true },
      filter: { name: 'фильтр', help: 'то же о фильтре', isOptional: true },
      session_seconds: { name: 'сеанс', help: 'через сколько секунд спросить заново', isOptional: true },
    },
  },
  lines: {
    file: 'lines',
    help: 'линии услуг интернета: постоянные адреса и порты',
    columns: {
      login: { name: 'логин', help: 'услуги' },
      ip: { name: 'адрес', help: 'постоянный: `10.0.0.7`', isOptional: true },
      circuit: { name: 'порт', help: 'линии без пароля, как его зовёт оборудование', isOptional: true },
      sessions: { name: 'сеансов', help: 'устройств сразу, до 16; пусто — 1', isOptional: true },
    },
  },
  nas: {
    file: 'nas',
    help: 'оборудование доступа, которое спрашивает RADIUS',
    columns: {
      ip: { name: 'адрес', help: 'с которого спрашивает' },
      kind: { name: 'вид', help: '`mikrotik`, `accel-ppp`, `cisco`, `huawei`, `juniper`' },
      name: { name: 'название', help: 'для сотрудников' },
      secret: { name: 'секрет', help: 'общий с RADIUS, от 8 до 64 знаков' },
      lines: { name: 'вход', help: '`пароль` (так, если пусто) или `линия`', isOptional: true },
      coa_port: { name: 'порт coa', help: 'пусто — 3799', isOptional: true },
      interim_seconds: { name: 'отчёт', help: 'секунды между отчётами о сеансе; пусто — 300', isOptional: true },
    },
  },
} as const satisfies Readonly<Record<string, ImportTableShape>>;
