import { dayIn } from '@kabinet/contract/kernel/day';
import { chargeUpTo } from '#domain/billing-run/charge-run.ts';
import { failedCharges, latestDays } from '#domain/billing-run/charge-run.queries.ts';
import { orderOneTimeCharge } from '#domain/billing/fee/one-time.queries.ts';
import { correct } from '#domain/billing/correction/correct.ts';
import { rubles } from '#domain/shared/text.rules.ts';
import {
  dayOf,
  LONGEST_DOCUMENT,
  LONGEST_LINE,
  numberOf,
  sumOf,
  textOf,
  WrongArgument,
  type Command,
  type Tools,
} from '../command.ts';

export const chargingCommands: readonly Command[] = [
  {
    words: ['charge', 'run'],
    arguments: ['[<день>]'],
    help: 'провести дни списаний, которые ещё не прошли, до этого дня (сегодня)',
    run,
  },
  {
    words: ['charge', 'status'],
    arguments: [],
    help: 'последние дни списаний и счета, где списать не вышло',
    run: status,
  },
  {
    words: ['charge', 'once'],
    arguments: ['<счёт>', '<сумма>', '<за что>', '<номер документа>'],
    help: 'разовое списание: пройдёт с ближайшим днём списаний',
    run: once,
  },
  {
    words: ['charge', 'correct'],
    arguments: ['<проводка>', '<почему>'],
    help: 'вернуть списанное: новая проводка, которая ссылается на прежнюю',
    run: correction,
  },
];

async function run({ db, clock, provider, log, say }: Tools, [until]: readonly string[]): Promise<number> {
  const today = dayIn(provider.time_zone, clock.now());
  const last = until === undefined ? today : dayOf(until);
  if (last > today) throw new WrongArgument(`Этот день ещё не наступил: ${last}`);
  await chargeUpTo({ db, clock, provider, log }, { until: last });
  const failed = await db.read(failedCharges);
  say(
    failed.length === 0 ? `Списания проведены по ${last}` : `Списания проведены по ${last}, не вышло: ${failed.length}`,
  );
  return failed.length === 0 ? 0 : 1;
}

async function status({ db, say }: Tools): Promise<number> {
  const [days, failed] = await db.read((tx) => Promise.all([latestDays(tx), failedCharges(tx)]));
  for (const { day, started_at, finished_at } of days) {
    say(`${day}  начат ${started_at}, ${finished_at === null ? 'не закончен' : `закончен ${finished_at}`}`);
  }
  for (const { account_no, day, error } of failed) say(`Счёт ${account_no} не списан с ${day}: ${error}`);
  return failed.length === 0 ? 0 : 1;
}

async function once(
  { db, clock, provider, say }: Tools,
  [no = '', sum = '', words = '', document = '']: readonly string[],
) {
  const amount = sumOf(sum);
  const text = textOf(words, LONGEST_LINE, 'За что');
  const what = `document:${textOf(document, LONGEST_DOCUMENT, 'Номер документа')}`;
  const day = dayIn(provider.time_zone, clock.now());
  const ordered = await db.write((tx) => orderOneTimeCharge(tx, { accountNo: no, what, text, amount, day }));
  say(
    { ordered: `Спишем ${rubles(amount)}`, known: 'По этому документу уже списано', unknown: 'Такого счёта нет' }[
      ordered
    ],
  );
  return ordered === 'unknown' ? 1 : 0;
}

async function correction(
  { db, clock, provider, say }: Tools,
  [id = '', why = '']: readonly string[],
): Promise<number> {
  const at = { now: clock.now(), zone: provider.time_zone };
  const [transactionId, reason] = [numberOf(id), textOf(why, LONGEST_LINE, 'Почему')];
  const corrected = await db.write((tx) => correct(tx, transactionId, reason, at));
  say(
    {
      corrected: 'Возвращено',
      known: 'Эта проводка уже исправлена',
      unknown: 'Такого списания нет',
    }[corrected],
  );
  return corrected === 'unknown' ? 1 : 0;
}
