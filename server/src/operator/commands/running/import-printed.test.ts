import { beforeEach, expect, test } from 'vitest';
import { importDesk, DESK_TABLES, type ImportDesk } from '../../../../test/portal/import-desk.ts';

// Numbers that the former system prints on contracts.

let { bring, run, rows } = {} as ImportDesk;
beforeEach(async () => {
  ({ bring, run, rows } = await importDesk());
});

/** The contracts of the desk with these printed numbers. */
const printed = (...numbers: string[]) => ({
  ...DESK_TABLES,
  contracts: DESK_TABLES.contracts.map(
    (line, index) => `${index === 0 ? 'номер на бумагах' : (numbers[index - 1] ?? '')};${line}`,
  ),
});
const kept = () => rows(`select printed_no from contract order by contract_id`);
const errorsIn = (said: string) => said.split('\n').filter((line) => !line.includes('не записан'));
const aboutContracts = (said: string) => said.split('\n').filter((line) => line.startsWith('contracts.csv, строка'));

test('a contract gets its number and is found by it; the table may change it later, also when charging has begun', async () => {
  expect((await bring('load', printed('ФЛ-12/А', '', ' ЮЛ-30003/17 '))).code).toBe(0);
  expect(await kept()).toEqual([{ printed_no: 'ФЛ-12/А' }, { printed_no: null }, { printed_no: 'ЮЛ-30003/17' }]);
  expect((await run('card', 'юл 30003–17')).said).toContain('7003 (на бумагах ЮЛ-30003/17)  ООО «Пекарня»');
  expect((await run('search', 'ФЛ-1')).said).toContain('7001 (на бумагах ФЛ-12/А)  Петрова');
  expect((await bring('load', printed('ФЛ-12/А', '', 'ЮЛ-30003/17'))).said).not.toContain('номер на бумагах');

  expect((await run('charge', 'begin', '2026-11-20')).code).toBe(0);
  const changed = printed('', 'ФЛ-13', 'ЮЛ-30003/17');
  const TOLD = [
    'contracts.csv, строка 2: NAME номер на бумагах — «ФЛ-12/А» → пусто',
    'contracts.csv, строка 3: NAME номер на бумагах — пусто → «ФЛ-13»',
  ];
  const lines = (said: string) => aboutContracts(said).filter((line) => line.includes('бумагах'));
  expect(lines((await bring('diff', changed)).said)).toEqual(TOLD.map((line) => line.replace('NAME', 'изменится:')));
  expect(lines((await bring('load', changed)).said)).toEqual(TOLD.map((line) => line.replace('NAME', 'изменено:')));
  expect(await kept()).toEqual([{ printed_no: null }, { printed_no: 'ФЛ-13' }, { printed_no: 'ЮЛ-30003/17' }]);
});

test('the same number of two contracts is one error, in whatever spelling; so is what cannot be printed', async () => {
  const { code, said } = await bring('check', printed('ЮЛ-30003/17', 'юл 30003—17', '7003'));
  // Of the account and the service of each contract.
  const because = '(и ещё 2 строки из-за этого)';
  expect([code, errorsIn(said)]).toEqual([
    1,
    [
      `contracts.csv, строка 3: номер на бумагах «юл 30003—17» уже у договора 7001 ${because}`,
      `contracts.csv, строка 4: номер на бумагах: одни цифры: это внутренний номер договора ${because}`,
      'Ошибок: 2. Ничего не принято: исправьте и повторите',
    ],
  ]);
  expect(await kept()).toEqual([]);
});

test('a number that another contract has is not given to one that is there', async () => {
  await bring('load', printed('ФЛ-12', 'ФЛ-13'));
  const { said } = await bring('load', printed('ФЛ-12', 'фл 12'));
  expect(aboutContracts(said).filter((line) => line.includes('бумагах'))).toEqual([
    'contracts.csv, строка 3: оставлено как было: номер на бумагах — у нас «ФЛ-13», в таблице «фл 12» (номер на бумагах «фл 12» уже у договора 7001)',
  ]);
  expect(await kept()).toEqual([{ printed_no: 'ФЛ-12' }, { printed_no: 'ФЛ-13' }, { printed_no: null }]);
});
