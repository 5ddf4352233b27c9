import type { Database } from '#db/database.ts';
import { sql } from '#db/sql.ts';
import type { Network } from './port.ts';

/** A network that only records orders in the database, without passwords. */
export function recordedNetwork(db: Database): Network {
  return {
    async apply({ userId, access }) {
      await db.write((tx) =>
        tx.run(sql`
          insert into recorded_network.state (user_id, access) values (${userId}, ${access})
          on conflict (user_id) do update set access = excluded.access, applied_at = now()`),
      );
    },
    async configure({ userId, version, autoAuth, mac, password }) {
      await db.write((tx) =>
        tx.run(sql`
          insert into recorded_network.settings as s (user_id, version, auto_auth, mac, has_password)
          values (${userId}, ${version}, ${autoAuth}, ${mac}, ${password !== undefined})
          on conflict (user_id) do update set version = excluded.version, auto_auth = excluded.auto_auth,
            mac = excluded.mac, has_password = excluded.has_password, applied_at = now()
          where s.version <= excluded.version`),
      );
    },
    async provide({ userId, version, programs }) {
      await db.write((tx) =>
        tx.run(sql`
          insert into recorded_network.provision as p (user_id, version, programs)
          values (${userId}, ${version}, ${programs}::integer[])
          on conflict (user_id) do update set version = excluded.version, programs = excluded.programs, applied_at = now()
          where p.version <= excluded.version`),
      );
    },
    async disconnect(userId, address) {
      await db.write((tx) =>
        tx.run(sql`
          insert into recorded_network.disconnect (user_id, address) values (${userId}, ${address ?? null}::inet)`),
      );
    },
  };
}
