import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { hashPassword, isRight } from '#server/domain/identity/credentials/password.ts';
import { signerAt } from '../../../../test/identity/signing-in.ts';
import { importDesk, DESK_TABLES, type ImportDesk } from '../../../../test/portal/import-desk.ts';

// The former system kept hashes: whoever has its old database must not sign in with what it says.

let { portal, bring, rows } = {} as ImportDesk;
beforeEach(async () => {
  ({ portal, bring, rows } = await importDesk());
});

const digest = (name: string, encoding: 'hex' | 'base64' | 'base64url') =>
  createHash(name).update('anna-2020-lenina').digest(encoding);
const DIGESTS = ['md5', 'sha1', 'sha256', 'sha512'];

const HASHES = [
  ...DIGESTS.map((name) => digest(name, 'hex')),
  ...DIGESTS.map((name) => digest(name, 'hex').toUpperCase()),
  ...DIGESTS.map((name) => digest(name, 'base64')),
  ...DIGESTS.map((name) => digest(name, 'base64url')),
  `*${digest('sha1', 'hex').toUpperCase()}`,
  `md5${digest('md5', 'hex')}`,
  `0x${digest('md5', 'hex')}`,
  `${digest('md5', 'hex')}:salt`,
  '$1$salt$abcdefghijklmnopqrstuv',
  '$2y$10$abcdefghijklmnopqrstuv',
  '{SSHA}DkMTwBl+a/3DQTxCYEApdUtNXGgdUac3',
  '{SHA512-CRYPT}$6$salt$abc',
  'pbkdf2_sha256$600000$salt$abc=',
];

const PASSWORDS = [
  ...[31, 33, 39, 41, 63, 65, 127].map((digits) => 'a1'.repeat(64).slice(0, digits)),
  // Base64 of fifteen and of seventeen bytes, and 22 letters that no encoder of sixteen would write.
  Buffer.alloc(15, 7).toString('base64'),
  Buffer.alloc(17, 7).toString('base64'),
  'kukushka-kukushka-kuku',
  'g'.repeat(32),
  'anna$2020',
  '{anna',
];

const servicesOf = (passwords: readonly string[]) => ({
  ...DESK_TABLES,
  services: [
    ...DESK_TABLES.services,
    ...passwords.map((one, index) => `line-${index};7001;ethernet;Интернет;Сто;;01.02.2020;;;"${one}"`),
  ],
});

const contractsOf = (rows: readonly string[]) => ({
  ...DESK_TABLES,
  contracts: [
    ...DESK_TABLES.contracts.map((line, index) => (index === 0 ? `${line};соль` : line)),
    ...rows.map((row, index) => `${8000 + index};Иванов;;Вольск;;1;;;01.02.2020;;;${row}`),
  ],
});

const FIRST_LINE = DESK_TABLES.contracts.length + 1;

test('a hash of the former system is refused by its line, as the password of a service', async () => {
  const { code, said } = await bring('load', servicesOf(HASHES));
  const cure = 'Если это сам пароль, напишите «да» в столбце «пароль открыт»';
  expect([code, said.split('\n').filter((line) => !line.includes('не записан'))]).toEqual([
    1,
    [
      ...HASHES.map(
        (_, index) =>
          `services.csv, строка ${DESK_TABLES.services.length + 1 + index}: пароль: похож на хеш, а услуге нужен сам пароль. Оставьте пустым, и абонент задаст его в кабинете. ${cure}`,
      ),
      `Ошибок: ${HASHES.length}. Ничего не принято: исправьте и повторите`,
    ],
  ]);
});

test('what only resembles one is a password of a service', async () => {
  expect(await bring('check', servicesOf(PASSWORDS))).toMatchObject({ code: 0 });
});

test('what a password of the cabinet is stands in its column and is never guessed', async () => {
  const { code, said } = await bring(
    'load',
    contractsOf([
      'anna-2020-lenina', // without its kind
      '$2y$10$abcdefghijklmnopqrstuv;bcrypt', // cut
      `${digest('md5', 'hex')};sha1`,
      `${digest('md5', 'hex')};md5(соль+пароль)`, // without its salt
      `${digest('md5', 'hex')};md5;salt`,
      'anna-2020-lenina;открытый;salt',
      'abYGzVrFGq22M;argon2id',
      'x;rot13',
    ]),
  );
  const refused = [
    'вид пароля: не заполнено. Напишите «открытый»',
    'пароль: не похож на bcrypt, а так сказано в столбце «вид пароля»',
    'пароль: не похож на sha1, а так сказано в столбце «вид пароля»',
    'соль: не заполнено',
    'соль: у этого вида пароля её нет в отдельном столбце',
    'соль: у этого вида пароля её нет в отдельном столбце',
    'пароль: не похож на argon2id до 256 МБ памяти и 10 проходов',
    'вид пароля: «rot13» — такого нет. Бывает: открытый, argon2id, bcrypt',
  ];
  expect(code).toBe(1);
  refused.forEach((reason, index) => expect(said).toContain(`contracts.csv, строка ${FIRST_LINE + index}: ${reason}`));
  expect(said).not.toContain('anna-2020-lenina');
});

