import type pg from 'pg';

const NAS = '10.255.0.1';

/** What FreeRADIUS inserts; the time is that of our clock. */
const PACKET = {
  nas: NAS,
  kind: 'Interim-Update',
  session: 'a',
  unique_id: 'a',
  login: '',
  class: '',
  mac: '02-10-01-76-C0-E6',
  port: '',
  address: '',
  prefix: '',
  nat: '',
  delay: null as number | null,
  seconds: 0 as number | null,
  bytes_in: 0,
  bytes_out: 0,
  cause: '',
  at: '2026-11-20T10:00:00Z',
};

export const tellPacket = (db: Pick<pg.ClientBase, 'query'>, told: Partial<typeof PACKET>) =>
  tellPackets(db, [{ ...PACKET, ...told }]);

export const tellPackets = (db: Pick<pg.ClientBase, 'query'>, packets: readonly object[]) =>
  db.query(
    `insert into radius.accounting (nas, kind, session, unique_id, login, class, mac, port, address, prefix, nat, delay, seconds, bytes_in, bytes_out, cause, at)
     select nas, kind, session, unique_id, login, class, mac, port, address, prefix, nat, delay, seconds, bytes_in, bytes_out, cause, at
     from jsonb_to_recordset($1::jsonb) as t (nas inet, kind text, session text, unique_id text, login text, class text, mac text, port text,
       address text, prefix text, nat text, delay bigint, seconds bigint, bytes_in bigint, bytes_out bigint, cause text, at timestamptz)`,
    [JSON.stringify(packets)],
  );

/** A device of access, in the table of those that may ask RADIUS. */
export const addNas = (db: Pick<pg.ClientBase, 'query'>, address = NAS) =>
  db.query(
    `insert into radius.nas (address, name, kind, secret) values ($1, 'bras', 'mikrotik', decode(repeat('00', 48), 'hex'))`,
    [address],
  );
