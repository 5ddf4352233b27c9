import { expect, test } from 'vitest';
import { isReserved, similarNames, wrongWith } from './mailbox-name.rules.ts';
import { whyNotChange, whyNotRemove } from './mailbox.rules.ts';

const box = (
  state: Parameters<typeof whyNotChange>[0]['state'],
  reason: Parameters<typeof whyNotChange>[0]['reason'] = null,
) => ({ state, reason });

test('a mailbox is changed while it works, and removed even with a debt', () => {
  expect(whyNotChange(box('active'))).toBeNull();
  expect(whyNotChange(box('paused'))).toMatch(/приостановлен/);
  expect(whyNotChange(box('closed'))).toMatch(/удалён/);
  expect(whyNotChange(box('blocked', 'debt'))).toMatch(/оплатите долг/);
  expect(whyNotRemove(box('active'))).toBeNull();
  expect(whyNotRemove(box('blocked', 'debt'))).toBeNull();
  expect(whyNotRemove(box('closed'))).toMatch(/уже удалён/);
});

test('one that the provider has closed can be neither changed nor removed', () => {
  for (const reason of ['operator', 'abuse'] as const) {
    expect(whyNotChange(box('blocked', reason))).toMatch(/закрыли мы/);
    expect(whyNotRemove(box('blocked', reason))).toMatch(/закрыли мы/);
  }
});

test('nobody takes the names of a mail server; those of the provider are free in a client’s own domain', () => {
  for (const isOwnDomain of [true, false]) {
    expect(isReserved('postmaster', { isOwnDomain })).toBe(true);
    expect(isReserved('maria', { isOwnDomain })).toBe(false);
    expect(isReserved('support', { isOwnDomain })).toBe(!isOwnDomain);
  }
});

test('a name is judged in one form', () => {
  expect(wrongWith('Maria.Petrova')).toBeUndefined();
  expect(wrongWith('мария')).toMatch(/^Пишите латиницей/);
});

test('a taken name is answered with others like it, which are themselves possible', () => {
  expect(similarNames('maria.petrova', 100_107)).toEqual([
    'petrova.maria',
    'm.petrova',
    'mariapetrova',
    'maria.petrova07',
    'maria.petrova.07',
    'maria.petrova-post',
    'my.maria.petrova',
    'maria.petrova107',
  ]);
  expect(similarNames('maria', 100_107)).toEqual(['maria07', 'maria.07', 'maria-post', 'my.maria', 'maria107']);
});

test('those for the longest name are not longer than a name may be', () => {
  const similar = similarNames('m'.repeat(30), 9999);
  expect(similar).toContain(`${'m'.repeat(25)}-post`);
  for (const name of similar) expect(wrongWith(name)).toBeUndefined();
});

test('they are neither the name itself nor impossible', () => {
  expect(similarNames('anna.anna', 7)).not.toContain('anna.anna');
  // Shortened, it ends with a sign after which no other may stand.
  for (const name of similarNames(`${'m'.repeat(24)}_petrova`, 7)) expect(wrongWith(name)).toBeUndefined();
});
