import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { hashPassword, isRight } from '#server/domain/identity/credentials/password.ts';
import { importDesk, DESK_TABLES, type ImportDesk } from '../../../../test/portal/import-desk.ts';

// The former system kept hashes: whoever has its old database must not sign in with what it says.

let { bring, rows } = {} as ImportDesk;
beforeEach(async () => {
  ({ bring, rows } = await importDesk());
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

const tablesOf = (passwords: readonly string[], plain = '') => ({
  ...DESK_TABLES,
  contracts: [
    ...DESK_TABLES.contracts.map((line, index) => (index === 0 ? `${line};пароль открыт` : `${line};`)),
    ...passwords.map((one, index) => `${8000 + index};Иванов;;Вольск;;1;;;01.02.2020;;;"${one}";${plain}`),
  ],
  services: [
    ...DESK_TABLES.services.map((line, index) => (index === 0 ? `${line};пароль открыт` : `${line};`)),
    ...passwords.map((one, index) => `line-${index};7001;ethernet;Интернет;Сто;;01.02.2020;;;"${one}";${plain}`),
  ],
});

test('a hash of the former system is refused by its line, as the password of a contract and of a service', async () => {
  const { code, said } = await bring('load', tablesOf(HASHES));
  const refused = (file: string, first: number, why: string) =>
    HASHES.map((_, index) => `${file}.csv, строка ${first + index}: пароль: похож на хеш, а ${why}`);
  const cure = 'Если это сам пароль, напишите «да» в столбце «пароль открыт»';
  expect([code, said.split('\n').filter((line) => !line.includes('не записан'))]).toEqual([
    1,
    [
      ...refused(
        'contracts',
        DESK_TABLES.contracts.length + 1,
        `кабинет понимает только argon2id до 256 МБ памяти и 10 проходов. Оставьте пустым, и абонент задаст пароль сам. ${cure}`,
      ),
      ...refused(
        'services',
        DESK_TABLES.services.length + 1,
        `услуге нужен сам пароль. Оставьте пустым, и абонент задаст его в кабинете. ${cure}`,
      ),
      `Ошибок: ${2 * HASHES.length}. Ничего не принято: исправьте и повторите`,
    ],
  ]);
});

test('what only resembles one is a password', async () => {
  expect(await bring('check', tablesOf(PASSWORDS))).toMatchObject({ code: 0 });
});

test('what the table calls plain is the password itself; an argon2id hash that it does not is a hash', async () => {
  const ready = await hashPassword('anna-2020-lenina');
  expect(await bring('load', tablesOf([digest('md5', 'hex'), ready], 'да'))).toMatchObject({ code: 0 });
  const hashes = await rows(
    'select password_hash as hash from credential where contract_id >= 8000 order by contract_id',
  );
  const opens = (text: string, index: number) => isRight(text, String(hashes[index]?.['hash']));
  expect(await Promise.all([opens(digest('md5', 'hex'), 0), opens(ready, 1), opens('anna-2020-lenina', 1)])).toEqual([
    true,
    true,
    false,
  ]);
  const contracts = [DESK_TABLES.contracts[0]!, `9000;Иванов;;Вольск;;1;;;01.02.2020;;;${ready}`];
  expect(await bring('load', { contracts })).toMatchObject({ code: 0 });
  const [kept] = await rows('select password_hash as hash from credential where contract_id = 9000');
  expect(kept).toEqual({ hash: ready });
});

test('while many passwords are hashed, or compared when the table comes again, the command says how many are ready', async () => {
  const contracts = Array.from(
    { length: 1100 },
    (_, index) => `${8000 + index};Иванов;Вольск;1;01.02.2020;pass-${index}`,
  );
  const tables = { towns: DESK_TABLES.towns, contracts: ['договор;клиент;город;дом;заключён;пароль', ...contracts] };
  const ready = ['Готово паролей кабинета: 1 000 из 1 100', 'Готово паролей кабинета: 1 100 из 1 100'];
  expect((await bring('check', tables)).said).not.toContain('Готово');
  expect((await bring('load', tables)).said.split('\n').slice(0, 2)).toEqual(ready);
  expect((await bring('check', tables)).said.split('\n').slice(0, 2)).toEqual(ready);
});
