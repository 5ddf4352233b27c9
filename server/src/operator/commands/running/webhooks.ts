import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { issuedText } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';

type Webhooks = OperatorContract['webhooks'];
type Listed = Result<Webhooks['list']>[number];

const STATES: Record<Listed['state'], string> = { works: 'работает', fails: 'не отвечает', paused: 'на паузе' };

function lineOf({ webhook_id, name, host, state, through, waiting, dead, last_error, told_at }: Listed, zone: string) {
  const told = told_at === null ? 'ещё ничего не отправлено' : `последнее ${issuedText(told_at, zone)}`;
  const error = last_error === null ? '' : `; ошибка: ${last_error}`;
  const given = dead === 0 ? '' : `; не приняты: ${dead}`;
  return `${webhook_id}  ${name} (${host}): ${STATES[state]}; до события ${through}, ждут: ${waiting}${given}; ${told}${error}`;
}

const showSecret = (words: string, secret: string) =>
  said(words, secret, 'Этим секретом проверяют подпись в заголовке X-Kabinet-Signature');

export const webhookCommands: CommandsOf<Webhooks> = {
  add: {
    tell: ({ webhook_id, name, secret }) =>
      showSecret(`События отправляются программе «${name}», номер ${webhook_id}. Секрет показываем один раз:`, secret),
  },
  list: {
    tell: (all, zone) =>
      all.length === 0 ? said('События никуда не отправляются') : said(...all.map((one) => lineOf(one, zone))),
  },
  rotate: {
    tell: ({ name, secret }) =>
      showSecret(`Новый секрет программы «${name}»; прежний действует ещё сутки. Показываем один раз:`, secret),
  },
  pause: { tell: ({ name }) => said(`Программа «${name}» на паузе: события ждут`) },
  resume: { tell: ({ name }) => said(`Программе «${name}» события отправляются снова`) },
  replay: { tell: ({ name, through }) => said(`Программе «${name}» отправим заново всё после события ${through}`) },
  remove: { tell: ({ name }) => said(`Программе «${name}» события больше не отправляются`) },
  letters: {
    tell: (letters) =>
      letters.length === 0
        ? said('Непринятых событий нет')
        : said(
            ...letters.map(
              ({ webhook_id, name, event_id, contract_id, kind, attempts, last_error }) =>
                `${webhook_id} (${name})  событие ${event_id}  ${kind}  договор ${contract_id}  попыток ${attempts}  ${last_error ?? ''}`,
            ),
          ),
  },
  again: { tell: ({ name, count }) => said(`Программе «${name}» отправим ещё раз: ${count}`) },
};
