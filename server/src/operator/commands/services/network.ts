import type { Result } from '@kabinet/contract/kernel/call/call';
import { networkFieldsText } from '@kabinet/contract/kernel/network/field-names';
import type { OperatorContract } from '@kabinet/contract/staff';
import { issuedText, phoneText } from '#server/domain/shared/text.rules.ts';
import { said, saidIf, type CommandsOf } from '../../command.ts';

type Network = OperatorContract['network'];

export const networkCommands: CommandsOf<Network> = {
  had: {
    tell: ({ at, items }, zone) =>
      items.length === 0
        ? saidIf(true, `${issuedText(at, zone)}: этого адреса ни у кого не было`)
        : said(...items.flatMap((use) => useLines(use, zone))),
  },
  check: {
    tell: ({ connected, differing }) =>
      differing.length === 0
        ? said(...rightText(connected))
        : saidIf(
            true,
            ...recordedText(connected),
            ...differing.slice(0, MOST_LINES).map(textOf),
            ...(differing.length > MOST_LINES ? [`и ещё ${differing.length - MOST_LINES}; все — с --json`] : []),
            `Разошлось услуг: ${differing.length}. Передадим заново`,
          ),
  },
};

type Kind = Result<Network['check']>['connected'][number];

const NAMES: Readonly<Record<Kind, string>> = {
  internet: 'интернет',
  tv: 'ТВ',
  sip: 'SIP-телефония',
  mail: 'почта',
  telephone: 'телефонные номера',
};

const useLines = (use: Result<Network['had']>['items'][number], zone: string): string[] => [
  `${ownerText(use)}  ${use.network}${use.ports === null ? '' : `, порты ${use.ports}`}`,
  `    ${issuedText(use.since, zone)} — ${use.until === null ? 'сеанс идёт' : issuedText(use.until, zone)}` +
    `${use.mac === null ? '' : `, устройство ${use.mac}`}${use.device === null ? '' : `, ${use.device}`}`,
];

const ownerText = ({ contract_id, user_id, login }: Result<Network['had']>['items'][number]): string =>
  contract_id === null
    ? `ничей логин ${login ?? 'без имени'}`
    : `договор ${contract_id}, услуга ${user_id ?? ''}, логин ${login ?? ''}`;

const listed = (which: (kind: Kind) => boolean): string =>
  (Object.keys(NAMES) as Kind[])
    .filter(which)
    .map((kind) => NAMES[kind])
    .join(', ');

/** What agrees; a record of our own orders says nothing of a network. */
function rightText(connected: readonly Kind[]): string[] {
  const right = listed((kind) => connected.includes(kind));
  return [...(right === '' ? [] : [`Сеть делает то, что должна: ${right}`]), ...recordedText(connected)];
}

function recordedText(connected: readonly Kind[]): string[] {
  const recorded = listed((kind) => !connected.includes(kind));
  if (recorded === '') return [];
  return [`Сеть не подключена: ${recorded}. Кабинет только записывает, что она должна делать: сверять не с чем`];
}

/** After a move the network knows none of thousands of services. */
const MOST_LINES = 50;

function textOf({ contract_id, user_id, phone_number, fields }: Result<Network['check']>['differing'][number]): string {
  const service = phone_number === null ? `услуга ${user_id ?? ''}` : `номер ${phoneText(phone_number)}`;
  return `договор ${contract_id}, ${service}: ${networkFieldsText(fields)}`;
}
