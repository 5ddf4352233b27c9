import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { issuedText, plural } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';
import { plain, total } from '../support/lines.ts';

type State = OperatorContract['networkState'];
type Device = Result<State['devices']>[number];
type Session = Result<State['online']>[number];

const filled = (...parts: readonly (string | null | false)[]): string =>
  parts.filter((part) => typeof part === 'string').join('  ');

const deviceLine = (one: Device, zone: string): string =>
  filled(
    `${one.nas_id}  ${one.ip}  ${one.kind}  «${plain(one.name)}»`,
    one.heard_at === null ? 'учёта не было' : `слышно ${issuedText(one.heard_at, zone)}`,
    `в сети ${one.online}`,
    one.outage_since !== null && `СБОЙ с ${issuedText(one.outage_since, zone)}`,
    one.silent_since !== null && `не отвечает на приказы с ${issuedText(one.silent_since, zone)}`,
    one.orders_waiting > 0 &&
      `ждут приказы: ${one.orders_waiting}${one.orders_since === null ? '' : `, с ${issuedText(one.orders_since, zone)}`}`,
    one.refused > 0 && `отказов за час: ${one.refused}`,
  );

const toldText = (told: Session['wanted'], nothing: string): string =>
  told === null ? nothing : `${told.shape} ${told.attributes.map(plain).join(', ')}`.trim();

const orderText = ({ order }: Session, zone: string): string | null =>
  order &&
  `приказ: ${order.kind === 'change' ? 'изменить' : 'завершить'}, раз ${order.wishes}, ${issuedText(order.wished_at, zone)}, ответ: ${plain(order.answer ?? 'ещё нет')}`;

/** What a session should be is known by the kind of its device. */
const wantedText = ({ device, wanted }: Session): string =>
  device === null && wanted === null
    ? 'неизвестно: сеанс не на оборудовании из network nas'
    : toldText(wanted, 'не быть в сети');

const sessionLines = (one: Session, zone: string): string[] => [
  filled(
    `сеанс ${one.session_id}, услуга ${one.user_id}, договор ${one.contract_id}`,
    plain(one.login ?? ''),
    one.ip === null ? null : plain(one.ip),
    one.device === null ? null : `«${plain(one.device)}»`,
    one.heard_at === null ? 'отчётов нет' : `отчёт ${issuedText(one.heard_at, zone)}`,
  ),
  `  должно: ${wantedText(one)}`,
  `  есть: ${toldText(one.seen, 'неизвестно')}${one.differs ? '  ОТЛИЧАЕТСЯ' : ''}`,
  ...(one.order === null ? [] : [`  ${orderText(one, zone) ?? ''}`]),
];

export const networkStateCommands: CommandsOf<State> = {
  devices: { tell: (devices, zone) => said(...devices.map((one) => deviceLine(one, zone)), total(devices.length)) },
  differs: {
    tell: ({ all, sessions }, zone) =>
      said(
        ...sessions.flatMap((one) => sessionLines(one, zone)),
        `Не такие, как должны: ${plural(all, ['сеанс', 'сеанса', 'сеансов'])}`,
      ),
  },
  online: {
    tell: (sessions, zone) => said(...sessions.flatMap((one) => sessionLines(one, zone)), total(sessions.length)),
  },
  freeAddresses: {
    tell: ({ given, used, free, addresses }) =>
      said(...addresses.map(plain), `Закреплено ${given}, в сети ${used}, свободно ${free}`),
  },
};
