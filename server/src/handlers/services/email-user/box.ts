import type { contract } from '@kabinet/contract';
import type { AskedId } from '@kabinet/contract/kernel/call/asked-id';
import { addDays, instant, type Day } from '@kabinet/contract/kernel/day';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Tx } from '#server/db/database.ts';
import { whyNotRestore, type MailboxChangeTerms } from '#server/domain/changes/mailbox/mailbox-change.ts';
import { versionOf } from '#server/domain/changes/service-change/version.ts';
import { MOST_FORWARD_CODE_TRIES, forwardCodeTimes } from '#server/domain/services/mailbox/forward.ts';
import { wholeBox, type BoxRow, type WholeBoxRow } from '#server/domain/services/mailbox/mailbox.queries.ts';
import { whyNotRemove } from '#server/domain/services/mailbox/mailbox.rules.ts';
import { serviceRow } from '#server/domain/services/service/service-row.queries.ts';
import { ownUser } from '#server/domain/services/service/service-user.queries.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Provider } from '#server/kernel/provider.ts';
import type { Subscriber } from '#server/kernel/world.ts';

type Whole = Result<typeof contract.emailUser.get>;

export const mailboxChangeTermsOf = ({
  now,
  today,
  provider,
}: {
  now: Date;
  today: Day;
  provider: Provider;
}): MailboxChangeTerms => ({
  now,
  today,
  zone: provider.time_zone,
  keptDays: provider.mail.kept_days,
});

/** A mailbox of the caller; refuses another kind of service and an erased mailbox like one that does not exist. */
export async function ownBox(tx: Tx, subscriber: Subscriber, id: AskedId<'user'>): Promise<WholeBoxRow> {
  const { userId, userType } = await ownUser(tx, subscriber, id);
  const box = userType === 'mail' ? await wholeBox(tx, userId) : undefined;
  if (!box) throw new Problem('not_found');
  return box;
}

export const boxOf = (row: BoxRow) => ({
  user_id: row.user_id,
  address: row.address,
  state: row.state,
  reason: row.reason,
  quota_bytes: row.quota_bytes,
  used_bytes: row.used_bytes,
  aliases: row.aliases,
  forward: row.forward_target === null ? null : { target: row.forward_target, is_on: row.forward_on === true },
  kept_until: row.kept_until,
});

const DAY_MS = 86_400_000;
/** The screen warns only if the mailbox will be full within so many days. */
const SOON_DAYS = 60;

/** How fast the mailbox fills, from what was used a month ago or since it is measured. */
function paceOf(row: WholeBoxRow, today: Day): Pick<Whole, 'grown_bytes' | 'full_on'> {
  if (row.was_bytes === null || row.was_on === null) return { grown_bytes: null, full_on: null };
  const days = Math.round((Date.parse(today) - Date.parse(row.was_on)) / DAY_MS);
  const grown = row.used_bytes - row.was_bytes;
  if (days < 7) return { grown_bytes: null, full_on: null };
  const left = row.quota_bytes - row.used_bytes;
  const daysLeft = grown <= 0 ? Infinity : Math.floor((left / grown) * days);
  return { grown_bytes: grown, full_on: daysLeft <= SOON_DAYS && left > 0 ? addDays(today, daysLeft) : null };
}

function askedOf({ asked, asked_at, tries }: WholeBoxRow, now: Date): Whole['forward_asked'] {
  if (asked === null || asked_at === null) return null;
  const { expiresAt, againAt } = forwardCodeTimes(asked_at);
  if (expiresAt <= now) return null;
  const tries_left = MOST_FORWARD_CODE_TRIES - (tries ?? 0);
  return { target: asked, expires_at: instant(expiresAt), again_at: instant(againAt), tries_left };
}

function replyOf(row: WholeBoxRow): Whole['reply'] {
  const { reply_on, reply_subject, reply_text, reply_from, reply_until } = row;
  if (reply_on === null || reply_subject === null || reply_text === null || !reply_from || !reply_until) return null;
  return { is_on: reply_on, subject: reply_subject, text: reply_text, from: reply_from, until: reply_until };
}

const controlOf = (blockReason: string | null, isOn: 'on' | 'off') => ({
  status: blockReason === null ? isOn : ('locked' as const),
  text: blockReason ?? '',
  possible_from: null,
});

export async function wholeAnswer(
  tx: Tx,
  row: WholeBoxRow,
  { provider, now, today }: { provider: Provider; now: Date; today: Day },
): Promise<Whole> {
  const service = await serviceRow(tx, row.user_id, { lock: false });
  const { servers, aliases, kept_days } = provider.mail;
  const restorable = row.kept_until === null ? null : await whyNotRestore(tx, row, service.in_debt, today);
  return {
    ...boxOf(row),
    ...paceOf(row, today),
    used_messages: row.used_messages,
    measured_at: row.measured_at,
    most_aliases: aliases,
    forward_asked: askedOf(row, now),
    reply: replyOf(row),
    servers: servers
      ? { imap: servers.imap, pop3: servers.pop3 ?? null, smtp: servers.smtp, webmail: servers.webmail ?? null }
      : null,
    profile: servers ? `/mail/profile.mobileconfig?emailaddress=${encodeURIComponent(row.address)}` : null,
    deleted_on: row.closed_on,
    restore: row.kept_until === null ? null : controlOf(restorable, 'on'),
    remove: controlOf(whyNotRemove(row), 'on'),
    kept_days,
    version: versionOf(service, today),
  };
}
