import { notify } from '#domain/messaging/notify.ts';
import { ACCOUNT_NAMES } from '#domain/shared/account-names.rules.ts';
import { rubles } from '#domain/shared/text.rules.ts';
import { numberOf, textOf, type Command, type Tools } from '../command.ts';
import { writtenByOperator } from '../notices.ts';
import { accountsOf, hasContract } from '../operator.queries.ts';

export const contractCommands: readonly Command[] = [
  { words: ['contract', 'balance'], arguments: ['<договор>'], help: 'остатки на счетах договора', run: balance },
  {
    words: ['notice', 'send'],
    arguments: ['<договор>', '<заголовок>', '<текст>'],
    help: 'написать абоненту в кабинет',
    run: notice,
  },
];

async function balance({ db, say }: Tools, [id = '']: readonly string[]): Promise<number> {
  const accounts = await db.read((tx) => accountsOf(tx, numberOf(id)));
  for (const { kind, account_no, balance, credit_limit } of accounts) {
    const limit = credit_limit > 0 ? `, кредитный лимит ${rubles(credit_limit)}` : '';
    say(`${ACCOUNT_NAMES[kind]}, счёт ${account_no}: ${rubles(balance)}${limit}`);
  }
  if (accounts.length === 0) say('Такого договора нет');
  return accounts.length === 0 ? 1 : 0;
}

async function notice(
  { db, now, provider, say }: Tools,
  [id = '', head = '', words = '']: readonly string[],
): Promise<number> {
  const contractId = numberOf(id);
  const [title, text] = [textOf(head, 200, 'Заголовок'), textOf(words, 5000, 'Текст')];
  const sent = await db.write(async (tx) => {
    if (!(await hasContract(tx, contractId))) return false;
    await notify(tx, writtenByOperator, contractId, { title, text }, { now, zone: provider.time_zone });
    return true;
  });
  say(sent ? 'Отправлено' : 'Такого договора нет');
  return sent ? 0 : 1;
}
