import type { Instant } from '@kabinet/contract/kernel/day';
import { NOT_I, ownThing, textsOfShare, whoText, whoseText, type Party, type ShareMessage } from './sharing.texts.ts';

/** What both sides of a share hear of its term. */
export interface TermChange extends Party {
  readonly shareId: string;
  readonly what: 'ends_soon' | 'expired' | 'term_changed';
  /** «27 декабря»; null: it has no term any more, or it is over. */
  readonly until: string | null;
  /** What distinguishes this notice from the next one of its kind. */
  readonly moment: Instant;
}

export interface MemberTermChange extends TermChange {
  readonly memberId: number;
}

const closesText = (until: string | null): string =>
  until === null ? 'Срока у доступа больше нет' : `Доступ закроется ${until} в 00:00`;

/** What the owner of the shared contract reads. */
function toldToOwner({ what, until, ...party }: TermChange): ShareMessage {
  const who = whoText(party);
  if (what === 'expired') {
    return {
      title: 'Доступ к вашему договору закончился',
      text: `Вышел срок, который вы выбрали: ${who} больше не видит ваш договор.`,
      advice: 'Открыть его снова можно в настройках, новым приглашением.',
    };
  }
  const text = `Договор открыт: ${who}. ${closesText(until)}.`;
  return what === 'ends_soon'
    ? { title: 'Завтра закончится доступ к вашему договору', text, advice: 'Продлить его можно в настройках.' }
    : { title: 'Срок доступа к вашему договору изменён', text, advice: NOT_I };
}

/** What the member reads. */
function toldToMember({ what, until, memberId, ...party }: MemberTermChange): ShareMessage {
  const whose = whoseText(party);
  if (what === 'expired') {
    return {
      title: 'Доступ к чужому договору закончился',
      text: `Срок вышел: вам больше не открыт ${whose}.`,
      advice: ownThing(memberId),
    };
  }
  const text = `Вам открыт ${whose}. ${closesText(until)}.`;
  return what === 'ends_soon'
    ? { title: 'Завтра закончится доступ к чужому договору', text, advice: 'Продлить его может владелец.' }
    : { title: 'Срок доступа к чужому договору изменён', text, advice: 'Изменить его может только владелец.' };
}

export const ownerTermTexts = textsOfShare(toldToOwner);
export const memberTermTexts = textsOfShare(toldToMember);
