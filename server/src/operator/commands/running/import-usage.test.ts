import { beforeEach, expect, test } from 'vitest';
import { contract } from '@kabinet/contract';
import { rateMonths } from '#server/domain/services/calls/rating.queries.ts';
import { importDesk, DESK_TABLES, type ImportDesk, type Tables } from '../../../../test/portal/import-desk.ts';

let { portal, bring, rows, run } = {} as ImportDesk;
beforeEach(async () => {
  ({ portal, bring, rows, run } = await importDesk());
  await rows(`insert into call_zone (zone, name, position) values ('home', 'Свой город', 1)`);
  await rows(`insert into call_zone_prefix (prefix, zone) values ('7', 'home'), ('1', 'home')`);
});

const NUMBER = '78459325511';
const CALLS = [
  'номер;звонок;начало;вид;собеседник;секунд;стоимость',
  `8 845 932-55-11;c1;20.09.2026 12:30:05;исходящий;8 927 111-22-33;61;4,50`,
  `${NUMBER};c2;19.11.2026 23:59;входящий;112;0;`,
  `${NUMBER};c3;01.11.2026 00:10:00;исходящий;79271112233;3600;90`,
];
const SESSIONS = [
  'логин;сеанс;начало;конец;адрес;mac;принято;отправлено;причина',
  'anna;s1;31.08.2026 22:00:00;01.09.2026 03:30:00;10.1.0.7;3C-7C-3F-00-12-AA;9000000000;700;Lost-Carrier',
  'anna;s2;19.11.2026 10:00;19.11.2026 10:00;;;;;',
];
const ALL: Tables = { ...DESK_TABLES, calls: CALLS, sessions: SESSIONS };
const ofPeriod = async (period: string) =>
  (await portal.send(contract.telephoneCall.total, { query: { phone_number: NUMBER, period } }, 7001)).body;

test('calls of the former system stand among ours; nobody charges or rates them again', async () => {
  expect((await bring('load', ALL)).said).toContain('calls.csv: новых 3');
  expect(await ofPeriod('2026-09')).toMatchObject({
    items: [{ at: '2026-09-20T08:30:05.000Z', direction: 'out', zone: 'home', seconds: 61, amount: '4.50' }],
    totals: [{ calls: 1, seconds: 61, amount: '4.50' }],
    periods: ['2026-11', '2026-09'],
  });
  expect((await ofPeriod('2026-11')).items.map(({ seconds }) => seconds)).toEqual([0, 3600]);
  const telephone = await portal.send(contract.telephone.get, { query: {} }, 7001);
  expect(telephone.status).toBe(200);

  // A package and a price of ours: a new call alone takes of them.
  await rows(`insert into call_rate (plan_id, zone, direction, valid_from, unit_kopecks)
    select plan_id, 'home', 'out', '2020-01-01', 100 from plan where name = 'Городской'`);
  await rows(`with made as (insert into call_package (plan_id, name, included_seconds, valid_from)
      select plan_id, 'Час', 3600, '2020-01-01' from plan where name = 'Городской' returning call_package_id)
    insert into call_package_zone select call_package_id, 'home' from made`);
  await rows(`insert into call_record (linkedid, phone_number, started_at, other_number, direction, zone, seconds, amount_kopecks, period, plan_id)
    select 'ours', '${NUMBER}', '2026-11-02T10:00:00Z', '79271112233', 'out', 'home', 1800, 0, '2026-11', plan_id from plan where name = 'Городской'`);
  await portal.world.db.write((tx) => rateMonths(tx, [{ phone_number: NUMBER, period: '2026-11' }], 'Europe/Samara'));
  expect(
    await rows(
      `select linkedid, amount_kopecks::int as sum, covered_seconds as covered from call_record order by linkedid`,
    ),
  ).toEqual([
    { linkedid: 'former:c1', sum: 450, covered: 0 },
    { linkedid: 'former:c2', sum: 0, covered: 0 },
    { linkedid: 'former:c3', sum: 9000, covered: 0 },
    { linkedid: 'ours', sum: 0, covered: 1800 },
  ]);
  expect(await rows(`select from call_month where amount_kopecks <> charged_kopecks`)).toEqual([]);
  await run('charge', 'begin', '2026-11-20');
  await run('charge', 'run');
  expect(await rows(`select from one_time_charge`)).toEqual([]);
});

test('sessions of the former system stand among ours, in the partitions of their months', async () => {
  expect((await bring('load', ALL)).said).toContain('sessions.csv: новых 2');
  const [anna] = await rows(`select user_id::int as id from service_user where login = 'anna'`);
  const query = { user_id: Number(anna?.['id']), period: '2026-09' };
  const shown = await portal.send(contract.internetAccount.statIsg, { query }, 7001);
  expect(shown.status, JSON.stringify(shown.body)).toBe(200);
  expect(JSON.stringify(shown.body)).toContain('10.1.0.7');
  expect(JSON.stringify(shown.body)).toContain('Пропал сигнал');
  expect(await rows(`select tableoid::regclass::text as part from internet_session order by started_at`)).toEqual([
    { part: 'internet_session_2026_08' },
    { part: 'internet_session_2026_11' },
  ]);
});

