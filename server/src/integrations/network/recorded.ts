import type { Database } from '#server/db/database.ts';
import { sql } from '#server/db/sql.ts';
import { refText, type Network, type RecordedState } from './port.ts';

/** A network that only records its orders in the database, without passwords. */
export function recordedNetwork(db: Database): Network {
  return {
    connected: [],
    async apply(state) {
      await db.write((tx) =>
        tx.run(sql`
          insert into recorded_network.service as s (service, version, state)
          values (${refText(state.service)}, ${state.version}, ${JSON.stringify(state)}::jsonb)
          on conflict (service) do update set version = excluded.version, state = excluded.state, applied_at = now()
          where s.version <= excluded.version`),
      );
    },
    async read(service) {
      const row = await db.read((tx) =>
        tx.maybe<{ state: RecordedState }>(sql`
          select state from recorded_network.service where service = ${refText(service)}`),
      );
      return row?.state;
    },
    async disconnect(userId, _kind, address) {
      await db.write((tx) =>
        tx.run(sql`
          insert into recorded_network.disconnect (user_id, address) values (${userId}, ${address ?? null}::inet)`),
      );
    },
  };
}
