import type { Database } from '#db/database.ts';
import { sql } from '#db/sql.ts';
import type { Network } from './port.ts';

/** A network of which only the orders exist, recorded in the database. */
export function recordedNetwork(db: Database): Network {
  return {
    async apply({ userId, access }) {
      await db.write((tx) =>
        tx.run(sql`
          insert into recorded_network.state (user_id, access) values (${userId}, ${access})
          on conflict (user_id) do update set access = excluded.access, applied_at = now()`),
      );
    },
  };
}
