import { contractNo } from '#web/lib/text/contract-no.ts';
import { counted, plural } from '#web/lib/text/format.ts';
import { NBSP } from '@kabinet/contract/kernel/russian';
import { ROLE_OF, type ShareRole } from '@kabinet/contract/kernel/sharing';
import type { Role } from '#web/shared/data/role.ts';
import { listed, type PartAnswer, type Doubt, type SettingsKnown } from './answer.ts';

type Ways = NonNullable<SettingsKnown['ways']>;
type Session = NonNullable<SettingsKnown['sessions']>[number];
type Family = NonNullable<SettingsKnown['family']>;

/** The sign-in from a new device that nobody has answered for yet; not the one of this page. */
export function strangeSession({ messages, sessions }: SettingsKnown): string | undefined {
  const asked = messages?.map(({ topic }) => /^session:(.+)$/.exec(topic ?? '')?.[1]).filter((id) => id !== undefined);
  return asked?.find((id) => sessions?.some(({ session_id, is_current: isHere }) => session_id === id && !isHere));
}

function waysText({ password, second_step: step, passkeys }: Ways): string {
  if (password.changed_at === null) return 'Вход только ключами, без пароля';
  const code = step.enabled_at === null ? '' : ' и код из приложения';
  if (passkeys.length > 0) return `Вход: пароль${code} или ключ`;
  return code === '' ? 'Вход только по паролю' : `Вход: пароль${code}`;
}

const placesText = (sessions: readonly Session[]): string =>
  sessions.length < 2
    ? 'Открыт только здесь'
    : `Открыт на ${counted(sessions.length, 'устройстве', 'устройствах', 'устройствах')}`;

/** How one signs in, and where the cabinet is open. */
export function entryAnswer(known: SettingsKnown): PartAnswer | undefined {
  const { ways, sessions } = known;
  if (!ways) return undefined;
  const doubts: Doubt[] = [];
  if (strangeSession(known) !== undefined) doubts.push({ text: 'Новый вход: это вы?', icon: 'circle-alert' });
  if (hasNoBackup(ways)) doubts.push({ text: 'Запасных кодов нет', icon: 'key' });
  return { say: waysText(ways), note: sessions && placesText(sessions), doubts };
}

/** The second step is on, and a lost phone would lock the subscriber out. */
export const hasNoBackup = ({ second_step: { enabled_at: on, backup_codes_left: left } }: Ways): boolean =>
  on !== null && left === 0;

const DOES: Readonly<Record<ShareRole, string>> = {
  payer: 'платит',
  technician: 'следит за связью',
  full: 'может всё',
};

function membersText(members: Family['members']): string {
  if (members.length === 0) return 'Договор видите только вы';
  if (members.length > 2) {
    return `Войти могут: вы и ещё ${counted(members.length, 'человек', 'человека', 'человек')}`;
  }
  return `Войти могут: ${listed(['вы', ...members.map(({ name, role }) => `${whole(name)} (${DOES[role]})`)])}`;
}

/** «Валеева Д.» in one line. */
const whole = (name: string): string => name.replace(/ (?=\S\.)/g, NBSP);

/** A contract is open to ten others at most. */
const TO_MANY = [
  '',
  'одному человеку',
  'двоим',
  'троим',
  'четверым',
  'пятерым',
  'шестерым',
  'семерым',
  'восьмерым',
  'девятерым',
];

const familyTitle = ({ length }: Family['members']): string =>
  length === 0 ? 'Договор видите только вы' : `Договор открыт ещё ${TO_MANY[length] ?? 'десятерым'}`;

/** A person without a contract: whose contracts she may open. */
function nobodysAnswer({ contracts }: SettingsKnown): PartAnswer | undefined {
  if (!contracts) return undefined;
  const others = contracts.filter(({ share_id: share }) => share !== null).length;
  return { say: others > 0 ? openedText(others, false) : 'Ни один договор вам сейчас не открыт' };
}

/** Who else opens the contract, and what is open to whoever has signed in. */
export function familyPartAnswer(known: SettingsKnown, role?: Role): PartAnswer | undefined {
  if (role === 'none') return nobodysAnswer(known);
  return role === undefined ? familyAnswer(known) : ownAccessAnswer(known, role);
}

/** «Вам открыт ещё 1 договор» */
const openedText = (count: number, hasOwn = true): string =>
  `Вам ${plural(count, 'открыт', 'открыты', 'открыто')} ${hasOwn ? 'ещё ' : ''}${counted(count, 'договор', 'договора', 'договоров')}`;

/** Who else opens the contract, and which contracts are open to the subscriber. */
function familyAnswer({ family, contracts }: SettingsKnown): PartAnswer | undefined {
  if (!family) return undefined;
  const { members, invitations } = family;
  const others = contracts?.filter(({ share_id: share }) => share !== null).length ?? 0;
  const waiting = invitations.length;
  return {
    say: membersText(members),
    title: familyTitle(members),
    note: others > 0 ? openedText(others) : undefined,
    doubts:
      waiting > 0
        ? [
            {
              text: waiting === 1 ? 'Приглашение ждёт ответа' : `Приглашений без ответа: ${waiting}`,
              icon: 'send',
            },
          ]
        : [],
  };
}

/** While another subscriber's contract is open: what one may do with it. */
function ownAccessAnswer({ contracts }: SettingsKnown, role: ShareRole): PartAnswer {
  const current = contracts?.find(({ is_current: isCurrent }) => isCurrent);
  return {
    say: `У вас ${ROLE_OF[role]}`,
    note: current && `Договор ${contractNo(current)}: ${current.name}`,
  };
}
