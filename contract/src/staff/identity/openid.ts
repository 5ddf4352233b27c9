import { z } from 'zod';
import { call } from '../../kernel/call/call.ts';
import { operatorCall, OPERATOR_ROLES } from '../../kernel/call/staff-call.ts';
import { text } from '../../kernel/call/wire.ts';
import { InvitationCode } from './proof.ts';
import { Me } from './shapes.ts';

/** What leads to the provider's own sign-in, and what comes back from it. */
const Leaving = z.object({
  url: z.string().meta({ secret: true, description: 'Where the browser goes on' }),
  flow: z.string().meta({ secret: true, description: 'To be brought back, by the same page' }),
});

export const OpenIdReturn = z
  .strictObject({
    flow: text(4000).min(1),
    code: text(4000).min(1),
    state: text(200).min(1),
    iss: text(500).optional(),
  })
  .meta({
    secret: true,
    description: '`flow` of the beginning, and what the address of the page has: `code`, `state`, `iss`',
  });

const ABSENT = ['openid_absent', 'outside_unavailable'] as const;
export const OPENID_REFUSED = [...ABSENT, 'openid_refused', 'openid_second_factor'] as const;
const OWN = { roles: OPERATOR_ROLES, everybody: true } as const;
const person_needed = 'person_needed' as const;

/** The sign-in by the provider's own OpenID Connect, before there is a session. */
export const openId = {
  ways: call({
    method: 'GET',
    path: '/staff/v1/openid/ways',
    summary: 'Whether people come in by a sign-in of the provider’s own, and how the button calls it',
    access: 'public',
    result: z.object({ label: z.string().nullable() }),
  }),
  begin: call({
    method: 'POST',
    path: '/staff/v1/openid/begin',
    summary: 'Where the browser goes to sign in',
    access: 'public',
    result: Leaving,
    problems: ABSENT,
  }),
  finish: call({
    method: 'POST',
    path: '/staff/v1/openid/finish',
    summary: 'Begins a session for whoever has come back with both factors; by an invitation it links her first',
    access: 'public',
    body: z.strictObject({ back: OpenIdReturn, invitation: InvitationCode.optional() }),
    result: Me,
    problems: [...OPENID_REFUSED, 'openid_unknown', 'openid_taken', 'invitation_over', 'login_refused'],
  }),
};

/** The own link with it. */
export const ownOpenId = {
  begin: operatorCall({
    ...OWN,
    method: 'POST',
    path: '/staff/v1/me/openid/begin',
    summary: 'Where the browser goes to prove anew who sits there, to link or to confirm',
    command: { words: 'me openid-begin', help: 'начать подтверждение учётной записью компании' },
    result: Leaving,
    problems: [person_needed, ...ABSENT],
  }),
  link: operatorCall({
    ...OWN,
    method: 'POST',
    path: '/staff/v1/me/openid/link',
    confirm: true,
    summary: 'Links whoever has come back with this person; a former link ends',
    command: { words: 'me openid-link', help: 'связать с учётной записью компании' },
    body: z.strictObject({ back: OpenIdReturn }),
    result: z.object({ issuer: z.string() }),
    problems: [person_needed, ...OPENID_REFUSED, 'openid_taken'],
  }),
  unlink: operatorCall({
    ...OWN,
    method: 'POST',
    path: '/staff/v1/me/openid/unlink',
    confirm: true,
    summary: 'Ends the link; not if nothing else lets her in',
    command: { words: 'me openid-unlink', help: 'отвязать учётную запись компании' },
    result: z.object({ was_linked: z.boolean() }),
    problems: [person_needed, 'last_way_in'],
  }),
};
