import { z } from 'zod';
import { call } from '../kernel/call/call.ts';
import { DayText, InstantText, text } from '../kernel/call/wire.ts';

/** The name of a consent, as in the provider's file: the same for all clients. */
export const ConsentName = text(40)
  .regex(/^[a-z][a-z0-9-]*$/, 'Такого согласия нет. Обновите страницу')
  .meta({ examples: ['marketing'] });

const Decision = z.object({
  is_given: z.boolean().meta({ description: 'false: withdrawn, or refused' }),
  version: z.string(),
  decided_at: InstantText,
  browser: z.string(),
  network: z.string(),
  is_current: z.boolean().meta({ description: 'In this session' }),
});

const Consent = z.object({
  name: z.string(),
  title: z.string(),
  summary: z.string().meta({ description: 'What it is for, in one sentence' }),
  version: z.string().meta({ description: 'The present one' }),
  valid_from: DayText.meta({ description: 'The first day of this version' }),
  text: z.string().meta({ description: 'Paragraphs divided by empty lines' }),
  is_required: z.boolean().meta({ description: 'It cannot be withdrawn while the contract runs' }),
  state: z
    .enum(['given', 'with_contract', 'withdrawn', 'none'])
    .meta({ description: '`with_contract`: given on the day on which the contract was signed' }),
  agreed: z
    .object({ version: z.string().nullable(), day: DayText, text: z.string().nullable() })
    .nullable()
    .meta({ description: 'What is agreed to now; null version and text: as signed with the contract' }),
  is_asked: z.boolean().meta({ description: 'There is a new version, and no decision about it' }),
  when_given: z.string().nullable().meta({ description: 'What giving it changes' }),
  when_withdrawn: z.string().meta({ description: 'What withdrawing it changes; of a required one: how to end it' }),
  decisions: z.array(Decision).meta({ description: 'Newest first; twenty at most' }),
});

/** What the subscriber has agreed to besides the contract. */
export const consent = {
  list: call({
    method: 'GET',
    path: '/v2/consent',
    // A consent is given by the one who has signed the contract.
    members: [],
    summary: 'Consents of the provider’s file with the decisions about them, and what else was agreed to',
    result: z.object({
      consents: z.array(Consent),
      requests: z
        .array(
          z.object({
            purpose: z.enum(['call_back', 'new_client']),
            version: z.string(),
            text: z.string(),
            phone_number: z.string(),
            given_at: InstantText,
            browser: z.string(),
            network: z.string(),
          }),
        )
        .meta({ description: 'With a request for a call; newest first, twenty at most' }),
      terms: z
        .array(z.object({ title: z.string(), given_at: InstantText }))
        .meta({ description: 'Terms of options, services and autopayments; newest first, fifty at most' }),
    }),
  }),
  decide: call({
    method: 'POST',
    path: '/v2/consent',
    members: [],
    summary: 'Give a consent in its present version, or withdraw it; decided so already, it succeeds too',
    outdates: ['consent', 'notice'],
    body: z.strictObject({
      name: ConsentName,
      version: text(40).min(1, 'Обновите страницу').meta({ description: 'The version that was shown' }),
      is_given: z.boolean(),
    }),
    result: Consent,
    problems: ['consent_changed', 'consent_required'],
  }),
};
