import { ROLE_OF } from '@kabinet/contract/kernel/sharing';
import type { contract, Wire } from '#web/api/contract.ts';
import { now } from '#web/lib/clock/clock.ts';
import { contractNo } from '#web/lib/text/contract-no.ts';
import { capital, dayOf, dayText, momentText } from '#web/lib/text/format.ts';
import { TextButton } from '#web/ui/button/button.tsx';
import { Tile } from '#web/ui/card/state.tsx';
import { invitedContactText } from './one-invitation.tsx';
import { closesText } from './term.texts.ts';
import styles from '../settings.module.css';

export type Member = Wire<typeof contract.family.get>['members'][number];

/** What the owner may change about an access. */
export type AccessChange = 'role' | 'term' | 'close';

function usedText({ is_in: isIn, used_at: usedAt }: Member, today: string): string {
  if (isIn) return 'договор открыт сейчас';
  return usedAt === null ? 'ещё не заходили' : `заходили ${momentText(usedAt, today)}`;
}

/** «Договор 100003, доступ плательщика»; a person has a contact in place of a contract. */
function whichText({ contract_id, printed_no, contact, role }: Member): string {
  if (contract_id !== null) return `Договор ${contractNo({ contract_id, printed_no })}, ${ROLE_OF[role]}`;
  return contact ? `${invitedContactText(contact)}, ${ROLE_OF[role]}` : capital(ROLE_OF[role]);
}

interface OneMemberProps {
  member: Member;
  onAsk: (what: AccessChange) => void;
}

/** Who has access, and what the owner may do about it. */
export function OneMember({ member, onAsk }: OneMemberProps) {
  const { name, since, until_day: until } = member;
  const today = dayOf(now());
  return (
    <div className={styles.place}>
      <Tile icon="key" />
      <span>
        <b>{name}</b>
        <small>{whichText(member)}</small>
        <small>
          С&nbsp;{dayText(dayOf(since), today)}, {usedText(member, today)}
        </small>
        {until !== null && <small>{closesText(until, today)}</small>}
      </span>
      <span className={styles.pair}>
        <TextButton aria-label={`Сменить роль: ${name}`} onClick={() => onAsk('role')}>
          Сменить роль
        </TextButton>
        <TextButton aria-label={`Изменить срок: ${name}`} onClick={() => onAsk('term')}>
          Изменить срок
        </TextButton>
        <TextButton aria-label={`Закрыть доступ: ${name}`} onClick={() => onAsk('close')}>
          Закрыть доступ
        </TextButton>
      </span>
    </div>
  );
}
