import { addDays, dayIn } from '@kabinet/contract/kernel/day';
import type { Tx } from '#server/db/database.ts';
import { notify } from '#server/domain/messaging/notify.ts';
import type { At } from '#server/domain/shared/at.ts';
import type { Outside } from '#server/integrations/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { ContactAddress } from '../contacts/address.rules.ts';
import type { CodeSending } from '../contacts/codes.ts';
import { activeContact, holdContract, onlyWay } from '../contacts/contact.queries.ts';
import { spendRecoveries } from '../credentials/credential.queries.ts';
import { recoveryAsked, recoverySwitched } from './notices.ts';
import { askedSince, countRequest, openOnly, openBoth, type AskedByStrangers } from './strangers.queries.ts';

// What strangers ask for is counted for its owner to see, and he can close one of the two ways to a new password.

/** From so many requests of a day on the owner is told, once a day. */
const TOLD_FROM = 3;
/** For so many days requests are counted for the owner. */
export const ASKED_DAYS = 30;

interface Request {
  readonly contractId: number;
  readonly kind: ContactAddress['kind'];
  readonly isSent: boolean;
}

/** Counts a request from an unknown device, and tells the owner if there are many. */
export async function noteStranger(tx: Tx, { contractId, ...request }: Request, sending: CodeSending): Promise<void> {
  const { now, provider } = sending;
  const day = dayIn(provider.time_zone, now);
  await countRequest(tx, { contractId, day, ...request }, now);
  const { asked } = await askedSince(tx, contractId, day);
  if (asked >= TOLD_FROM) await notify(tx, recoveryAsked, contractId, { day }, { now, zone: provider.time_zone });
}

interface RecoveryWays {
  readonly ways: RecoveryWay[];
  readonly asked: AskedByStrangers;
}

interface RecoveryWay {
  readonly kind: ContactAddress['kind'];
  /** The first contact of this kind. */
  readonly address: string | null;
  readonly is_open: boolean;
  /** Why it cannot be closed. */
  readonly why_open: string | null;
}

const KINDS = ['phone', 'email'] as const;
const OTHER = { phone: 'email', email: 'phone' } as const;
const ADD = {
  phone: 'Сначала подтвердите телефон: иначе новый пароль не получить никак',
  email: 'Сначала подтвердите почту: иначе новый пароль не получить никак',
} as const;
const ABSENT = {
  phone: 'Выключить нельзя: СМС отсюда пока не отправляются',
  email: 'Выключить нельзя: письма отсюда пока не отправляются',
} as const;
const OPEN = {
  phone: 'Сначала включите СМС: иначе новый пароль не получить никак',
  email: 'Сначала включите письма: иначе новый пароль не получить никак',
} as const;

type Reaches = Outside['reaches'];

/** By which ways a forgotten password can be replaced, and how often strangers have tried. */
export async function recoveryWays(
  tx: Tx,
  contractId: number,
  reaches: Reaches,
  { now, zone }: At,
): Promise<RecoveryWays> {
  const [phone, email, only, asked] = await Promise.all([
    activeContact(tx, contractId, 'phone'),
    activeContact(tx, contractId, 'email'),
    onlyWay(tx, contractId),
    askedSince(tx, contractId, addDays(dayIn(zone, now), -ASKED_DAYS)),
  ]);
  const known = { phone, email };
  const ways = KINDS.map((kind) => {
    const is_open = only === undefined || only === kind;
    return {
      kind,
      address: known[kind] ?? null,
      is_open,
      why_open: is_open ? whyOpen(OTHER[kind], { known, only, reaches }) : null,
    };
  });
  return { ways, asked };
}

interface Known {
  readonly known: Readonly<Record<ContactAddress['kind'], string | undefined>>;
  readonly only: ContactAddress['kind'] | undefined;
  readonly reaches: Reaches;
}

/** Why the other way must stay open, if this one is all there would be. */
function whyOpen(rest: ContactAddress['kind'], { known, only, reaches }: Known): string | null {
  if (!reaches[rest]) return ABSENT[rest];
  if (known[rest] === undefined) return ADD[rest];
  return only === undefined ? null : OPEN[rest];
}

interface Switched {
  readonly kind: ContactAddress['kind'];
  readonly isOpen: boolean;
}

/** Closes or opens one way to a new password; one always stays open. Tells the owner of a change. */
export async function switchRecovery(
  tx: Tx,
  contractId: number,
  { kind, isOpen }: Switched,
  reaches: Reaches,
  at: At,
): Promise<void> {
  await holdContract(tx, contractId);
  const { ways } = await recoveryWays(tx, contractId, reaches, at);
  const way = ways.find((one) => one.kind === kind);
  if (way === undefined || way.is_open === isOpen) return;
  if (!isOpen && way.why_open !== null) throw new Problem('last_way_in', { message: way.why_open });
  if (isOpen) await openBoth(tx, contractId);
  else {
    await openOnly(tx, contractId, OTHER[kind]);
    // Somebody may have a code by this way already.
    await spendRecoveries(tx, contractId, at.now, kind);
  }
  await notify(tx, recoverySwitched, contractId, { kind, isOpen }, at);
}
