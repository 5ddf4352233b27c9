import { describe, expect, test } from 'vitest';
import { legOf } from './cdr.rules.ts';
import { cellOf, headerOf, namesOf, type CdrHeader } from './layout.rules.ts';

const COLUMNS = ['accountcode', 'src', 'dst', 'start', 'billsec', 'disposition', 'uniqueid', 'linkedid', 'sequence'];
const RECORD: Record<string, string> = {
  accountcode: '',
  src: '551122',
  dst: '89030000001',
  start: '2026-11-10 12:00:00',
  billsec: '61',
  disposition: 'ANSWERED',
  uniqueid: '1794300000.1',
  linkedid: '1794300000.0',
  sequence: '7',
};
const HEADER = headerOf(COLUMNS) as CdrHeader;
const READING = { header: HEADER, areaCode: '8482', zone: 'Europe/Samara' };

const leg = (own: Record<string, string> = {}) => {
  const record = { ...RECORD, ...own };
  return legOf(
    3,
    COLUMNS.map((column) => record[column]!),
    READING,
  );
};
const reason = (own: Record<string, string>) => {
  const read = leg(own);
  return 'reason' in read ? read.reason : null;
};

describe('a record of the exchange', () => {
  test('is read with whole numbers and a moment', () => {
    expect(leg()).toEqual({
      line: 3,
      uniqueid: '1794300000.1',
      sequence: 7,
      linkedid: '1794300000.0',
      payer: '',
      src: '78482551122',
      dst: '79030000001',
      start: '2026-11-10T08:00:00.000Z',
      isDoubtful: false,
      billsec: 61,
      answered: true,
    });
  });

  test('without a call to belong to is a call of its own; only ANSWERED is answered', () => {
    expect(leg({ linkedid: '', sequence: '' })).toMatchObject({ linkedid: '1794300000.1', sequence: 0 });
    for (const disposition of ['NO ANSWER', 'BUSY', 'FAILED', 'CONGESTION']) {
      expect(leg({ disposition })).toMatchObject({ answered: false });
    }
  });

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['a zero byte', {}, { src: '55\0' }],
    ['an id', { uniqueid: '1' }, { uniqueid: '' }],
    ['a long id', { uniqueid: '1'.repeat(255) }, { uniqueid: '1'.repeat(256) }],
    ['a long id of the call', { linkedid: '1'.repeat(255) }, { linkedid: '1'.repeat(256) }],
    ['a sequence', { sequence: '1'.repeat(9) }, { sequence: '1'.repeat(10) }],
    ['seconds', { billsec: '0' }, { billsec: '' }],
    ['a day of talk', { billsec: '86400' }, { billsec: '86401' }],
    ['a disposition', { disposition: 'BUSY' }, { disposition: 'busy' }],
    ['a number', { dst: '112' }, { dst: '' }],
    ['a long number', { dst: 'a'.repeat(150) }, { dst: 'a'.repeat(151) }],
    ['a long number of the caller', { src: 'a'.repeat(150) }, { src: 'a'.repeat(151) }],
    ['a leap day', { start: '2024-02-29 12:00:00.123' }, { start: '2026-02-29 12:00:00' }],
    ['a time', { start: '2026-11-10T23:59:59' }, { start: '2026-11-10 24:00:01' }],
    ['a year of ours', { start: '1990-01-01 00:00:00' }, { start: '1989-12-31 23:59:59' }],
    ['a moment', {}, { start: 'yesterday' }],
  ])('is refused by %s', (_, good, bad) => {
    expect(reason(good)).toBeNull();
    expect(reason(bad)).toEqual(expect.any(String));
  });
});

test('a time that the clocks of the exchange never showed is refused: its zone is wrong', () => {
  const record: Record<string, string> = { ...RECORD, start: '2026-03-29 02:30:00' };
  const cells = COLUMNS.map((column) => record[column] ?? '');
  expect(legOf(3, cells, { ...READING, zone: 'Europe/Berlin' })).toEqual({
    line: 3,
    reason: 'часы станции такого времени не показывали: проверьте её часовой пояс',
  });
});

describe('the header of a file', () => {
  test('names the columns in any order and case, some by other names', () => {
    const header = headerOf(['\uFEFFBillSec', ' calldate ', ...COLUMNS.filter((name) => !/start|billsec/.test(name))]);
    expect(header).toMatchObject({ columns: { billsec: [0], start: [1] }, hasFractions: false });
    expect(headerOf(COLUMNS.filter((name) => name !== 'src'))).toEqual({ missing: ['src'] });
    expect(headerOf(COLUMNS.filter((name) => name !== 'start' && name !== 'src'))).toEqual({
      missing: ['src', 'start'],
    });
  });

  test('of Kamailio has whole calls, all answered, with fractions of seconds', () => {
    const names = [
      'cdr_id',
      'src_username',
      'dst_username',
      'dst_ousername',
      'call_start_time',
      'duration',
      'sip_call_id',
    ];
    const header = headerOf(names) as CdrHeader;
    const cell = (column: Parameters<typeof cellOf>[2], ...cells: string[]) => cellOf(cells, header, column);
    expect(header.hasFractions).toBe(true);
    expect(cell('disposition')).toBe('ANSWERED');
    expect(cell('accountcode')).toBe('');
    expect(cell('billsec', '', '', '', '', '', '61.900')).toBe('61');
    expect(cell('dst', '', '', '200', ' 89030000001 ')).toBe('89030000001');
    expect(cell('dst', '', '', '200', '')).toBe('200');
    expect(cell('dst')).toBe('');
    expect(headerOf([...names, 'method'])).toEqual({ isEvents: true });
    expect(headerOf([...COLUMNS, 'method'])).toMatchObject({ hasFractions: false });
    expect(headerOf(['callid'])).toEqual({
      missing: ['src_username', 'dst_ousername', 'call_start_time', 'duration', 'cdr_id'],
    });
  });

  test('cuts no seconds of Asterisk, which has none', () => {
    expect(cellOf(['', '', '', '', '61.9'], HEADER, 'billsec')).toBe('61.9');
  });
});

test('a file without a header is known by its first record', () => {
  const times = ['2026-11-10 12:00:00', '2026-11-10 12:00:05', '2026-11-10 12:01:06', '66', '61', 'ANSWERED', '3'];
  const master = [
    '',
    '551122',
    '89030000001',
    'town',
    'A',
    'PJSIP/1',
    'PJSIP/2',
    'Dial',
    'x',
    ...times,
    '1794300000.1',
  ];
  const custom = [
    'A',
    '551122',
    '89030000001',
    'town',
    'PJSIP/1',
    'PJSIP/2',
    'Dial',
    'x',
    ...times,
    '',
    '1794300001.3',
  ];
  expect(namesOf(master)?.[0]).toBe('accountcode');
  expect(namesOf(custom)?.[0]).toBe('clid');
  expect(namesOf(COLUMNS)).toBeUndefined();
  for (const [index, wrong] of [
    [9, 'soon'],
    [14, '3'],
    [13, 'ANSWERED'],
  ] as const) {
    expect(namesOf(master.with(index, wrong))).toBeUndefined();
  }
});
