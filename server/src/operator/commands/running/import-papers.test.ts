import { beforeEach, expect, test } from 'vitest';
import { papersOf } from '#server/domain/identity/papers/papers.ts';
import { importDesk, DESK_TABLES, type ImportDesk } from '../../../../test/portal/import-desk.ts';

let { portal, bring, run, rows } = {} as ImportDesk;
beforeEach(async () => {
  ({ portal, bring, run, rows } = await importDesk());
});

const HEADER =
  'договор;клиент;компания;город;дом;заключён;паспорт;кем выдан;когда выдан;дата рождения;регистрация;инн;кпп;огрн;юридический адрес;подписывает';
const ANNA =
  '7001;Петрова Анна;;Вольск;1;01.02.2020;36 04 № 123456;ОВД Вольска;01.02.2010;02.03.1985;Вольск, Ленина, 1;;;;;';
const FIRM =
  '7002;ООО «Пекарня»;да;Вольск;1;01.02.2020;;;;;;7707083893;773601001;1027700132195;Вольск, Мира, 2;Директор Иванов, устав';
const tables = (...lines: string[]) => ({ towns: DESK_TABLES.towns, contracts: [HEADER, ...lines] });

const papersIn = (contract: number) => portal.world.db.read((tx) => papersOf(tx, portal.world.outside.vault, contract));

test('a passport and requisites come with their contract, sealed, and are found by the whole number', async () => {
  expect(await bring('load', tables(ANNA, FIRM))).toMatchObject({ code: 0 });
  expect(await papersIn(7001)).toMatchObject([
    {
      kind: 'passport',
      entered_by: 'таблица другой системы',
      ended_on: null,
      facts: { series: '3604', number: '123456', issued_on: '2010-02-01', born_on: '1985-03-02', inn: null },
    },
  ]);
  expect(await papersIn(7002)).toMatchObject([
    { kind: 'company', facts: { inn: '7707083893', kpp: '773601001', legal_name: 'ООО «Пекарня»', series: null } },
  ]);
  expect((await run('search', 'document', '3604 123456')).said).toContain('7001');
  expect((await run('search', 'document', '7707083893')).said).toContain('7002');
  // Nothing of them lies open anywhere.
  const open = await rows(`select cells::text from import_row union all select input::text from operator_action
    union all select encode(sealed, 'escape') from client_paper`);
  expect(JSON.stringify(open)).not.toMatch(/123456|7707083893|ОВД|1985/);
});

test('a paper that is not whole is told without what it says, and its contract comes', async () => {
  const { code, said } = await bring(
    'load',
    tables(ANNA.replace('ОВД Вольска', ''), FIRM.replace('7707083893', '7707083890')),
  );
  expect(code).toBe(0);
  expect(said).toContain('contracts.csv, строка 2: паспортные данные не записаны: Напишите, кем выдан\n');
  expect(said).toContain('contracts.csv, строка 3: реквизиты не записаны: Контрольные цифры ИНН не сходятся');
  expect(said).not.toMatch(/123456|7707083890/);
  expect(await rows('select 1 from client_paper')).toEqual([]);
  // Whole the next time, it is taken; another one later does not replace it.
  await bring('load', tables(ANNA));
  await bring('load', tables(ANNA.replace('123456', '654321')));
  expect(await papersIn(7001)).toMatchObject([{ facts: { number: '123456' } }]);
});

test('an entrepreneur has an INN of twelve digits; a check and a refused load enter nothing', async () => {
  const trader = '7003;ИП Иванов;да;Вольск;1;01.02.2020;;;;;;500100732259;;304500116000157;Вольск;';
  expect((await bring('check', tables(ANNA.replace('02.03.1985', '31.02.1985')))).said).toContain(
    'строка 2: дата рождения: не день. День пишется так',
  );
  await bring('check', tables(ANNA, trader));
  await bring('load', tables(ANNA, trader, ANNA));
  expect(await rows('select 1 from client_paper')).toEqual([]);
  expect((await bring('load', tables(trader))).said).not.toContain('Контрольн');
  expect(await papersIn(7003)).toMatchObject([{ kind: 'trader', facts: { inn: '500100732259', kpp: null } }]);
});