test('what the table calls plain is the password itself; an argon2id hash is a hash unless it is called plain', async () => {
  const ready = await hashPassword('anna-2020-lenina');
  const given = [`${digest('md5', 'hex')};открытый`, `${ready};открытый`, `${ready};argon2id`, ready];
  expect(await bring('load', contractsOf(given))).toMatchObject({ code: 0 });
  const hashes = await rows(
    'select password_hash as hash from credential where contract_id >= 8000 order by contract_id',
  );
  const opens = (text: string, index: number) => isRight(text, String(hashes[index]?.['hash']));
  expect(await Promise.all([opens(digest('md5', 'hex'), 0), opens(ready, 1), opens('anna-2020-lenina', 1)])).toEqual([
    true,
    true,
    false,
  ]);
  expect(hashes.slice(2)).toEqual([{ hash: ready }, { hash: ready }]);
});

test('a password that the former system has digested lets in once, and is then kept as ours', async () => {
  const given = contractsOf([
    'abYGzVrFGq22M;crypt',
    '$1$saltsalt$RHxyuue9hYBiCO8RrUVXq/;md5-crypt',
    '$2y$05$abcdefghijklmnopqrstuuKg2.GpA8vpHDv8t8fZ5tmph9yJtW6GS;bcrypt',
    `${createHash('md5').update('7:anna-2020-lenina').digest('hex')};md5(соль+пароль);7:`,
  ]);
  expect(await bring('load', given)).toMatchObject({ code: 0 });
  const kept = async () =>
    (await rows('select password_hash as hash from credential where contract_id >= 8000 order by contract_id')).map(
      ({ hash }) => String(hash),
    );
  expect((await kept()).map((hash) => hash.split(':').slice(0, 3).join(':'))).toEqual([
    'former:00:crypt',
    'former:00:md5-crypt',
    'former:05:bcrypt',
    'former:00:md5(соль+пароль)',
  ]);
  // The same table again is no difference; another digest is one, until its owner signs in.
  expect((await bring('load', given)).said).not.toContain('пароль');
  const other = contractsOf(['abWjQH6DcCzWM;crypt']);
  expect((await bring('check', other)).said).toContain(`строка ${FIRST_LINE}: останется как есть: пароль — другой`);

  const { signIn } = signerAt(() => portal);
  for (const contract of [8000, 8001, 8002, 8003]) {
    expect((await signIn(String(contract), 'anna-2020-leninx')).status, String(contract)).toBe(
      contract === 8000 ? 200 : 401, // DES sees eight bytes
    );
  }
  for (const contract of [8001, 8002, 8003])
    expect((await signIn(String(contract), 'anna-2020-lenina')).status, String(contract)).toBe(200);
  for (const hash of await kept()) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456/);
  expect((await signIn('8001', 'anna-2020-lenina')).status).toBe(200);
  expect((await signIn('8000', 'anna-2020-lenina')).status).toBe(401);
  expect((await bring('check', other)).said).not.toContain('пароль — другой');
});

test('while many passwords are hashed, or compared when the table comes again, the command says how many are ready', async () => {
  const contracts = Array.from(
    { length: 1100 },
    (_, index) => `${8000 + index};Иванов;Вольск;1;01.02.2020;pass-${index};открытый`,
  );
  const tables = {
    towns: DESK_TABLES.towns,
    contracts: ['договор;клиент;город;дом;заключён;пароль;вид пароля', ...contracts],
  };
  const ready = ['Готово паролей кабинета: 1 000 из 1 100', 'Готово паролей кабинета: 1 100 из 1 100'];
  expect((await bring('check', tables)).said).not.toContain('Готово');
  expect((await bring('load', tables)).said.split('\n').slice(0, 2)).toEqual(ready);
  expect((await bring('check', tables)).said.split('\n').slice(0, 2)).toEqual(ready);
});
