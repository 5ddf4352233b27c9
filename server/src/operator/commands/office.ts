import { accountTyped } from '#domain/payments/payment-agents/account-typed.rules.ts';
import { postCash, type OfficeCash } from '#domain/payments/payment-agents/office.ts';
import { LONGEST_DOCUMENT, LONGEST_LINE, sumOf, textOf, WrongArgument, type Command, type Tools } from '../command.ts';

export const officeCommands: readonly Command[] = [
  {
    words: ['payment', 'post'],
    arguments: ['<счёт>', '<сумма>', '<документ>', '<текст>'],
    help: 'зачислить наличные, принятые в офисе',
    run: post,
  },
];

const POSTED = {
  credited: 'Зачислено',
  known: 'Этот документ уже зачислен',
  conflict: 'Этот документ уже зачислен на другой счёт или с другой суммой',
  account_unknown: 'Такого счёта нет',
} as const;

async function post({ db, now, provider, say }: Tools, given: readonly string[]): Promise<number> {
  const cash = cashOf(given);
  const at = { now, zone: provider.time_zone };
  const outcome = await db.write((tx) => postCash(tx, cash, at));
  say(POSTED[outcome]);
  return outcome === 'credited' || outcome === 'known' ? 0 : 1;
}

function cashOf([typed = '', sum = '', document = '', text = '']: readonly string[]): OfficeCash {
  const account = accountTyped(typed);
  if (account === undefined) throw new WrongArgument(`Это не номер счёта: ${typed}`);
  return {
    account,
    amount: sumOf(sum),
    document: textOf(document, LONGEST_DOCUMENT, 'Номер документа'),
    text: textOf(text, LONGEST_LINE, 'Текст для абонента'),
  };
}
