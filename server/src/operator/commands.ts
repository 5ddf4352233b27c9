import { kopecks } from '@kabinet/contract/kernel/money';
import { openEffects } from '#db/outbox.queries.ts';
import type { Database } from '#db/database.ts';
import { verifyLedger, type Fault, type Finding } from '#domain/ledger/verify.ts';
import { insertMessage } from '#domain/message/message.queries.ts';
import { paragraph } from '#domain/message/message.rules.ts';
import { ACCOUNT_NAMES } from '#domain/payment/credit-message.rules.ts';
import { notificationsWith } from '#domain/payment/payment.queries.ts';
import { plural, rubles } from '#domain/text/text.rules.ts';
import { retryEffect } from '#kernel/outbox.ts';
import { accountsOf, countEntries, hasContract } from './operator.queries.ts';

export interface Tools {
  readonly db: Database;
  readonly now: Date;
  /** Prints a line. */
  readonly say: (line: string) => void;
}

interface Command {
  readonly words: readonly string[];
  /** What follows the words, as the help names it. */
  readonly arguments: readonly string[];
  readonly help: string;
  /** Answers the exit code: 0 when all is well. */
  readonly run: (tools: Tools, given: readonly string[]) => Promise<number>;
}

/** What the operator sees when an argument is wrong. */
export class WrongArgument extends Error {}

const FAULTS: Record<Fault, string> = {
  transaction_unbalanced: 'проводка не сходится в ноль',
  transaction_empty: 'проводка без строк',
  balance_differs: 'остаток не равен сумме строк',
  month_differs: 'итог месяца не равен сумме строк',
  payment_credited_twice: 'платёж зачислен не один раз',
  payment_not_in_ledger: 'оплаченный платёж не проведён на свою сумму',
  notification_not_in_ledger: 'зачисленное уведомление не проведено',
};

export const commands: readonly Command[] = [
  {
    words: ['ledger', 'verify'],
    arguments: [],
    help: 'сверить книги: суммы проводок, остатки, месяцы, платежи',
    run: verify,
  },
  {
    words: ['payments', 'surplus'],
    arguments: [],
    help: 'деньги, которые пришли лишний раз и не зачислены',
    run: (tools) => payments(tools, 'surplus'),
  },
  {
    words: ['payments', 'mismatch'],
    arguments: [],
    help: 'уведомления банка с чужой суммой или незнакомым QR-кодом',
    run: (tools) => payments(tools, 'mismatch'),
  },
  { words: ['outbox', 'list'], arguments: [], help: 'что ещё не доставлено наружу', run: outbox },
  { words: ['outbox', 'retry'], arguments: ['<номер>'], help: 'доставить неудавшееся ещё раз', run: retry },
  { words: ['contract', 'balance'], arguments: ['<договор>'], help: 'остатки на счетах договора', run: balance },
  {
    words: ['notice', 'send'],
    arguments: ['<договор>', '<заголовок>', '<текст>'],
    help: 'написать абоненту в кабинет',
    run: notice,
  },
];

async function verify({ db, say }: Tools): Promise<number> {
  const [findings, counts] = await db.read((tx) => Promise.all([verifyLedger(tx), countEntries(tx)]));
  const size = `${plural(counts.transactions, ['проводка', 'проводки', 'проводок'])}, ${plural(counts.entries, ['строка', 'строки', 'строк'])}`;
  for (const finding of findings) say(findingText(finding));
  if (findings.length === 0) say(`Книги сходятся: ${size}`);
  else say(`Книги не сходятся: ${plural(findings.length, ['ошибка', 'ошибки', 'ошибок'])} (${size})`);
  return findings.length === 0 ? 0 : 1;
}

function findingText({ fault, subject, expected, found }: Finding): string {
  const isMoney = fault !== 'payment_credited_twice' && fault !== 'transaction_empty';
  const text = (value: number) => (isMoney ? rubles(kopecks(value)) : String(value));
  return `${subject}: ${FAULTS[fault]}, должно быть ${text(expected)}, есть ${text(found)}`;
}

async function payments({ db, say }: Tools, outcome: 'surplus' | 'mismatch'): Promise<number> {
  const found = await db.read((tx) => notificationsWith(tx, outcome));
  for (const { received_at, acquirer, external_id, qr_id, amount } of found) {
    say(`${received_at}  ${rubles(amount)}  ${acquirer}:${external_id}  QR ${qr_id}`);
  }
  say(found.length === 0 ? 'Таких нет' : `Всего ${found.length}`);
  return 0;
}

async function outbox({ db, say }: Tools): Promise<number> {
  const effects = await db.read(openEffects);
  for (const { effect_id, kind, state, attempts, last_error, created_at } of effects) {
    const what = state === 'failed' ? 'не доставлено' : 'ждёт';
    say(
      `${effect_id}  ${created_at}  ${kind}  ${what}, попыток ${attempts}${last_error ? `, ошибка: ${last_error}` : ''}`,
    );
  }
  if (effects.length === 0) say('Всё доставлено');
  return 0;
}

async function retry({ db, say }: Tools, [id = '']: readonly string[]): Promise<number> {
  const renewed = await db.write((tx) => retryEffect(tx, numberOf(id)));
  say(renewed ? 'Будет доставлено ещё раз' : 'Среди неудавшихся такого номера нет');
  return renewed ? 0 : 1;
}

async function balance({ db, say }: Tools, [id = '']: readonly string[]): Promise<number> {
  const accounts = await db.read((tx) => accountsOf(tx, numberOf(id)));
  for (const { kind, account_no, balance, credit_limit } of accounts) {
    const limit = credit_limit > 0 ? `, кредитный лимит ${rubles(credit_limit)}` : '';
    say(`${ACCOUNT_NAMES[kind]}, счёт ${account_no}: ${rubles(balance)}${limit}`);
  }
  if (accounts.length === 0) say('Такого договора нет');
  return accounts.length === 0 ? 1 : 0;
}

async function notice({ db, now, say }: Tools, [id = '', title = '', text = '']: readonly string[]): Promise<number> {
  const contractId = numberOf(id);
  const sent = await db.write(async (tx) => {
    if (!(await hasContract(tx, contractId))) return false;
    await insertMessage(tx, { contractId, kind: 'info', title, body: paragraph(text), now, until: null });
    return true;
  });
  say(sent ? 'Отправлено' : 'Такого договора нет');
  return sent ? 0 : 1;
}

function numberOf(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new WrongArgument(`Это не номер: ${text}`);
}
