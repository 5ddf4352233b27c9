import { expect, test } from 'vitest';
import { judgeConfig, readConfig } from './config.ts';

const OWN = {
  DATABASE_URL: 'postgresql://kabinet@127.0.0.1/kabinet',
  KABINET_PROVIDER: 'provider.json',
  SERVICE_SECRET_KEY: '5E'.repeat(32),
};
const ATOL = { ATOL_GROUP: 'group', ATOL_LOGIN: 'login', ATOL_PASSWORD: 'password' };
const TV_24 = {
  KABINET_TV: '24tv',
  TV_TOKEN: 'token',
  TV_CALLBACK_SECRET: '0123456789abcdef0123456789abcdef',
  TV_PACKETS: 'packets.json',
};
const BANK = { ACQUIRER: 'tbank', ACQUIRER_ID: 'terminal', ACQUIRER_SECRET: 'password' };

test('the demo is on by default only in the embedded database', () => {
  expect(readConfig({}).isDemo).toBe(true);
  expect(readConfig(OWN).isDemo).toBe(false);
  expect(readConfig({ ...OWN, KABINET_DEMO: 'on' }).isDemo).toBe(true);
  expect(readConfig({ KABINET_DEMO: 'off', KABINET_PROVIDER: 'provider.json' }).isDemo).toBe(false);
});

test.each([
  [{ ACQUIRERR: 'tbank' }, 'настройки ACQUIRERR нет: нужна ACQUIRER? Исправьте имя или уберите её'],
  [{ SMTP_UR: 'smtp://mail.example' }, 'настройки SMTP_UR нет: нужна SMTP_URL? Исправьте имя или уберите её'],
  [{ TRUSTED_PROXY: '127.0.0.1' }, 'настройки TRUSTED_PROXY нет: нужна TRUSTED_PROXIES? Исправьте имя или уберите её'],
  [{ KABINET_NETWORK: 'radius' }, 'настройки KABINET_NETWORK нет: уберите её'],
])('a setting that nobody reads is refused: %o', (environment, sentence) => {
  expect(judgeConfig(environment).sentences).toEqual([sentence]);
  expect(() => readConfig(environment)).toThrow(sentence);
});

test('variables of other programs are not ours, even in a container named like one of ours', () => {
  const others = {
    PATH: '/usr/bin',
    MAXIMA: '1',
    KABINET_PORT: 'tcp://10.0.0.7:8080',
    KABINET_PORT_8080_TCP_ADDR: '10.0.0.7',
    KABINET_SERVICE_HOST: '10.0.0.7',
    KABINET_SERVICE_PORT_HTTP: '8080',
    SPEED_PORT: '8081',
  };
  expect(judgeConfig(others).sentences).toEqual([]);
  expect(judgeConfig({ KABINET_PORT: '8080' }).sentences).toHaveLength(1);
});

test.each([
  [{ PORT: 'abc' }, 'PORT'],
  [{ PUBLIC_URL: 'http://example.org' }, 'PUBLIC_URL'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ DATABASE_URL: 'mysql://nobody@127.0.0.1/none' }, 'DATABASE_URL'],
])('a setting of a wrong form is refused in one line: %o', (environment, name) => {
  const { sentences } = judgeConfig(environment);
  const about = sentences.filter((sentence) => sentence.includes(name));
  expect(about).toEqual([expect.stringMatching(/^настройка .*[а-я]/)]);
  expect(() => readConfig(environment)).toThrow(/^[^\n]+$/);
});

test('an address of this machine becomes an address for browsers', () => {
  const addressOf = (HOST: string) => readConfig({ HOST, PORT: '18080' }).PUBLIC_URL;
  expect(['0.0.0.0', '::', '::1', 'localhost'].map(addressOf)).toEqual([
    'http://127.0.0.1:18080',
    'http://127.0.0.1:18080',
    'http://[::1]:18080',
    'http://localhost:18080',
  ]);
});

