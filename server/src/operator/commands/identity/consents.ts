import type { OperatorContract } from '@kabinet/contract/staff';
import type { Result } from '@kabinet/contract/kernel/call/call';
import { csvText } from '#server/domain/shared/csv.rules.ts';
import { issuedText } from '#server/domain/shared/text.rules.ts';
import { said, saidIf, type CommandsOf } from '../../command.ts';

type Consents = OperatorContract['consents'];
type Standing = Result<Consents['list']>['standings'][number];

const STATES: Record<Standing['state'], string> = {
  given: 'дано',
  with_contract: 'дано вместе с договором',
  withdrawn: 'отозвано',
  none: 'не дано',
};

function standingText({ title, state, version, since, is_asked }: Standing): string {
  const what = [STATES[state], version && `редакция ${version}`, since && `с ${since}`].filter(Boolean).join(', ');
  return `${title}: ${what}${is_asked ? '; новая редакция ещё без ответа' : ''}`;
}

const doneText = (isGiven: boolean): string => (isGiven ? 'дано' : 'отозвано');
const momentText = (at: Parameters<typeof issuedText>[0], zone: string) =>
  issuedText(at, zone).replaceAll('\u00a0', ' ');
const row = (...cells: readonly (string | number)[]): string => cells.map((cell) => csvText(String(cell))).join(';');

/** The rows, and how to get the rest. */
const table = (header: string, rows: readonly string[], next: number | null) =>
  saidIf(next !== null, header, ...rows, ...(next === null ? [] : [`Это не все строки. Остальные: --after=${next}`]));

export const consentCommands: CommandsOf<Consents> = {
  list: {
    tell: ({ standings, decisions }, zone) =>
      said(
        ...standings.map(standingText),
        ...(decisions.length === 0 ? ['Решений в кабинете не было'] : ['', 'Решения, последнее сверху:']),
        ...decisions.map(
          ({ title, version, text_hash, is_given, decided_at, ip, browser }) =>
            `${momentText(decided_at, zone)}  «${title}», редакция ${version}: ${doneText(is_given)}. ${ip}, ${browser.replace(/\p{Cc}+/gu, ' ')}. Текст ${text_hash.slice(0, 12)}`,
        ),
      ),
  },
  export: {
    tell: ({ decisions, next }, zone) =>
      table(
        'номер;договор;согласие;название;редакция;решение;когда;адрес;браузер;SHA-256 текста',
        decisions.map((one) =>
          row(
            one.decision_id,
            one.contract_id,
            one.name,
            one.title,
            one.version,
            doneText(one.is_given),
            momentText(one.decided_at, zone),
            one.ip,
            one.browser,
            one.text_hash,
          ),
        ),
        next,
      ),
  },
  requests: {
    tell: ({ requests, next }, zone) =>
      table(
        'номер;заявка;редакция;телефон;договор;когда;адрес;браузер;SHA-256 текста',
        requests.map((one) =>
          row(
            one.consent_id,
            one.purpose === 'call_back' ? 'звонок' : 'подключение',
            one.version,
            one.phone,
            one.contract_id ?? '',
            momentText(one.given_at, zone),
            one.ip,
            one.browser,
            one.text_hash,
          ),
        ),
        next,
      ),
  },
};
