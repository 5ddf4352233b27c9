import { z } from 'zod';
import { call } from '../kernel/call/call.ts';
import { CHANGED_SERVICE } from '../kernel/call/outdates.ts';
import { SHARE_ROLES } from '../kernel/sharing.ts';
import { CatalogueId, DayText, inAddress, InstantText, Money } from '../kernel/call/wire.ts';
import { AllowedProgram, ListedProgram, ProgramChangeSummary, SWITCH_PROBLEMS, SwitchProgram } from './program.ts';
import { PrintedNo, Version } from '../shapes.ts';

export const internetContract = {
  get: call({
    method: 'GET',
    path: '/v2/internet-contract',
    persons: true,
    members: ['payer', 'technician', 'full'],
    summary: 'The contract of the subscriber',
    result: z.object({
      contract_id: z.int(),
      printed_no: PrintedNo,
      client_name: z.string().meta({ description: 'Full name; the client shows client_name_io instead' }),
      client_name_io: z.string().meta({ description: 'First name and patronymic, or the company’s name' }),
      client_name_short: z.string(),
      is_company: z.boolean(),
      state: z.enum(['active', 'suspended', 'closed']),
      address: z.string(),
      opened_on: DayText,
      billing_day: z.int().meta({ description: 'Day of month on which plans are charged' }),
      role: z
        .enum([...SHARE_ROLES, 'none'])
        .nullable()
        .meta({
          description:
            'What one may do with it who has the contract of another open; null: it is one’s own; none: a person without a contract, to whom none is open now',
        }),
      last_visit_at: InstantText.nullable().meta({ description: 'When the previous session was last used' }),
    }),
  }),
  programInfo: call({
    method: 'GET',
    path: '/v2/internet-contract/program-info',
    members: ['full'],
    summary: 'Terms of a program as HTML',
    query: z.strictObject({ programm_id: inAddress(CatalogueId) }),
    result: z.object({
      programm_id: z.int(),
      text: z.string().meta({ description: 'Description and terms: HTML of the allow list' }),
    }),
  }),
  programArrears: call({
    method: 'GET',
    path: '/v2/internet-contract/program-arrears',
    members: ['payer', 'full'],
    summary: 'What must be paid so that a program keeps working',
    result: z.array(z.object({ programm_id: z.int(), text: z.string(), amount: Money })),
  }),
  allowedPrograms: call({
    method: 'GET',
    path: '/v2/internet-contract/allowed-programs',
    members: ['full'],
    summary: 'Programs of the contract that can be switched on or off',
    result: z.array(AllowedProgram),
  }),
  allowedDrawPrograms: call({
    method: 'GET',
    path: '/v2/internet-contract/allowed-draw-programs',
    members: ['full'],
    summary: 'Programs as the page shows them, in display order; those not allowed have a reason',
    result: z.array(ListedProgram),
  }),
  programPreview: call({
    method: 'POST',
    path: '/v2/internet-contract/program-preview',
    members: ['full'],
    summary: 'What switching a program of the contract does to the money, before it is done; changes nothing',
    outdates: [],
    body: SwitchProgram,
    result: ProgramChangeSummary,
    problems: SWITCH_PROBLEMS,
  }),
  changeProgram: call({
    method: 'POST',
    path: '/v2/internet-contract/change-program',
    members: ['full'],
    summary: 'Switch a program of the contract on or off; a starter program of TV creates the service',
    outdates: CHANGED_SERVICE,
    body: SwitchProgram.extend({ version: Version.optional() }),
    result: ProgramChangeSummary,
    problems: SWITCH_PROBLEMS,
  }),
};
