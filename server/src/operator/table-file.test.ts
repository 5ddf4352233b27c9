import { expect, test } from 'vitest';
import { notOpened } from './table-file.ts';

test('a file that is closed to the user of the command says where it could be read', () => {
  const closed = () => notOpened('/srv/register.csv')(Object.assign(new Error(), { code: 'EACCES' }));
  expect(closed).toThrow(
    /^Файл не открывается: \/srv\/register\.csv\. Пользователю \S+, от которого работает команда, туда нельзя: положите/,
  );
  const absent = () => notOpened('/var/tmp/none', 'Папка')(Object.assign(new Error(), { code: 'ENOENT' }));
  expect(absent).toThrow(/^Папка не открывается: \/var\/tmp\/none$/);
});
