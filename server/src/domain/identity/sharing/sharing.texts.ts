import { isPerson, ROLE_MEANS, ROLE_OF, type ShareRole } from '@kabinet/contract/kernel/sharing';
import { message, type MessageText } from '#server/domain/messaging/message.texts.ts';

/** Somebody's contract: «Иванов И., договор 100003». */
export interface Party {
  readonly contractId: number;
  /** By which people know it. */
  readonly contractNo: string;
  /** «Иванов И.»; a company in full. */
  readonly name: string;
}

export interface ShareChange extends Party {
  readonly shareId: string;
  readonly what: 'began' | 'revoked' | 'left' | 'role_changed';
  readonly role: ShareRole;
}

/** What a member hears of somebody’s contract. */
export interface ToldMember extends ShareChange {
  readonly memberId: number;
}

export interface ShareMessage {
  readonly title: string;
  readonly text: string;
  readonly advice: string;
}

export const whoText = ({ name, contractId, contractNo }: Party): string =>
  isPerson(contractId) ? `${name} (вход по приглашению)` : `${name} (договор ${contractNo})`;
export const whoseText = ({ name, contractNo }: Party): string => `договор ${contractNo} (${name})`;

export const NOT_I = 'Если вы этого не делали, закройте доступ в настройках и смените пароль.';

/** What the owner of the shared contract reads. */
function toldToOwner({ what, role, ...party }: ShareChange): ShareMessage {
  const who = whoText(party);
  if (what === 'began') {
    return {
      title: isPerson(party.contractId) ? 'Ваше приглашение приняли' : 'Ваш договор открыт другому абоненту',
      text: `Договор открыт: ${who}, ${ROLE_OF[role]}. С ним можно ${ROLE_MEANS[role].may}.`,
      advice: NOT_I,
    };
  }
  if (what === 'role_changed') {
    return {
      title: 'Доступ к вашему договору изменён',
      text: `${who}: теперь ${ROLE_OF[role]}. С ним можно ${ROLE_MEANS[role].may}.`,
      advice: NOT_I,
    };
  }
  return {
    title: 'Доступ к вашему договору закрыт',
    text: what === 'revoked' ? `${who} больше не видит ваш договор.` : `От доступа отказался сам участник: ${who}.`,
    advice: 'Открыть его снова можно в настройках, новым приглашением.',
  };
}

/** What the member reads. */
function toldToMember({ what, role, memberId, ...party }: ToldMember): ShareMessage {
  const whose = whoseText(party);
  if (what === 'began') {
    return {
      title: 'Вам открыли чужой договор',
      text: `Теперь вам открыт ${whose}: ${ROLE_OF[role]}. Переключиться на него можно в карточке клиента.`,
      advice: 'Если вы не принимали приглашение, смените пароль кабинета.',
    };
  }
  if (what === 'role_changed') {
    return {
      title: 'Доступ к чужому договору изменён',
      text: `Владелец изменил ваш доступ: ${whose}, теперь ${ROLE_OF[role]}.`,
      advice: `С ним можно ${ROLE_MEANS[role].may}.`,
    };
  }
  return {
    title: 'Доступа к чужому договору больше нет',
    text: what === 'revoked' ? `Владелец закрыл вам ${whose}.` : `Вы отказались от доступа: ${whose}.`,
    advice: ownThing(memberId),
  };
}

/** What a member keeps when an access is over. */
export const ownThing = (memberId: number): string =>
  isPerson(memberId)
    ? 'Ваш вход остаётся за вами: он пригодится для другого приглашения.'
    : 'Ваш договор и ваши услуги работают как прежде.';

const portalOf = ({ title, text, advice }: ShareMessage): MessageText => message(title, text, advice);
const smsOf = ({ title, advice }: ShareMessage): string => `${title}. ${advice}`;
const mailOf = ({ title, text, advice }: ShareMessage) => ({
  subject: `Личный кабинет: ${title.toLowerCase()}`,
  text: `${text}\n\n${advice}\n`,
});

/** What all channels say. */
export const textsOfShare = <Change>(told: (change: Change) => ShareMessage) => ({
  portal: (change: Change) => portalOf(told(change)),
  sms: (change: Change) => smsOf(told(change)),
  mail: (change: Change) => mailOf(told(change)),
});

export const ownerTexts = textsOfShare(toldToOwner);
export const memberTexts = textsOfShare(toldToMember);
