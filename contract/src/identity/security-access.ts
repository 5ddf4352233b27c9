import { z } from 'zod';
import { askedId } from '../kernel/call/asked-id.ts';
import { call } from '../kernel/call/call.ts';
import { SHARE_ROLES } from '../kernel/sharing.ts';
import { Id, InstantText } from '../kernel/call/wire.ts';
import { base64url } from './passkey.ts';

/** Whatever beside the password opens the contract or gets its notices, as a request names it. */
const Access = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('passkey'), passkey_id: askedId('passkey', base64url(1400)) }),
  z.strictObject({ kind: z.literal('share'), share_id: askedId('share', z.uuid('Такого доступа нет')) }),
  z.strictObject({
    kind: z.literal('invitation'),
    invitation_id: askedId('invitation', z.uuid('Такого приглашения нет')),
  }),
  z.strictObject({
    kind: z.literal('personal_key'),
    personal_key_id: askedId('personal_key', z.uuid('Такого ключа нет')),
  }),
  z.strictObject({ kind: z.literal('further_contact'), contact_id: askedId('contact', Id) }),
  z.strictObject({ kind: z.enum(['phone', 'email', 'telegram', 'max']) }),
]);

/** The same in an answer; a request sends it back unchanged. */
const Named = z.union([
  z.object({ kind: z.literal('passkey'), passkey_id: z.string() }),
  z.object({ kind: z.literal('share'), share_id: z.string() }),
  z.object({ kind: z.literal('invitation'), invitation_id: z.string() }),
  z.object({ kind: z.literal('personal_key'), personal_key_id: z.string() }),
  z.object({ kind: z.literal('further_contact'), contact_id: z.int() }),
  z.object({ kind: z.enum(['phone', 'email', 'telegram', 'max']) }),
]);

export const access = {
  access: call({
    method: 'GET',
    path: '/v2/security/access',
    members: [],
    summary: 'Everything beside the password that opens the contract or hears of it, the latest first',
    result: z.object({
      new_since: InstantText.meta({ description: 'What has come since then is new: thirty days' }),
      items: z.array(
        z.object({
          item: Named,
          name: z.string().meta({ description: 'Of a key, a member, a chat; else the phone or the e-mail' }),
          role: z
            .enum([...SHARE_ROLES, 'owner', 'technical'])
            .nullable()
            .meta({
              description: 'Of a member, an invitation, a further contact',
            }),
          is_calendar: z.boolean().meta({ description: 'A personal key that is an address of the calendar' }),
          added_at: InstantText.nullable().meta({ description: 'null: with the contract' }),
          used_at: InstantText.nullable().meta({ description: 'null: never, or not known' }),
          is_new: z.boolean(),
          is_proven: z.boolean().meta({ description: 'The code for the present password came there' }),
          why_kept: z.string().nullable().meta({ description: 'Why it cannot be removed; null: it can' }),
        }),
      ),
    }),
  }),
  removeAccess: call({
    method: 'POST',
    path: '/v2/security/access-remove',
    members: [],
    summary: 'Remove some of it; what is not there (any more) is left out, and the last way in stays',
    outdates: ['security', 'family', 'personal-key', 'notice', 'auth'],
    confirm: true,
    body: z.strictObject({ items: z.array(Access).min(1, 'Выберите, что удалить').max(60) }),
    result: z.object({
      removed: z.int(),
      kept: z
        .array(z.string())
        .meta({ description: 'Why the rest stays, and what to do about it; empty: nothing stays' }),
    }),
    problems: ['last_way_in'],
  }),
};
