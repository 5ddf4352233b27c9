import type pg from 'pg';
import type { Tx } from '#server/db/database.ts';
import type { Sql } from '#server/db/sql.ts';
import {
  numberRows,
  numbersAfter,
  userRows,
  usersAfter,
} from '#server/domain/services/provisioning/desired-state.queries.ts';
import { phoneNumberState, userState } from '#server/domain/services/provisioning/desired-state.ts';
import { refText } from '#server/integrations/network/port.ts';
import { insertRows } from '../rows.ts';

const ALL = 1_000_000;

/** The demo's network is up to date for every service and number from the beginning. */
export async function addServiceStates(client: pg.ClientBase, now: Date): Promise<void> {
  const first = { version: 1, applied_version: 1, applied_at: now };
  const reader: Pick<Tx, 'rows'> = {
    rows: async <Row>({ text, values }: Sql) => (await client.query(text, values)).rows as Row[],
  };
  const users = await usersAfter(reader, 0, ALL);
  const numbers = await numbersAfter(reader, '', ALL);
  await insertRows(
    client,
    'service_state',
    users.map((user_id) => ({ user_id, ...first })),
  );
  await insertRows(
    client,
    'service_state',
    numbers.map((phone_number) => ({ phone_number, ...first })),
  );
  const states = [
    ...(await userRows(reader, users)).map(userState),
    ...(await numberRows(reader, numbers)).map(phoneNumberState),
  ];
  await insertRows(
    client,
    'recorded_network.service',
    states.map((state) => ({ service: refText(state.service), version: state.version, state, applied_at: now })),
  );
}
