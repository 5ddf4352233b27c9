import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kopecks } from '@kabinet/contract/kernel/money';
import { isInn } from '@kabinet/contract/kernel/papers/requisites';
import { isAccountOf, isCorrAccountOf } from '#server/kernel/bank-details.ts';
import { readProvider } from '#server/kernel/provider.ts';
import { accountsNamed } from '#server/domain/payments/transfers/purpose.rules.ts';
import { gostQr, purposeOf } from './transfer.rules.ts';

const provider = await readProvider(new URL('../../../../seeds/provider.json', import.meta.url));
const RECIPIENT = { ...provider.legal!, ...provider.bank_details! };
const TO_PAY = { accountNo: '100001-1', amount: kopecks(2994_41) };

test('the code follows the standard: the sum in kopecks, and only the account of the client', () => {
  expect(gostQr(RECIPIENT, TO_PAY)).toBe(
    'ST00012|Name=ООО «Волга Телеком»|PersonalAcc=40702810700000000001|' +
      'BankName=Учебный банк, г. Тольятти (банка с таким БИК нет)|BIC=043699998|CorrespAcc=30101810000000000998|' +
      'PayeeINN=6321000003|KPP=632101001|Sum=299441|PersAcc=100001-1|' +
      'Purpose=Оплата услуг связи, лицевой счёт 100001-1',
  );
  expect(gostQr(RECIPIENT, { ...TO_PAY, amount: undefined })).not.toContain('Sum=');
});

test('no value starts a new field', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('|', '=', 'а', ' ', '"', '\n'), minLength: 1 }), (name) => {
      const fields = gostQr({ ...RECIPIENT, name }, TO_PAY).split('|');
      expect(fields).toHaveLength(11);
      expect(fields[1]).toMatch(/^Name=/);
    }),
  );
});

test('our own statement import finds the account by the purpose of our own code', () => {
  expect(accountsNamed(purposeOf(TO_PAY))).toEqual(['100001-1']);
});

test("the demo's details have right check digits; one digit more or less is refused", () => {
  const { bic, account, corr_account, inn } = RECIPIENT;
  expect([isAccountOf(bic, account), isCorrAccountOf(bic, corr_account), isInn(inn)]).toEqual([true, true, true]);
  const wrong = (text: string) => `${text.slice(0, -1)}${(Number(text.at(-1)) + 1) % 10}`;
  expect([isAccountOf(bic, wrong(account)), isCorrAccountOf(bic, wrong(corr_account)), isInn(wrong(inn))]).toEqual([
    false,
    false,
    false,
  ]);
});

test.each([
  ['044525225', '30101810400000000225', '7707083893', true],
  ['044525974', '30101810145250000974', '7710140679', true],
  ['044525225', '30101810500000000225', '7707083894', false],
])('computes the check digits of the bank %s', (bic, corrAccount, inn, isRight) => {
  expect([isCorrAccountOf(bic, corrAccount), isInn(inn)]).toEqual([isRight, isRight]);
});
