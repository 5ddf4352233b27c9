import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Call, Request, Wire } from '@kabinet/contract/kernel/call/call';
import type { OperatorRole } from '@kabinet/contract/kernel/call/staff-call';
import type { ProblemBody } from '@kabinet/contract/kernel/problem';
import { isOperatorCall } from '@kabinet/contract/kernel/call/staff-call';
import { NOBODYS_HASH } from '#server/domain/identity/credentials/password.ts';
import { STAFF_PROBLEMS } from '#server/http/staff/staff-open-api.ts';
import { PUBLIC_URL, type TestPortal } from './open-portal.ts';

const DAY_MS = 86_400_000;
const hashed = (secret: string) => createHash('sha256').update(secret).digest();

/** Where people are added: the clock of a test, or a real one. */
type Place = Pick<TestPortal, 'pool'> & { readonly clock: Pick<TestPortal['clock'], 'now'> };

/** What a browser of the portal sends by itself. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin', origin: PUBLIC_URL };
export const cookieOf = (token: string) => ({ cookie: `__Host-kabinet-staff=${token}` });

/** A person with a session, without hashing a password; the sign-in has its own tests. */
export async function staffToken({ pool, clock }: Place, ...roles: readonly OperatorRole[]): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = clock.now();
  await pool.query(
    `with person as (
       insert into staff_person (login, name, roles, password_hash, totp_secret, added_at)
       values ($1, $2, $3, $8, 'x', $4) returning person_id)
     insert into staff_session (session_id, person_id, token_hash, started_at, last_used_at, confirmed_at, expires_at, browser, address)
     select $5, person_id, $6, $4, $4, $4, $7, 'Тест', '127.0.0.1' from person`,
    [
      `p${randomBytes(6).toString('hex')}`,
      `Сотрудник ${roles.join('+')}`,
      roles,
      now,
      randomUUID(),
      hashed(token),
      new Date(now.getTime() + DAY_MS / 2),
      NOBODYS_HASH,
    ],
  );
  return token;
}

/** An open shift of the person who has come last, at a desk of her own. */
export const putShift = ({ pool, clock }: Pick<TestPortal, 'pool' | 'clock'>): Promise<unknown> =>
  pool.query(
    `with own as (insert into account (kind, account_no) select 'desk', 'desk ' || max(person_id) from staff_person returning account_id),
     desk as (insert into cash_desk (name, place, account_id, added_at) select 'Касса ' || account_id, 'Ленина, 40', account_id, $1 from own returning desk_id)
     insert into cash_shift (desk_id, number, person_id, opened_at, carried_kopecks, opening_kopecks)
     select desk_id, 1, (select max(person_id) from staff_person), $1, 0, 0 from desk`,
    [clock.now()],
  );

/** Forgets who of the staff has looked, past the triggers: a test begins without looks. */
export const forgetLooks = ({ pool }: Pick<TestPortal, 'pool'>) =>
  pool.query(`
    set session_replication_role = replica;
    delete from staff_read;
    delete from audit_link where source = 'look';
    set session_replication_role = origin`);

/** A key of a program. */
export async function staffKey(
  { pool, clock }: Place,
  calls: readonly string[],
  networks: readonly string[] = ['127.0.0.0/8'],
): Promise<string> {
  const key = `kabinetstaff_${randomBytes(32).toString('base64url')}`;
  const now = clock.now();
  await pool.query(
    `insert into staff_key (name, key_hash, calls, networks, made_at, expires_at) values ('1С', $1, $2, $3, $4, $5)`,
    [hashed(key), calls, networks, now, new Date(now.getTime() + 30 * DAY_MS)],
  );
  return key;
}

interface StaffReply<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: OutgoingHttpHeaders;
}

/** Sends a call of the staff as over HTTP; a refusal that the contract does not declare fails the test. */
export async function sendStaff<C extends Call>(
  portal: Pick<TestPortal, 'inject'>,
  call: C,
  request: Request<C>,
  headers: Readonly<Record<string, string>> = {},
): Promise<StaffReply<Wire<C> & Partial<ProblemBody>>> {
  const { query = {}, body } = request as { query?: object; body?: object };
  const reply = await portal.inject({
    method: call.method,
    url: `/api${call.path}`,
    query: query as Record<string, string>,
    headers: { ...OWN_PAGE, ...headers },
    ...(body !== undefined && { payload: body }),
  });
  const answer = reply.json<Wire<C> & Partial<ProblemBody>>();
  if (reply.statusCode >= 400) refuseUndeclared(call, (answer as Partial<ProblemBody>).code);
  return { status: reply.statusCode, body: answer, headers: reply.headers };
}

function refuseUndeclared(call: Call, code: ProblemBody['code'] | undefined): void {
  const declared: readonly (string | undefined)[] = [...STAFF_PROBLEMS, ...call.problems];
  const isKnown = code !== 'unexpected' && declared.includes(code);
  if (!isKnown)
    throw new Error(`${isOperatorCall(call) ? call.command.words : call.path} refused with ${String(code)}`);
}

/** The session that a reply begins. */
export const sessionIn = (headers: OutgoingHttpHeaders): string =>
  /__Host-kabinet-staff=([\w-]{43});/.exec(String(headers['set-cookie']))?.[1] ?? '';
