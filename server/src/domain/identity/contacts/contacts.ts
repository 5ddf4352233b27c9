import { instant, type Instant } from '@kabinet/contract/kernel/day';
import type { Database, Tx } from '#server/db/database.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import { spendRecoveries } from '../credentials/credential.queries.ts';
import type { ContactAddress } from './address.rules.ts';
import { waitingCode, type CodeFor } from './code.queries.ts';
import { AGAIN_AFTER_MS, MOST_CODE_TRIES } from './code.rules.ts';
import { checkCode, sendCode, spendCode, type CodePurpose, type CodeSending, type SentCode } from './codes.ts';
import { activeContact, dropFirst, holdContract, onlyWay, putContact, refuseTaken } from './contact.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { dropFurtherAt } from './further.queries.ts';
import { contactConfirmed, furtherChanged } from './notices.ts';

// A phone or an e-mail: none → code sent → active. While a new one waits for its code, the former one stays.

const PURPOSES: Readonly<Record<ContactAddress['kind'], CodePurpose>> = {
  phone: { name: 'phone', what: 'подтвердить этот номер' },
  email: { name: 'email', what: 'подтвердить этот адрес' },
};

/** An address that waits for its code. */
export interface WaitingAddress {
  readonly address: string;
  readonly sent_at: Instant;
  readonly expires_at: Instant;
  /** When a new code may be sent. */
  readonly again_at: Instant;
  readonly tries_left: number;
}

export interface ContactState {
  /** The confirmed one. */
  readonly active: string | undefined;
  readonly waiting: WaitingAddress | undefined;
}

interface Of {
  readonly contractId: number;
  readonly kind: ContactAddress['kind'];
}

export async function contactState(tx: Tx, { contractId, kind }: Of, now: Date): Promise<ContactState> {
  const [active, waiting] = await Promise.all([
    activeContact(tx, contractId, kind),
    waitingAddress(tx, { contractId, purpose: PURPOSES[kind].name }, now),
  ]);
  return { active, waiting };
}

/** The address to which the latest code of a purpose was sent, while it may be typed. */
export async function waitingAddress(tx: Tx, of: CodeFor, now: Date): Promise<WaitingAddress | undefined> {
  const code = await waitingCode(tx, of, now);
  if (!code) return undefined;
  const { tries, ...sent } = code;
  const again_at = instant(new Date(Date.parse(sent.sent_at) + AGAIN_AFTER_MS));
  return { ...sent, again_at, tries_left: MOST_CODE_TRIES - tries };
}

type Setting = At & CodeSending;

/** Sends a code to a new phone or e-mail. One that is confirmed already gets no code and stays confirmed. */
export async function setContact(
  tx: Tx,
  { contractId, ...address }: ContactAddress & { readonly contractId: number },
  setting: Setting,
): Promise<void> {
  if ((await activeContact(tx, contractId, address.kind)) === address.address) return;
  await sendCode(tx, { contractId, ...address, purpose: PURPOSES[address.kind] }, setting);
}

/** The same at the office: the client says the code to whoever has asked for it. */
export const setContactAtOffice = (
  tx: Tx,
  { contractId, ...address }: ContactAddress & { readonly contractId: number },
  setting: Setting,
): Promise<SentCode> =>
  sendCode(tx, { contractId, ...address, purpose: { ...PURPOSES[address.kind], isForStaff: true } }, setting);

/** Confirms the waiting phone or e-mail by its code, and tells the former one and every other channel. */
export async function confirmContact(
  db: Database,
  { contractId, kind }: Of,
  typed: string,
  { now, zone }: At,
  /** What else is changed with it. */
  also?: (tx: Tx, address: string) => Promise<void>,
): Promise<void> {
  const checked = await checkCode(db, { contractId, purpose: PURPOSES[kind].name }, typed, now);
  const address = { kind, address: checked.address };
  await db.write(async (tx) => {
    await spendCode(tx, checked, now);
    // Only now, when the client has proved that the address is his, may he learn that another contract has it.
    await refuseTaken(tx, contractId, address);
    const isChange = (await activeContact(tx, contractId, kind)) !== undefined;
    const told = { ...address, isChange, codeId: checked.codeId };
    await notify(tx, contactConfirmed, contractId, told, { now, zone });
    await dropFurtherAt(tx, contractId, address);
    await putContact(tx, contractId, address, now);
    // A recovery code that was sent to the former contact must not work any more.
    await spendRecoveries(tx, contractId, now);
    await also?.(tx, address.address);
  });
}

const OTHER_KIND = { phone: 'email', email: 'phone' } as const;

/** Removes the first phone or e-mail, unless it is the only contact; tells it and the others. Returns whether there was one. */
export async function removeFirst(tx: Tx, { contractId, kind }: Of, at: At): Promise<boolean> {
  await holdContract(tx, contractId);
  const address = await activeContact(tx, contractId, kind);
  if (address === undefined) return false;
  if ((await activeContact(tx, contractId, OTHER_KIND[kind])) === undefined)
    throw new Problem('last_way_in', { message: LAST });
  if ((await onlyWay(tx, contractId)) === kind) throw new Problem('last_way_in', { message: ONLY[kind] });
  const told = { kind, address, role: 'owner', name: '', what: 'removed' } as const;
  await notify(tx, furtherChanged, contractId, told, at);
  await dropFirst(tx, contractId, kind);
  await spendRecoveries(tx, contractId, at.now);
  return true;
}

const ONLY = {
  phone:
    'Новый пароль сейчас можно получить только по СМС. Сначала включите письма: «Безопасность», «Если забыли пароль»',
  email:
    'Новый пароль сейчас можно получить только по почте. Сначала включите СМС: «Безопасность», «Если забыли пароль»',
} as const;
const LAST = 'Без телефона и почты пароль не восстановить. Сначала добавьте другой контакт';
