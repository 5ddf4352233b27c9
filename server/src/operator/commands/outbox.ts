import { openEffects } from '#db/outbox.queries.ts';
import { retryEffect } from '#kernel/outbox.ts';
import { effectHandlers } from '../../effects.ts';
import { numberOf, type Command, type Tools } from '../command.ts';

export const outboxCommands: readonly Command[] = [
  { words: ['outbox', 'list'], arguments: [], help: 'что ещё не доставлено наружу', run: outbox },
  { words: ['outbox', 'retry'], arguments: ['<номер>'], help: 'доставить неудавшееся ещё раз', run: retry },
];

async function outbox({ db, say }: Tools): Promise<number> {
  const effects = await db.read(openEffects);
  for (const { effect_id, kind, state, attempts, last_error, created_at } of effects) {
    const title = effectHandlers.get(kind)?.title ?? 'неизвестное действие';
    const what = state === 'failed' ? 'не доставлено' : 'ждёт';
    say(
      `${effect_id}  ${created_at}  ${kind} (${title})  ${what}, попыток ${attempts}${last_error ? `, ошибка: ${last_error}` : ''}`,
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
