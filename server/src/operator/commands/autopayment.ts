import { hourOf } from '@kabinet/contract/kernel/zone';
import { dayIn } from '@kabinet/contract/kernel/day';
import {} from '#domain/payments/autopayment/autopayment.rules.ts';
import { dayOf, type Command, type Tools } from '../command.ts';
import { runAutopayments } from '../../jobs/autopayment.ts';

export const autopaymentCommands: readonly Command[] = [
  {
    words: ['autopayment', 'run'],
    arguments: ['[<день>]'],
    help: 'запланировать и начать автоплатежи, как в полдень этого дня',
    run,
  },
];

const NOON = 12;

/** By the clock, or as if that day had come: to catch up, and to try what comes later. */
async function run({ db, provider, log, now, say }: Tools, [wanted]: readonly string[]): Promise<number> {
  const at = wanted === undefined ? now : hourOf(dayOf(wanted), NOON, provider.time_zone);
  const failures = await runAutopayments({ db, provider, log }, at);
  say(`Автоплатежи на ${dayIn(provider.time_zone, at)}: ${failures === 0 ? 'готово' : `не получилось ${failures}`}`);
  return failures === 0 ? 0 : 1;
}
