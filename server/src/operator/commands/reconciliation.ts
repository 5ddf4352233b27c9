import { readFile } from 'node:fs/promises';
import type { Day } from '@kabinet/contract/kernel/day';
import { dismissFinding, openFindings, type Finding } from '#domain/payments/reconciliation/reconcile.queries.ts';
import { lastBankDay, reconcile } from '#domain/payments/reconciliation/reconcile.ts';
import { rubles } from '#domain/shared/text.rules.ts';
import { Problem } from '#kernel/problem.ts';
import type { Acquirer, RegistryRow } from '#integrations/acquirer/port.ts';
import { dayOf, numberOf, WrongArgument, type Command, type Tools } from '../command.ts';

export const reconciliationCommands: readonly Command[] = [
  {
    words: ['payments', 'reconcile'],
    arguments: ['<день>', '[<файл.csv>]'],
    help: 'сверить день с реестром банка',
    run: reconcileDay,
  },
  { words: ['payments', 'findings'], arguments: [], help: 'расхождения с реестрами банка', run: findings },
  { words: ['payments', 'dismiss'], arguments: ['<номер>'], help: 'отметить расхождение разобранным', run: dismiss },
];

async function reconcileDay(tools: Tools, [text = '', file]: readonly string[]): Promise<number> {
  const { db, acquirer: bank, provider, now, say } = tools;
  const day = closedDay(text, now);
  const rows = file === undefined ? await askedRegistry(bank, day) : await registryOfFile(bank, file);
  const { orders, credited } = await reconcile({ db, bank }, day, rows, { now, zone: provider.time_zone });
  say(`В реестре банка за ${day} платежей: ${orders}. Пропущенных зачислено: ${credited}`);
  return findings(tools);
}

function closedDay(text: string, now: Date): Day {
  const day = dayOf(text);
  if (day <= lastBankDay(now)) return day;
  throw new WrongArgument(`День ${text} у банка ещё не закрыт`);
}

async function askedRegistry(bank: Acquirer, day: Day): Promise<readonly RegistryRow[]> {
  if (bank.registry) return bank.registry(day);
  throw new WrongArgument('Этот банк присылает реестр файлом: назовите файл после дня');
}

async function registryOfFile(bank: Acquirer, path: string): Promise<readonly RegistryRow[]> {
  if (!bank.readRegistryFile) throw new WrongArgument('У этого банка реестр спрашивается без файла');
  const file = await readFile(path).catch(() => {
    throw new WrongArgument(`Файл не открывается: ${path}`);
  });
  try {
    return bank.readRegistryFile(file);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new WrongArgument(`Это не реестр этого банка: ${path}`);
  }
}

const KINDS: Record<Finding['kind'], string> = {
  ours_only: 'зачислено у нас, в реестре банка нет',
  theirs_only: 'есть в реестре банка, у нас не оплачено, и сам банк оплаты не подтверждает',
  sum_differs: 'сумма в реестре банка другая',
};

async function findings({ db, say }: Tools): Promise<number> {
  const found = await db.read(openFindings);
  for (const { finding_id, day, amount, acquirer, subject, kind } of found) {
    say(`${finding_id}  ${day}  ${rubles(amount)}  ${acquirer}, платёж ${subject}: ${KINDS[kind]}`);
  }
  say(found.length === 0 ? 'Расхождений нет' : `Расхождений: ${found.length}`);
  return 0;
}

async function dismiss({ db, now, say }: Tools, [id = '']: readonly string[]): Promise<number> {
  const dismissed = await db.write((tx) => dismissFinding(tx, numberOf(id), now));
  say(dismissed ? 'Отмечено' : 'Среди неразобранных такого номера нет');
  return dismissed ? 0 : 1;
}
