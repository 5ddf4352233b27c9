import type { OperatorContract } from '@kabinet/contract/staff';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { dayText, issuedText, rubles, YEARLESS } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';

type Told = Result<OperatorContract['connect']['check']>;

/** Without control characters, which a terminal would obey. */
const plain = (text: string): string => text.replace(/\p{C}+/gu, ' ');

const STATES = { connected: 'дом подключён', planned: 'дом строится', none: 'дома нет в сети' } as const;

const placeLine = ({ street, state, ready_on, waiting }: NonNullable<Told['place']>): string =>
  `${street ?? 'без улицы'}: ${STATES[state]}${ready_on === null ? '' : ` с ${dayText(ready_on, YEARLESS)}`}, заявок из дома: ${waiting}`;

const knownLine = ({ contract_id, name, address, state, owes }: Told['there'][number]): string =>
  `  ${contract_id}  ${plain(name)}  ${address}  ${state}${owes > 0 ? `  долг ${rubles(owes)}` : ''}`;

const planLine = ({ plan_id, name, summary, price, possible, reason }: Told['plans'][number]): string =>
  `  ${plan_id}  «${plain(name)}»  ${summary}  ${rubles(price)}${possible ? '' : `  ${reason ?? ''}`}`;

const under = (title: string, lines: readonly string[]): string[] => (lines.length === 0 ? [] : [title, ...lines]);

export const connectCommands: CommandsOf<OperatorContract['connect']> = {
  waiting: {
    tell: ({ requests }, zone) =>
      said(
        ...requests.map(
          ({ request_id, name, phone, address, plan, coverage, created_at, taken_by }) =>
            `${request_id}  ${plain(name)}  ${phone}  ${plain(address)}  ${plan ?? 'без тарифа'}  ${STATES[coverage]}  с ${issuedText(created_at, zone)}  ${taken_by ?? 'никто не взял'}`,
        ),
        requests.length === 0 ? 'Никто не ждёт' : `Всего ${requests.length}`,
      ),
  },
  check: {
    tell: ({ streets, place, plans, visits, there, same }, zone) =>
      said(
        ...under(
          'Улицы:',
          streets.map(({ name }) => `  ${name}`),
        ),
        ...(place ? [placeLine(place)] : []),
        ...under('Тарифы:', plans.map(planLine)),
        ...under(
          'Свободные окна:',
          visits
            .filter(({ is_free }) => is_free)
            .map(({ slot_id, from, to }) => `  ${slot_id}  ${issuedText(from, zone)} — ${issuedText(to, zone)}`),
        ),
        ...under('Договоры этой квартиры:', there.map(knownLine)),
        ...under('Похоже, он же:', same.map(knownLine)),
      ),
  },
};
