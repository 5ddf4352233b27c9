import { expect, test } from 'vitest';
import { allCalls, contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { exampleOf } from '#server/http/api/example.ts';
import { wireSchema } from '#server/http/api/open-api.ts';
import { testPortal, type TestPortal } from '../portal/portal.ts';

// Fields that name something owned by a contract are found in the schemas of the calls, so a new call cannot be
// forgotten.

const [READER, OTHER] = [100001, 100002];
const NOBODYS_UUID = '00000000-0000-7000-8000-000000000000';

type Json = Record<string, unknown>;
type Part = 'params' | 'query' | 'body';

interface OwnedField {
  readonly call: Call;
  readonly part: Part;
  readonly name: string;
  /** A schema of the part that has the field: a body may have several. */
  readonly variant: Json;
}

/** Keys of catalogues are the same for every contract; these are some that the reader's services have. */
const SHARED: Readonly<Record<string, string>> = {
  plan_id: 'select plan_id from service_user where contract_id = $1',
  option_id: 'select option_id from user_option join service_user using (user_id) where contract_id = $1',
  programm_id: 'select 1101 where $1::int > 0',
  goal_id: 'select goal_id from support_goal where $1::int > 0',
  city_id: 'select town_id from contract where contract_id = $1',
  street_id: 'select street_id from contract where contract_id = $1',
  slot_id: `select slot_id from visit_slot join contract using (town_id)
    where contract_id = $1 and order_id is null and starts_at > now() + interval '1 day'`,
};

const namesSomething = (name: string, { format }: Json): boolean =>
  format === 'uuid' || /^id$|_id$|^phone_number$/.test(name);

function ownedFields(call: Call): OwnedField[] {
  return (['params', 'query', 'body'] as const).flatMap((part) =>
    variantsOf(wireSchema(call[part])).flatMap((variant) =>
      Object.entries((variant['properties'] ?? {}) as Record<string, Json>)
        .filter(([name, schema]) => namesSomething(name, schema) && !(name in SHARED))
        .map(([name]) => ({ call, part, name, variant })),
    ),
  );
}

const variantsOf = (schema: Json): Json[] =>
  ((schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined)?.flatMap(variantsOf) ?? [schema];

/** Their phone is one that the client writes himself, and names nothing that anybody owns. */
const WITHOUT_OWNER: readonly Call[] = [contract.notice.setMobile];

const OWNED = allCalls.filter((call) => call.access !== 'public' && !WITHOUT_OWNER.includes(call)).flatMap(ownedFields);
const title = ({ call, part, name }: OwnedField) => `${call.method} ${call.path} ${part}.${name}`;

/** What is shared with a contract. */
const SHARED_WITH = `with gone as (update contract_share set ended_at = now(), end_reason = 'left'
    where contract_id = 100005 and member_id = $1 and ended_at is null),
  made as (insert into contract_share (share_id, contract_id, member_id, role, since)
    values (gen_random_uuid(), 100005, $1, 'payer', now()) returning share_id)
  select share_id from made`;

/** A new one each time: calls revoke those that there are. */
const KEY = {
  of: `with made as (insert into personal_key (personal_key_id, contract_id, key_hash, name, scopes, created_at)
       select id, $1, decode(replace(id::text, '-', ''), 'hex'), 'Ключ', '{balance}', now() from gen_random_uuid() id
       returning personal_key_id)
       select personal_key_id from made`,
  nobodys: NOBODYS_UUID,
};

/** What contracts own, by field: the values of a contract ($1), and one that does not exist. */
const VALUES: Record<string, { readonly of: string; readonly nobodys: unknown }> = {
  id: { of: 'select user_id from service_user where contract_id = $1', nobodys: 999_999_999 },
  user_id: { of: 'select user_id from service_user where contract_id = $1', nobodys: 999_999_999 },
  phone_number: {
    of: 'select phone_number from phone_number n join account a using (account_id) where a.contract_id = $1',
    nobodys: '78480000000',
  },
  payment_id: {
    of: 'select payment_id from payment join account using (account_id) where contract_id = $1',
    nobodys: NOBODYS_UUID,
  },
  payment_link_id: {
    of: `with made as (insert into payment_link (payment_link_id, account_id, amount_kopecks, words, secret_mark, made_at, expires_at)
         select id, (select min(account_id) from account where contract_id = $1), 10000, 'За маму', decode(replace(id::text, '-', ''), 'hex'),
           now(), now() + interval '1 day' from gen_random_uuid() id returning payment_link_id)
         select payment_link_id from made`,
    nobodys: NOBODYS_UUID,
  },
  entry_id: {
    of: 'select entry_id from ledger_entry join account using (account_id) where contract_id = $1',
    nobodys: 999_999_999,
  },
  session_id: { of: 'select session_id from session where contract_id = $1', nobodys: NOBODYS_UUID },
  passkey_id: {
    // A new one each time: other calls remove those that there are.
    of: `with owner as (insert into passkey_owner values ($1::bigint, 'owner of ' || $1::bigint)
         on conflict (contract_id) do update set handle = excluded.handle returning contract_id),
         made as (insert into passkey (credential_id, contract_id, public_key, counter, transports, name, is_synced, added_at)
         select gen_random_uuid()::text, contract_id, '', 0, '{}', 'Ключ', false, now() from owner returning credential_id)
         select credential_id from made`,
    nobodys: NOBODYS_UUID,
  },
  archive_id: {
    of: `with made as (insert into data_archive (archive_id, contract_id, session_id, ordered_on, ordered_at, ready_at, kept_until, bytes, attempt)
         select gen_random_uuid(), $1, '', date '2026-01-01' + (random() * 300)::int, now(), now(), 'infinity', 1, gen_random_uuid()
         returning archive_id)
         select archive_id from made`,
    nobodys: NOBODYS_UUID,
  },
  share_id: {
    // A new one each time: the calls end those that there are.
    of: `with free as (select contract_id as member_id from contract m where contract_id <> $1 and not exists (
           select from contract_share where contract_id = $1 and member_id = m.contract_id and ended_at is null) limit 1),
         made as (insert into contract_share (share_id, contract_id, member_id, role, since)
         select gen_random_uuid(), $1, member_id, 'payer', now() from free returning share_id)
         select share_id from made`,
    nobodys: NOBODYS_UUID,
  },
  invitation_id: {
    of: `with made as (insert into share_invitation (invitation_id, contract_id, role, code_mark, created_at, expires_at,
           contact_kind, contact, label, sent_at)
         select id, $1, 'payer', decode(replace(id::text, '-', ''), 'hex'), now(), now() + interval '1 day',
           'email', id || '@mail.example', 'Ирина', now()
         from gen_random_uuid() id returning invitation_id)
         select invitation_id from made`,
    nobodys: NOBODYS_UUID,
  },
  '/v2/family/leave share_id': { of: SHARED_WITH, nobodys: NOBODYS_UUID },
  '/v2/family/open share_id': { of: SHARED_WITH, nobodys: NOBODYS_UUID },
  personal_key_id: KEY,
  '/v2/personal-key/calendar replaces': KEY,
  internet_session_id: {
    of: 'select internet_session_id from internet_session join service_user using (user_id) where contract_id = $1',
    nobodys: 999_999_999,
  },
  order_id: { of: 'select order_id from support_order where contract_id = $1', nobodys: 999_999_999 },
  call_back_id: {
    of: `with agreed as (insert into contact_consent (purpose, version, text, phone, given_at, ip, browser)
         values ('call_back', '1', 'Согласен', '79270000001', now(), '127.0.0.1', '') returning consent_id),
         made as (insert into call_back (phone, topic, call_from, call_until, contract_id, consent_id, created_at)
         select '7927' || lpad((random() * 9999999)::int::text, 7, '0'), 'Другое', now(), now(), $1, consent_id, now() from agreed
         returning call_back_id)
         select call_back_id from made`,
    nobodys: 999_999_999,
  },
  file_id: { of: 'select file_id from support_file where contract_id = $1', nobodys: NOBODYS_UUID },
  incident_id: {
    of: `select incident_id from incident_place join contract using (town_id, street_id) where contract_id = $1`,
    nobodys: 999_999_999,
  },
  contact_id: {
    // A new one each time: the calls remove those that there are.
    of: `with made as (insert into further_contact (contract_id, kind, address, role, name, added_at)
         values ($1, 'phone', substr(gen_random_uuid()::text, 1, 8), 'payer', '', now()) returning further_contact_id)
         select further_contact_id from made`,
    nobodys: 999_999_999,
  },
  registration_id: {
    // A new one each time: other calls end those that there are.
    of: `with made as (insert into sip.location (ruid, username)
         select gen_random_uuid()::text, login from service_user
         where user_type = 'sip' and (contract_id = 100001) = ($1 = 100001) limit 1 returning id)
         select id from made`,
    nobodys: 999_999_999,
  },
  '/v2/notice/read-message id': { of: 'select message_id from message where contract_id = $1', nobodys: 999_999_999 },
};

const valuesOf = ({ call, name }: OwnedField) => VALUES[`${call.path} ${name}`] ?? VALUES[name];

/** They end the session of the caller, or its token: each is asked on a portal of its own. */
const isAlone = ({ call }: OwnedField): boolean =>
  [contract.auth.endSession, contract.family.open].includes(call as never);

test('each such field is known here', () => {
  expect(OWNED.filter((field) => !valuesOf(field)).map(title)).toEqual([]);
});

test('the id of another contract gets 404, exactly like an id that does not exist', async () => {
  await askAll(OWNED.filter((field) => !isAlone(field)));
  for (const field of OWNED.filter(isAlone)) await askAll([field]);
});

async function askAll(fields: readonly OwnedField[]): Promise<void> {
  const portal = await testPortal();
  const valuesFor = async (query: string, owner: number): Promise<unknown[]> => {
    const text = `${query} order by 1 limit 30`;
    const { rows } = await portal.pool.query<[unknown]>({ text, values: [owner], rowMode: 'array' });
    return rows.map(([value]) => value);
  };
  for (const who of [READER, OTHER]) {
    await portal.send(contract.payment.sbp, { query: { p: 'i', amount: '100.00' } }, who);
  }
  await addSupport(portal);
  const shared: Json = {};
  for (const [name, query] of Object.entries(SHARED)) [shared[name]] = await valuesFor(query, READER);
  for (const field of fields) {
    const { of, nobodys } = valuesOf(field)!;
    const answerTo = (value: unknown) => portal.send(field.call, requestOf(field, value, shared), READER);
    const [foreign] = await valuesFor(of, OTHER);
    const [theirs, none] = [await answerTo(foreign), await answerTo(nobodys)];
    const { request_id: _, ...said } = theirs.body as Json;
    expect.soft(theirs.status, title(field)).toBe(404);
    expect.soft(none.body, title(field)).toMatchObject(said);
    // The caller's own id is found, so the 404 above is caused by this field alone.
    const own = [];
    for (const value of await valuesFor(of, READER)) own.push((await answerTo(value)).status);
    expect
      .soft(
        own.some((status) => status !== 404),
        title(field),
      )
      .toBe(true);
  }
}

/** A file and an incident of each contract. */
async function addSupport({ pool }: TestPortal): Promise<void> {
  for (const who of [READER, OTHER]) {
    await pool.query(
      `with made as (insert into incident (cause, began_at, published_at) values ('Обрыв', now(), now()) returning incident_id)
       insert into incident_place (incident_id, town_id, street_id, house)
       select incident_id, town_id, street_id, house from made, contract where contract_id = $1`,
      [who],
    );
    await pool.query(
      `insert into support_file (file_id, contract_id, name, type, bytes, created_at)
       values (gen_random_uuid(), $1, 'a.png', 'image/png', 1, now())`,
      [who],
    );
  }
}

/** A request that matches the schemas, with the value in the field. */
function requestOf({ call, part, name, variant }: OwnedField, value: unknown, shared: Json) {
  const filled = (schema: Json): Json => {
    const { cursor: _, ...example } = exampleOf(schema) as Json;
    return Object.fromEntries(Object.entries(example).map(([field, given]) => [field, shared[field] ?? given]));
  };
  const request = {
    params: filled(wireSchema(call.params)),
    query: filled(wireSchema(call.query)),
    body: call.method === 'GET' ? undefined : filled(wireSchema(call.body)),
  };
  return { ...request, [part]: { ...filled(variant), [name]: value } };
}
