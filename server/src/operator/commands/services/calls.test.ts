import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { breakRows } from '../../../../test/database/broken.ts';
import { addClient } from '../../../../test/portal/client.ts';
import { addTariff, csvOf, NUMBER, type Cdr } from '../../../../test/portal/call-client.ts';
import { testPortal } from '../../../../test/portal/portal.ts';
import { runCommand } from '../../operator.ts';

async function console() {
  const portal = await testPortal({ template: 'empty' });
  await addClient(portal.world, { telephone: true });
  await addTariff(portal, { '79': 'mobile' }, [{ zone: 'mobile', price: 220 }]);
  const folder = await mkdtemp(join(tmpdir(), 'kabinet-cdr-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const run = async (...line: string[]) => {
    const said: string[] = [];
    const say = (text: string) => void said.push(text.replaceAll('\u00a0', ' '));
    const tools = {
      ...portal.world,
      agents: [],
    };
    return { code: await runCommand(() => Promise.resolve(tools), line, say), said: said.join('\n') };
  };
  const importFile = async (records: readonly Cdr[]) => {
    const path = join(folder, 'cdr.csv');
    await writeFile(path, `${csvOf(records).join('\r\n')}\r\n`);
    return run('calls', 'import', path);
  };
  return { portal, run, importFile, folder };
}

test('a file of the exchange is imported, and once only', async () => {
  const { portal, importFile } = await console();
  const records = [{ uniqueid: '1' }, { uniqueid: '2' }];
  expect(await importFile(records)).toEqual({ code: 0, said: 'Принято: 2 записи, приняты раньше: 0, не поняты: 0' });
  expect(await importFile(records)).toEqual({ code: 0, said: 'Принято: 0 записей, приняты раньше: 2, не поняты: 0' });
  const { rows } = await portal.pool.query('select phone_number, started_at from call_record limit 1');
  // The demo's exchange keeps the provider's own time.
  expect(rows).toEqual([{ phone_number: NUMBER, started_at: '2026-11-10T08:00:00.000Z' }]);
});

test('lines that are not understood are told, and end with 1', async () => {
  const { importFile } = await console();
  expect(await importFile([{ uniqueid: '1' }, { uniqueid: '2', billsec: 'x' }])).toEqual({
    code: 1,
    said: 'Строка 3: billsec не число секунд\nПринято: 1 запись, приняты раньше: 0, не поняты: 1',
  });
});

test('a line with more cells than any file has columns stops none of the others', async () => {
  const { run, folder } = await console();
  const [header = '', first = '', second = ''] = csvOf([{ uniqueid: '1' }, { uniqueid: '2' }]);
  const path = join(folder, 'wide.csv');
  await writeFile(path, [header, `${first}${',x'.repeat(5000)}`, second].join('\n'));
  expect((await run('calls', 'import', path)).said).toBe('Принято: 2 записи, приняты раньше: 0, не поняты: 0');
});

test('a file that is not there, or none of the exchange’s, is said to be so', async () => {
  const { run } = await console();
  expect(await run('calls', 'import', '/no/such.csv')).toEqual({ code: 2, said: 'Файл не открывается: /no/such.csv' });
  const other = await run('calls', 'import', new URL(import.meta.url).pathname);
  expect(other.code).toBe(2);
  expect(other.said).toContain('нет столбцов');
});

test('what is kept for a person is listed, and tried again', async () => {
  const { portal, run, importFile } = await console();
  expect(await run('calls', 'held')).toEqual({ code: 0, said: 'Все записи АТС обработаны' });
  await importFile([{ uniqueid: '1', src: '78482551155' }]);
  expect((await run('calls', 'held')).said).toContain(
    '78482551155 → 79270000001  ни один номер не наш: 1 запись, 60 с',
  );
  expect(await run('calls', 'retry')).toEqual({ code: 1, said: 'Ждут человека: 1 звонок' });
  await portal.pool.query(`update phone_number set phone_number = '78482551155'`);
  expect(await run('calls', 'retry')).toEqual({ code: 0, said: 'Все записи АТС обработаны' });
});

test('thousands of kept calls are tried again in parts; one that fails stops none of the others, and waits on', async () => {
  const { portal, run, importFile } = await console();
  const kept = 2100;
  await importFile(Array.from({ length: kept }, (_, index) => ({ uniqueid: `c${index}`, src: '78482551155' })));
  await portal.pool.query(`update phone_number set phone_number = '78482551155'`);
  const { mend } = await breakRows(portal.pool, 'call_record', "new.linkedid = 'c7'");
  expect(await run('calls', 'retry')).toEqual({ code: 1, said: 'Ждут человека: 1 звонок' });
  const { rows } = await portal.pool.query('select count(*)::integer as calls from call_record');
  expect(rows).toEqual([{ calls: kept - 1 }]);
  await mend();
  expect(await run('calls', 'retry')).toEqual({ code: 0, said: 'Все записи АТС обработаны' });
});