test.each([
  [{ ...OWN, KABINET_PROVIDER: undefined }, 'KABINET_PROVIDER не задана'],
  [{ KABINET_DEMO: 'off' }, 'KABINET_PROVIDER не задана'],
  [{ ...OWN, SERVICE_SECRET_KEY: undefined }, 'SERVICE_SECRET_KEY не задана'],
  [{ ...OWN, KABINET_DEMO: 'on', SERVICE_SECRET_KEY: undefined }, 'SERVICE_SECRET_KEY не задана'],
  [{ ...OWN, SERVICE_SECRET_KEY: '5e' }, 'SERVICE_SECRET_KEY неверна: нужны 64 шестнадцатеричные цифры'],
  [{ ...OWN, ...BANK }, 'ATOL_GROUP не задана: деньги принимаются (ACQUIRER=tbank)'],
  [{ ...BANK }, 'ATOL_GROUP не задана'],
  [
    { ...OWN, KABINET_PAYMENT_AGENTS: 'payment-agents.json' },
    'ATOL_GROUP не задана: деньги принимаются (KABINET_PAYMENT_AGENTS)',
  ],
  [{ KABINET_TELLERS: 'tellers.json' }, 'KABINET_TELLERS неверна: теперь она называется KABINET_PAYMENT_AGENTS'],
  [{ ...OWN, ...ATOL, FISCAL: 'none' }, 'FISCAL неверна'],
  [{ ...OWN, FISCAL: 'atol' }, 'FISCAL неверна: нужно none'],
  [{ ...OWN, ...ATOL, ATOL_LOGIN: undefined }, 'ATOL_LOGIN не задана'],
  [{ ...OWN, ACQUIRER: 'sandbox' }, 'ACQUIRER неверна: учебный банк'],
  [{ ...OWN, ACQUIRER: 'tbank', ...ATOL, ACQUIRER_ID: 'x' }, 'ACQUIRER_SECRET не задана'],
  [
    { FILES_S3_BUCKET: 'files', FILES_S3_ACCESS_KEY: 'a', FILES_S3_SECRET_KEY: 's' },
    'FILES_S3_URL не задана: хранилищу файлов нужны',
  ],
  [{ FILES_S3_URL: 'http://s3.example.ru' }, 'FILES_S3_URL неверна: адрес хранилища файлов'],
  [{ BILLING_DATABASE_URL: 'http://10.0.0.9/abills' }, 'BILLING_DATABASE_URL неверна: нужен адрес вида mysql://'],
  [{ HELP_DESK_URL: 'https://desk.example.ru/hook' }, 'HELP_DESK_SECRET не задана: системе заявок нужны'],
  [{ HELP_DESK_SECRET: 's'.repeat(32) }, 'HELP_DESK_URL не задана: системе заявок нужны'],
  [{ NETWORK_URL: 'https://network.example.ru' }, 'NETWORK_SECRET не задана: системе сети нужны'],
  [{ NETWORK_SECRET: 's'.repeat(32) }, 'NETWORK_URL не задана: системе сети нужны'],
  [
    { NETWORK_URL: 'http://network.example.ru' },
    'NETWORK_URL неверна: адрес системы сети должен начинаться с https://',
  ],
  [{ NETWORK_PROGRAM: 'own-system.mjs' }, 'NETWORK_PROGRAM неверна: нужен полный путь'],
  [{ NETWORK_PROGRAM: '/x', NETWORK_URL: 'https://network.example.ru' }, 'NETWORK_PROGRAM неверна: система сети одна'],
  [{ NETWORK_PROGRAM: '/x', NETWORK_KINDS: 'internet, dsl' }, 'NETWORK_KINDS неверна: через запятую: internet, tv'],
  [
    { NETWORK_PROGRAM: '/x', NETWORK_KINDS: 'internet,sip', KABINET_SIP: 'kamailio' },
    'NETWORK_KINDS неверна: услуги sip уже отданы системе из KABINET_SIP',
  ],
  [{ KABINET_INTERNET: 'radius' }, 'KABINET_INTERNET неверна: нужно freeradius или ничего'],
  [
    { NETWORK_PROGRAM: '/x', KABINET_INTERNET: 'freeradius' },
    'NETWORK_KINDS неверна: услуги internet уже отданы системе из KABINET_INTERNET',
  ],
  [{ HELP_DESK_URL: 'http://desk.example.ru/hook' }, 'HELP_DESK_URL неверна: адрес системы заявок'],
  [{ PUBLIC_URL: 'http://example.org' }, 'PUBLIC_URL неверна'],
  [{ HOST: '192.168.0.7' }, 'PUBLIC_URL неверна'],
  [{ STAFF_URL: 'http://staff.example.ru' }, 'STAFF_URL неверна: http://staff.example.ru должен начинаться с https://'],
  [
    { PUBLIC_URL: 'https://lk.example.ru', STAFF_URL: 'https://lk.example.ru/staff' },
    'STAFF_URL неверна: у рабочего места и кабинета один адрес',
  ],
  [{ METRICS_PORT: '8080' }, 'METRICS_PORT неверна'],
  [{ PORT: '0' }, 'PORT неверна: нужно целое число от 1 до 65535'],
  [{ DATABASE_URL: '' }, 'DATABASE_URL неверна'],
  [{ TRUSTED_PROXIES: '127.0.0.1, 300.1.1.1' }, 'TRUSTED_PROXIES неверна: нужны адреса или сети'],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES неверна'],
  [{ KABINET_DEMO: 'yes' }, 'KABINET_DEMO неверна: нужно on или off'],
  [{ ACQUIRER_URL: 'bank' }, 'ACQUIRER_URL неверна: нужен адрес'],
  [{ KABINET_TV: 'smotreshka' }, 'KABINET_TV неверна: нужно 24tv или ministra'],
  [{ TV_TOKEN: 'token' }, 'KABINET_TV не задана: настройки платформы ТВ заданы'],
  [{ ...TV_24, TV_TOKEN: undefined }, 'TV_TOKEN не задана: для KABINET_TV=24tv нужны TV_TOKEN'],
  [{ ...TV_24, TV_CALLBACK_SECRET: 'short' }, 'TV_CALLBACK_SECRET неверна: нужно от 32'],
  [{ ...TV_24, TV_PACKETS: undefined }, 'TV_PACKETS не задана'],
  [{ ...TV_24, TV_URL: 'http://tv.example' }, 'TV_URL неверна: адрес платформы должен начинаться с https://'],
  [{ KABINET_TV: 'ministra', TV_LOGIN: 'x', TV_PASSWORD: 'x', TV_PACKETS: 'x' }, 'TV_URL не задана'],
  [{ ATOL_URL: 'http://kassa.example' }, 'ATOL_URL неверна: адрес кассы должен начинаться с https://'],
])('explains %o in one sentence', (environment, words) => {
  const { sentences } = judgeConfig(environment);
  expect(sentences).toEqual([expect.stringContaining(`настройка ${words}`)]);
});

test('trusted proxies are addresses and networks, with or without spaces between', () => {
  const { config, sentences } = judgeConfig({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1 ,fd00::/8,loopback' });
  expect(sentences).toEqual([]);
  expect(config.TRUSTED_PROXIES).toEqual(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', 'loopback']);
});

test('real payments need a cash register, or the explicit setting that there is none', () => {
  for (const register of [ATOL, { FISCAL: 'none' }]) {
    expect(
      judgeConfig({ ...OWN, ...BANK, KABINET_PAYMENT_AGENTS: 'payment-agents.json', ...register }).sentences,
    ).toEqual([]);
  }
});

test('reports all invalid settings at once, each in one sentence', () => {
  const { sentences } = judgeConfig({ ...BANK, DATABASE_URL: OWN.DATABASE_URL, PORT: 'x', ACQUIRER_ID: undefined });
  expect(sentences.map((sentence) => sentence.split(' ')[1])).toEqual([
    'PORT',
    'KABINET_PROVIDER',
    'SERVICE_SECRET_KEY',
    'ACQUIRER_ID',
    'ATOL_GROUP',
  ]);
});
