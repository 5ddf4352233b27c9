import { z } from 'zod';
import { ACTING_ROLES, operatorCall, OPERATOR_ROLES } from '../../kernel/call/staff-call.ts';
import { Id, inAddress, InstantText, text, wholeNumber } from '../../kernel/call/wire.ts';
import { Numbered, words } from '../inputs.ts';
import { PersonWords } from '../personal.ts';

const STATES = ['waiting', 'agreed', 'refused', 'withdrawn', 'expired'] as const;

/** What a call does: its reply and, where it tells, what it changes. */
const Rehearsal = z.object({ reply: z.unknown(), changed: z.unknown() }).meta({ personal: 'words' });

/** The body of a call with a threshold: names of fields, and plain values or lists. Its own schema reads them. */
const AskedFields = z.record(
  text(40),
  z.union([text(1000), Id, z.boolean(), z.null(), z.array(text(100)).max(5000, 'Не больше 5000 строк')]),
);

const Approval = z.object({
  approval_id: z.int(),
  call: z.string().meta({ description: 'The command, by its words' }),
  input: z.record(z.string(), z.unknown()).meta({ personal: 'words' }),
  reason: PersonWords,
  asked_by: z.string(),
  asked_role: z.enum(ACTING_ROLES),
  asked_at: InstantText,
  until: InstantText,
  state: z.enum(STATES),
  decided_by: z.string().nullable(),
  decided_at: InstantText.nullable(),
  note: PersonWords.nullable(),
  rehearsal: Rehearsal.meta({ personal: 'words', description: 'What it would have done when it was asked for' }),
  version: z.string().meta({ description: 'Of the rehearsal: agreeing names the one that was seen' }),
  may_agree: z.boolean().meta({ description: 'Whether the caller may agree to it now, or refuse it' }),
});

const PERSON = { roles: OPERATOR_ROLES } as const;
/** Who may agree to something; to what, each call says. */
const SECOND = { roles: ['accountant', 'owner', 'admin'] } as const;
const body = z.strictObject({ approval_id: Numbered });
const Decided = z.object({ approval_id: z.int(), state: z.enum(STATES) });
const OVER = ['approval_unknown', 'approval_over', 'person_needed'] as const;

/** What needs a second person: asked by one, agreed to by another. */
export const approvals = {
  ask: operatorCall({
    roles: ['cashier', 'support', 'technician', 'engineer', 'accountant', 'admin'],
    method: 'POST',
    path: '/staff/v1/approvals/ask',
    summary:
      'Asks a second person for what `second_person_needed` has refused: the same call and body. Rehearses it and waits for 24 hours',
    command: {
      words: 'approvals ask',
      arguments: { call: 'команда', input: 'поля как JSON', reason: 'зачем' },
      help: 'попросить второго человека: команда «payments refund», её поля, зачем',
    },
    body: z.strictObject({
      call: text(40)
        .trim()
        .min(1)
        .meta({ examples: ['payments refund'] }),
      input: AskedFields.meta({ secret: true, description: 'The body of that call; kept sealed', examples: [{}] }),
      reason: words(500, 'Зачем').meta({ personal: 'words' }),
    }),
    result: z.object({ approval_id: z.int(), until: InstantText, rehearsal: Rehearsal, version: z.string() }),
    problems: ['person_needed', 'call_needs_nobody', 'rehearsal_refused'],
  }),
  list: operatorCall({
    ...PERSON,
    method: 'GET',
    path: '/staff/v1/approvals/list',
    summary:
      'What waits for a second person, then what was decided, newest first: the own, and what the caller may decide or audit',
    command: { words: 'approvals list', options: { limit: 'сколько' }, help: 'просьбы ко второму человеку' },
    query: z.strictObject({ limit: inAddress(wholeNumber(1, 200)).default(50) }),
    result: z.array(Approval),
  }),
  show: operatorCall({
    ...PERSON,
    method: 'GET',
    path: '/staff/v1/approvals/show',
    summary: 'One of them',
    command: { words: 'approvals show', arguments: { approval_id: 'номер' }, help: 'одна просьба целиком' },
    query: z.strictObject({ approval_id: Numbered }),
    result: Approval,
    problems: ['approval_unknown'],
  }),
  agree: operatorCall({
    ...SECOND,
    method: 'POST',
    path: '/staff/v1/approvals/agree',
    confirm: true,
    summary: 'Agrees: exactly that call is carried out, once, in the name of who has asked',
    command: {
      words: 'approvals agree',
      arguments: { approval_id: 'номер' },
      options: { version: 'версия, с которой согласны; без неё — та, что была при просьбе' },
      help: 'согласиться: команда выполнится от имени того, кто просил',
    },
    body: body.extend({
      version: text(64).optional().meta({
        description: 'Default: that of the rehearsal. Otherwise what `changed_meanwhile` has told',
      }),
    }),
    result: z.object({
      approval_id: z.int(),
      call: z.string(),
      reply: z.unknown().meta({ personal: 'words' }),
      secrets: z.record(z.string(), z.string()).optional().meta({
        secret: true,
        description: 'Of its reply, what is shown this once: the link of an invitation, the key of a program',
      }),
    }),
    problems: [...OVER, 'not_second_person', 'asker_not_allowed', 'changed_meanwhile', 'rehearsal_refused'],
  }),
  refuse: operatorCall({
    ...SECOND,
    method: 'POST',
    path: '/staff/v1/approvals/refuse',
    summary: 'Refuses, for a reason',
    command: { words: 'approvals refuse', arguments: { approval_id: 'номер', reason: 'почему' }, help: 'отказать' },
    body: body.extend({ reason: words(500, 'Почему').meta({ personal: 'words' }) }),
    result: Decided,
    problems: [...OVER, 'not_second_person'],
  }),
  withdraw: operatorCall({
    ...PERSON,
    method: 'POST',
    path: '/staff/v1/approvals/withdraw',
    summary: 'Takes an own request back',
    command: { words: 'approvals withdraw', arguments: { approval_id: 'номер' }, help: 'отозвать свою просьбу' },
    body,
    result: Decided,
    problems: [...OVER],
  }),
};
