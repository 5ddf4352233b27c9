import type { Result } from '@kabinet/contract/kernel/call/call';
import type { OperatorContract } from '@kabinet/contract/staff';
import { plural } from '#server/domain/shared/text.rules.ts';
import { said, type CommandsOf } from '../../command.ts';
import { plain, total } from '../support/lines.ts';

type State = OperatorContract['networkState'];
type Device = Result<State['devices']>[number];
type Session = Result<State['online']>[number];

const filled = (...parts: readonly (string | null | false)[]): string =>
  parts.filter((part) => typeof part === 'string').join('  ');

const deviceLine = (one: Device): string =>
  filled(
    `${one.nas_id}  ${one.ip}  ${one.kind}  «${plain(one.name)}»`,
    one.heard_at === null ? 'учёта не было' : `слышно ${one.heard_at}`,
    `в сети ${one.online}`,
    one.outage_since !== null && `СБОЙ с ${one.outage_since}`,
    one.silent_since !== null && `не отвечает на приказы с ${one.silent_since}`,
    one.orders_waiting > 0 && `ждут приказы: ${one.orders_waiting}, с ${one.orders_since ?? ''}`,
    one.refused > 0 && `отказов за час: ${one.refused}`,
  );

const toldText = (told: Session['wanted'], nothing: string): string =>
  told === null ? nothing : `${told.shape} ${told.attributes.map(plain).join(', ')}`.trim();

const orderText = ({ order }: Session): string | null =>
  order &&
  `приказ: ${order.kind === 'change' ? 'изменить' : 'завершить'}, раз ${order.wishes}, ${order.wished_at}, ответ: ${plain(order.answer ?? 'ещё нет')}`;

const sessionLines = (one: Session): string[] => [
  filled(
    `сеанс ${one.session_id}, услуга ${one.user_id}, договор ${one.contract_id}`,
    plain(one.login ?? ''),
    one.ip === null ? null : plain(one.ip),
    one.device === null ? null : `«${plain(one.device)}»`,
    one.heard_at === null ? 'отчётов нет' : `отчёт ${one.heard_at}`,
  ),
  `  должно: ${toldText(one.wanted, 'не быть в сети')}`,
  `  есть: ${toldText(one.seen, 'неизвестно')}${one.differs ? '  ОТЛИЧАЕТСЯ' : ''}`,
  ...(one.order === null ? [] : [`  ${orderText(one) ?? ''}`]),
];

export const networkStateCommands: CommandsOf<State> = {
  devices: { tell: (devices) => said(...devices.map(deviceLine), total(devices.length)) },
  differs: {
    tell: ({ all, sessions }) =>
      said(...sessions.flatMap(sessionLines), `Не такие, как должны: ${plural(all, ['сеанс', 'сеанса', 'сеансов'])}`),
  },
  online: { tell: (sessions) => said(...sessions.flatMap(sessionLines), total(sessions.length)) },
  freeAddresses: {
    tell: ({ given, used, free, addresses }) =>
      said(...addresses.map(plain), `Закреплено ${given}, в сети ${used}, свободно ${free}`),
  },
};
