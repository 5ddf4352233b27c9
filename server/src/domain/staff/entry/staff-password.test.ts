import { expect, test } from 'vitest';
import { refuseWeakStaffPassword } from './staff-password.ts';

const refuse = (password: string) => () => refuseWeakStaffPassword(password, ['olga', 'Ольга Ветрова'], 'new_password');

test.each([
  ['dvenadcat-z', 'Нужно от 12 до 128 знаков'],
  ['z'.repeat(129), 'Нужно от 12 до 128 знаков'],
  ['ветрова12345', 'логина и имени'],
  ['qwertyuiop12', 'утечек'],
])('%s is refused, with its reason in its field', (password, reason) => {
  const message = expect.stringContaining(reason) as string;
  expect(refuse(password)).toThrow(
    expect.objectContaining({
      code: 'bad_input',
      detail: { message, errors: [{ path: 'body.new_password', message }] },
    }),
  );
});

test.each(['dvenadcat-zn', 'korabl-u-pristani'])('%s is accepted', (password) => {
  expect(refuse(password)).not.toThrow();
});