test('brought again they change nothing; what is wrong is named, one cause once', async () => {
  await bring('load', ALL);
  const again = (await bring('load', { calls: CALLS, sessions: SESSIONS })).said;
  expect(again).toContain('calls.csv: новых 0, уже были без изменений 3');
  expect(again).toContain('sessions.csv: новых 0, уже были без изменений 2');
  const wrong = await bring('check', {
    calls: [
      CALLS[0]!,
      CALLS[1]!.replace(';61;', ';62;'),
      `${NUMBER};c4;20.11.2026 23:00;исходящий;112;5;`,
      `${NUMBER};c5;20.11.2026;исходящий;112;5;`,
      `${NUMBER};c6;19.11.2026 10:00;исходящий;44123;5;`,
      `${NUMBER};c7;19.11.2026 10:00;исходящий;44124;5;`,
      `79990000000;c8;19.11.2026 10:00;исходящий;112;5;`,
    ],
    sessions: [
      SESSIONS[0]!,
      'anna;s3;19.11.2026 10:00;19.11.2026 09:00;;;;;',
      'anna;s4;01.01.2020 10:00;01.01.2020 11:00;;;;;',
      'anna;s5;02.01.2020 10:00;02.01.2020 11:00;;;;;',
      'nobody;s6;19.11.2026 10:00;19.11.2026 11:00;;;;;',
    ],
  });
  expect(wrong.said.split('\n')).toEqual([
    'calls.csv, строка 2: под этим ключом уже есть другой звонок',
    'calls.csv, строка 3: начало: ещё не наступило',
    'calls.csv, строка 4: начало: «20.11.2026» — не день и время. Пишется так: 20.11.2026 14:05:30',
    'calls.csv, строка 5: направление номера 44123 неизвестно: добавьте его, zones add (и ещё 1 строка из-за этого)',
    'calls.csv, строка 7: номера 79990000000 нет: добавьте его в numbers.csv',
    'sessions.csv, строка 2: конец: раньше начала',
    expect.stringMatching(
      /^sessions.csv, строка 3: конец: раньше, чем кабинет хранит сеансы .*\(и ещё 1 строка из-за этого\)$/,
    ),
    'sessions.csv, строка 5: услуги интернета с логином «nobody» нет: добавьте её в services.csv',
    expect.stringMatching(/^Ошибок: 8/),
  ]);
});

const DOCUMENTS = [
  'договор;документ;название;день;вид;ссылка',
  '7001;d1;Акт № 12;31.10.2026;акт;https://docs.provider.example/act?id=12',
  '7001;d2;Договор;01.02.2020;;https://docs.provider.example/7001.pdf',
];
const shownDocuments = async (who: number) => (await portal.send(contract.document.former, {}, who)).body.documents;

test('documents of the former system are links of their own subscriber, and follow the table', async () => {
  expect((await bring('load', { ...DESK_TABLES, documents: DOCUMENTS })).said).toContain('documents.csv: новых 2');
  const act = { title: 'Акт № 12', day: '2026-10-31', kind: 'act', url: 'https://docs.provider.example/act?id=12' };
  expect(await shownDocuments(7001)).toEqual([
    act,
    { title: 'Договор', day: '2020-02-01', kind: 'other', url: 'https://docs.provider.example/7001.pdf' },
  ]);
  expect(await shownDocuments(7002)).toEqual([]);
  const moved = [DOCUMENTS[0]!, DOCUMENTS[1]!.replace('docs.', 'new.'), DOCUMENTS[2]!];
  expect((await bring('load', { documents: moved })).said).toContain('уже были без изменений 1, меняются 1');
  expect((await shownDocuments(7001))[0]).toEqual({ ...act, url: 'https://new.provider.example/act?id=12' });
});

test('a link is no script, no open connection, and holds no password', async () => {
  const links = [
    'javascript:alert(1)',
    'http://docs.provider.example/1.pdf',
    'https://me:secret@docs.provider.example/1.pdf',
    '//docs.provider.example/1.pdf',
    'data:text/html,1',
  ];
  const { said } = await bring('check', {
    ...DESK_TABLES,
    documents: [DOCUMENTS[0]!, ...links.map((link, at) => `7001;d${at};Акт;31.10.2026;;${link}`)],
  });
  expect(said.split('\n').filter((line) => line.startsWith('documents.csv'))).toEqual(
    links.map((_, at) => `documents.csv, строка ${at + 2}: ссылка: не ссылка, которая начинается с https://`),
  );
  await expect(
    rows(`insert into former_document (contract_id, former_key, title, day, kind, url)
      select 1, 'x', 'x', '2026-01-01', 'act', 'javascript:alert(1)'`),
  ).rejects.toThrow('former_document_url_check');
});
