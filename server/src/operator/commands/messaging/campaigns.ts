import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { issuedText } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';
import { counted } from '../../said-lists.ts';

type Campaigns = OperatorContract['campaigns'];
type Listed = Result<Campaigns['list']>[number];

const STATES: Record<Listed['state'], string> = { sending: 'отправляется', done: 'отправлена', stopped: 'остановлена' };

const waysText = (ways: Listed['ways']): string => ways.map(({ way, count }) => `${way} ${count}`).join(', ');

export const campaignCommands: CommandsOf<Campaigns> = {
  send: {
    tell: ({ rehearsed, campaign_id, recipients, without_news, ways, sms_parts, sms, quiet_until }, zone) =>
      said(
        rehearsed ? `Получат ${recipients}, ничего не отправлено` : `Рассылка ${campaign_id}: получат ${recipients}`,
        `Каналы: ${waysText(ways)}; частей СМС ${sms_parts}`,
        ...(without_news > 0 ? [`Новости выключены: ${without_news}`] : []),
        ...(quiet_until === null ? [] : [`Тихие часы: громкое уйдёт после ${issuedText(quiet_until, zone)}`]),
        `СМС: ${sms}`,
      ),
  },
  test: { tell: ({ way }) => said(way === 'sms' ? 'Отправлено по СМС' : 'Отправлено почтой') },
  list: {
    tell: (all, zone) =>
      counted(
        all.map(
          ({ campaign_id, title, made_by, made_at, recipients, sent, ways, state }) =>
            `${campaign_id}  ${issuedText(made_at, zone)}  ${made_by}: ${title}; ${STATES[state]}, ${sent} из ${recipients}; ${waysText(ways)}`,
        ),
      ),
  },
  stop: { tell: ({ campaign_id, sent }) => said(`Рассылка ${campaign_id} остановлена, получили ${sent}`) },
  choices: {
    tell: ({ towns, plans }) =>
      said(
        ...towns.map(({ name, streets }) => `${name}: ${streets.join(', ') || 'без улиц'}`),
        ...plans.map(({ plan_id, name }) => `тариф ${plan_id}: ${name}`),
      ),
  },
};
