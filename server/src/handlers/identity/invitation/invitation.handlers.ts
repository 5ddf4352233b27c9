import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Tx } from '#server/db/database.ts';
import { maskedAddress } from '#server/domain/identity/contacts/address.rules.ts';
import { checkCode, sendCode as sendCodeTo } from '#server/domain/identity/contacts/codes.ts';
import { waitingAddress } from '#server/domain/identity/contacts/contacts.ts';
import { refuseWeakPortalPassword } from '#server/domain/identity/credentials/new-password.ts';
import { hashPassword } from '#server/domain/identity/credentials/password.ts';
import { noteWrongCode, refuseGuesser } from '#server/domain/identity/guard/guesses.ts';
import { deviceCookies, sessionCookies } from '#server/domain/identity/session/cookies.rules.ts';
import { enter } from '#server/domain/identity/session/enter.ts';
import { whence } from '#server/domain/identity/session/origin.rules.ts';
import { tokenReply } from '#server/domain/identity/session/session.rules.ts';
import {
  acceptByLink,
  codeOfInvitation,
  openInvitation,
  personOfRepeat,
} from '#server/domain/identity/sharing/accept-by-link.ts';
import type { LinkedInvitation } from '#server/domain/identity/sharing/contact-invitation.queries.ts';
import { declineInvitation } from '#server/domain/identity/sharing/contact-invitation.ts';
import { sharedClientOf } from '#server/domain/identity/sharing/sharing.queries.ts';
import { markOf } from '#server/domain/identity/sharing/sharing.ts';
import { dayOfEnd } from '#server/domain/identity/sharing/term.ts';
import type { At } from '#server/domain/shared/at.ts';
import { maskedName } from '#server/domain/shared/masked-name.rules.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { withoutTransaction, type Handlers, type OpenScopeOf } from '#server/kernel/world.ts';
import { inHashLine } from '../../shared/hash-line.ts';

type Group = typeof contract.invitation;
type Scope = OpenScopeOf<Group['accept']>;

// These open their own transactions: a wrong link or code must count although the call is refused, and no reply with a token is
// stored for repeats.

const visitorOf = ({ outside, request, now }: Pick<Scope, 'outside' | 'request' | 'now'>) => ({
  vault: outside.vault,
  ip: request.ip,
  now,
});
const atOf = ({ now, provider }: Pick<Scope, 'now' | 'provider'>) => ({ now, zone: provider.time_zone });
const codeFor = (found: LinkedInvitation) => ({
  contractId: found.contract_id,
  purpose: codeOfInvitation(found).name,
});

/** What the invited person sees before she proves the contact. */
async function offerOf(tx: Tx, found: LinkedInvitation, { now, zone }: At): Promise<Result<Group['look']>> {
  const { client_name, is_company } = await sharedClientOf(tx, found.contract_id);
  const code = await waitingAddress(tx, codeFor(found), now);
  return {
    name: maskedName(client_name, is_company),
    role: found.role,
    until_day: dayOfEnd(found.ends_at, zone),
    kind: found.contact_kind,
    contact: maskedAddress({ kind: found.contact_kind, address: found.contact }),
    expires_at: found.expires_at,
    code: code ? { expires_at: code.expires_at, again_at: code.again_at } : null,
  };
}

const look = withoutTransaction<Group['look']>(async ({ body }, scope) => {
  const found = await openInvitation(scope.db, body.secret, visitorOf(scope));
  return scope.db.read((tx) => offerOf(tx, found, atOf(scope)));
});

const sendCode = withoutTransaction<Group['sendCode']>(async ({ body }, scope) => {
  const { db } = scope;
  const found = await openInvitation(db, body.secret, visitorOf(scope));
  const { contract_id: contractId, contact_kind: kind, contact: address } = found;
  return db.write(async (tx) => {
    await sendCodeTo(tx, { contractId, kind, address, purpose: codeOfInvitation(found) }, scope);
    return offerOf(tx, found, atOf(scope));
  });
});

const refuse = withoutTransaction<Group['refuse']>(async ({ body }, scope) => {
  await openInvitation(scope.db, body.secret, visitorOf(scope));
  const mark = markOf(scope.outside.vault, body.secret);
  await scope.db.write((tx) => declineInvitation(tx, mark, atOf(scope)));
  return { refused: true };
});

const accept = withoutTransaction<Group['accept']>(async ({ body }, scope) => {
  if (whence(scope.request, scope.publicUrl) === 'foreign') throw new Problem('forbidden_origin');
  const { db, now, reply } = scope;
  const typed = { secret: body.secret, typed: body.code };
  const repeated = await personOfRepeat(db, typed, visitorOf(scope));
  const memberId = repeated ?? (await acceptNow(body, scope));
  const { pass, device } = await db.write((tx) =>
    enter(tx, memberId, scope.request, { at: atOf(scope), isTold: body.new_password !== undefined }),
  );
  for (const cookie of [...sessionCookies(pass, now), ...deviceCookies(device)]) reply.cookie(cookie);
  return tokenReply(pass, now);
});

interface Accepted {
  readonly secret: string;
  readonly code: string;
  readonly new_password?: string | undefined;
}

async function acceptNow({ secret, code, new_password: password }: Accepted, scope: Scope): Promise<number> {
  const { db, outside, now, provider } = scope;
  const found = await openInvitation(db, secret, visitorOf(scope));
  if (password !== undefined) refuseWeakPortalPassword(password, [found.label, found.contact, provider.name]);
  const checked = await checkTyped(found, code, scope);
  const hash = password === undefined ? undefined : await inHashLine('clean', () => hashPassword(password));
  const mark = markOf(outside.vault, secret);
  return db.write((tx) => acceptByLink(tx, { mark, checked, hash }, { now, zone: provider.time_zone }));
}

/** Checks the code; a wrong one also counts for its networks. */
async function checkTyped(found: LinkedInvitation, code: string, { db, request, now }: Scope) {
  await db.write((tx) => refuseGuesser(tx, request.ip, now));
  try {
    return await checkCode(db, codeFor(found), code, now);
  } catch (error) {
    if (error instanceof Problem && error.code === 'code_wrong')
      await db.write((tx) => noteWrongCode(tx, request.ip, now));
    throw error;
  }
}

export const invitationHandlers: Handlers<Group> = { look, sendCode, accept, refuse };
