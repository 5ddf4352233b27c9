import type { Database } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import type { Network, RecordedState, SipState } from './port.ts';

/**
 * The SIP exchange Kamailio. It works on the schema `sip` of the portal's database with a role of its own (docs/sip.md): it reads
 * lines, whom they may call, and writes registrations.
 */
export function kamailioExchange(db: Database, domain: string): Network {
  return {
    connected: ['sip'],
    async apply(state, password) {
      if (state.kind !== 'sip' || !('userId' in state.service)) throw new Error(`no SIP line: ${state.kind}`);
      const { userId } = state.service;
      const [ha1, ha1b] = password?.split(':') ?? [null, null];
      await db.write(async (tx) => {
        const taken = await tx.maybe<{ is_renewed: boolean }>(
          writing(userId, state, domain, ha1 ?? null, ha1b ?? null),
        );
        if (!taken || (state.access === 'open' && !taken.is_renewed)) return;
        await tx.run(sql`delete from sip.location where username = ${state.login}`);
      });
    },
    async read(service) {
      if (!('userId' in service)) return undefined;
      const row = await db.read((tx) =>
        tx.maybe<{ state: RecordedState; has_digest: boolean }>(sql`
          select state, ha1 is not null as has_digest from sip.line
          where user_id = ${service.userId} and domain = ${domain}`),
      );
      // Without digests the exchange has no password, whatever the stored state says.
      return row && { ...row.state, ...(!row.has_digest && { passwordSince: null }) };
    },
    async disconnect(userId) {
      await db.write((tx) =>
        tx.run(sql`
          delete from sip.location l using sip.line s where s.user_id = ${userId} and l.username = s.username`),
      );
    },
  };
}

/** Stores a state; returns no row if the exchange has a newer one. */
const writing = (userId: number, state: SipState, domain: string, ha1: string | null, ha1b: string | null) => sql`
  with before as (select ha1 from sip.line where user_id = ${userId})
  insert into sip.line as l
    (user_id, version, state, username, domain, is_open, ha1, ha1b, closed_zones, no_paid_calls_until)
  values (${userId}, ${state.version}, ${JSON.stringify(state)}::jsonb, ${state.login}, ${domain}, ${state.access === 'open'},
    ${ha1}, ${ha1b}, ${state.closedZones}::text[], ${state.noPaidCallsUntil})
  on conflict (user_id) do update
  set version = excluded.version, state = excluded.state, username = excluded.username, domain = excluded.domain,
    is_open = excluded.is_open, ha1 = coalesce(excluded.ha1, l.ha1), ha1b = coalesce(excluded.ha1b, l.ha1b),
    closed_zones = excluded.closed_zones, no_paid_calls_until = excluded.no_paid_calls_until, applied_at = now()
  where l.version <= excluded.version
  returning coalesce(l.ha1 <> (select ha1 from before), false) as is_renewed`;
