import type { Tx } from '#server/db/database.ts';
import { KEPT_HOURS } from '#server/db/queries/idempotency.ts';
import { sql } from '#server/db/sql.ts';
import { UNUSED_COUNT_FOR_MS } from '#server/domain/identity/contacts/code.rules.ts';
import { ASKED_DAYS } from '#server/domain/identity/recovery/strangers.ts';
import { DEVICE_LIFE } from '#server/domain/identity/session/session.rules.ts';

/** Days for which an ended session is shown to its owner. */
const SESSION_SHOWN_DAYS = 30;
const GUARD_DAYS = 7;
/** Refused logins of the network. */
const REFUSED_KEPT_DAYS = 30;
/** The limits of codes look back for a day. */
const CODE_KEPT_HOURS = 48;

/** Once charging has begun, tables of the former system no longer change people: what they said last is kept for a while all the same. */
const IMPORTED_KEPT_DAYS = 90;

/** Deletes expired rows; none of them is history that anybody may ask for. */
export async function deleteStale(tx: Tx, now: Date): Promise<void> {
  const before = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  await tx.run(sql`delete from access_token where expires_at < ${now}`);
  await tx.run(sql`
    delete from session
    where expires_at < ${before(SESSION_SHOWN_DAYS * 24)} or ended_at < ${before(SESSION_SHOWN_DAYS * 24)}
      or (kind = 'guest' and expires_at < ${now})`);
  await tx.run(sql`delete from document_link where expires_at < ${now}`);
  await tx.run(
    sql`delete from radius.refused where day < (${before(REFUSED_KEPT_DAYS * 24)}::timestamptz at time zone 'UTC')::date`,
  );
  await tx.run(sql`delete from radius.line_link where expires_at < ${before(2)}`);
  await tx.run(sql`delete from radius.outage where ended_at < ${before(REFUSED_KEPT_DAYS * 24)}`);
  await tx.run(sql`delete from idempotency_key where created_at < ${before(KEPT_HOURS)}`);
  await tx.run(sql`delete from staff_session where expires_at < ${before(SESSION_SHOWN_DAYS * 24)}`);
  await tx.run(sql`delete from staff_invitation where expires_at < ${before(24)}`);
  await tx.run(sql`delete from staff_idempotency_key where created_at < ${before(KEPT_HOURS)}`);
  await tx.run(sql`delete from known_device where used_at < ${new Date(now.getTime() - DEVICE_LIFE)}`);
  await tx.run(sql`delete from spent_challenge where expires_at < ${now}`);
  await tx.run(sql`delete from password_recovery where expires_at < ${before(24)}`);
  await tx.run(sql`delete from rate_limit where window_start < ${before(24)}`);
  await tx.run(sql`
    delete from contact_code
    where sent_at < ${before(CODE_KEPT_HOURS)}
      and (not by_stranger or sent_at < ${new Date(now.getTime() - UNUSED_COUNT_FOR_MS)})`);
  await tx.run(sql`delete from recovery_request where day < ${before((ASKED_DAYS + 1) * 24)}::date`);
  await tx.run(sql`
    delete from further_contact f
    where confirmed_at is null and added_at < ${before(CODE_KEPT_HOURS)} and not exists (
      select from contact_code c
      where c.contract_id = f.contract_id and c.purpose = 'contact:' || f.further_contact_id and c.expires_at > ${now})`);
  await tx.run(sql`delete from access_schedule_code where sent_at < ${before(CODE_KEPT_HOURS)}`);
  await tx.run(sql`delete from login_guard where last_failure_at < ${before(GUARD_DAYS * 24)}`);
  await tx.run(sql`
    delete from import_row
    where table_name in ('contracts', 'accounts', 'services', 'numbers', 'documents') and said_at < ${before(IMPORTED_KEPT_DAYS * 24)}
      and exists (select from charge_run where day < ${before(IMPORTED_KEPT_DAYS * 24)}::date)`);
}
