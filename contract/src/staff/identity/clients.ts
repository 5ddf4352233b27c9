import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { CHANGED, TERMS, termsChange, DRY_RUN, rehearsable } from '../../kernel/call/staff-change.ts';
import {
  AccountKind,
  CatalogueId,
  DayText,
  EmailText,
  inAddress,
  InstantText,
  Money,
  PhoneText,
  CodeText,
  wholeNumber,
} from '../../kernel/call/wire.ts';
import { kopecks } from '../../kernel/money.ts';
import { PrintedNo, SumPart } from '../../shapes.ts';
import { ClientName, editClient, OFFICE, PLACE } from './edit-client.ts';
import { DocumentNo, Numbered, PrintedNumber } from '../inputs.ts';
import { PersonOther } from '../personal.ts';

const OPENS = ['cashier', 'support', 'engineer', 'accountant'] as const;
/** What will be charged on a day, if the money is there. */
const ChargeAhead = z.object({ day: DayText, amount: Money, parts: z.array(SumPart) });
/** Above it a second person settles what is left on a contract that ends. */
const SETTLED_ALONE = kopecks(1000_00);

/** A contract and the person behind it: opened, changed, closed. */
export const clients = {
  open: operatorCall({
    method: 'POST',
    path: '/staff/v1/clients/open',
    summary: 'Opens a contract with its account, services that wait for the technician, and a one-time password',
    roles: OPENS,
    command: {
      words: 'contract open',
      arguments: { name: 'имя', town: 'город', house: 'дом', plan_id: 'тариф интернета' },
      options: {
        street: 'улица',
        flat: 'квартира',
        company: 'yes — организация',
        tv_plan_id: 'тариф ТВ',
        line: 'isg, ethernet или homenet; без него isg',
        contract_id: 'номер договора; без него — следующий',
        printed_no: 'номер на бумагах, если он другой: ЮЛ-30003/17',
        billing_day: 'расчётный день; без него 1',
        phone: 'телефон: на него уйдёт код, его подтверждает contract contact-confirm',
        email: 'или почта',
        request_id: 'чья это заявка на подключение: она закроется',
        slot_id: 'окно мастера',
        ...DRY_RUN,
      },
      help: 'новый договор: услуги ждут мастера, списания начнутся, когда он подключит (service connect)',
    },
    body: rehearsable({
      name: ClientName,
      ...PLACE,
      company: z.enum(['yes', 'no'], 'Ответьте yes или no').default('no'),
      plan_id: inAddress(CatalogueId),
      tv_plan_id: inAddress(CatalogueId).optional(),
      line: z.enum(['isg', 'ethernet', 'homenet'], 'Линия: isg, ethernet или homenet').default('isg'),
      contract_id: Numbered.optional(),
      printed_no: PrintedNumber.optional(),
      billing_day: inAddress(wholeNumber(1, 31)).default(1),
      phone: PhoneText.optional(),
      email: EmailText.optional(),
      request_id: Numbered.optional(),
      slot_id: Numbered.optional(),
    }),
    result: z.object({
      ...CHANGED,
      printed_no: PrintedNo,
      account_no: z.string(),
      password: z.string().meta({ secret: true }),
      until: InstantText.meta({ description: 'How long the password is valid' }),
      cabinet: z.string().meta({ description: 'Where it is used: the host of the cabinet' }),
      services: z.array(
        z.object({ user_id: z.int(), name: PersonOther, login: PersonOther, plan: z.string(), price: Money }),
      ),
      charges: z
        .array(ChargeAhead)
        .meta({ description: 'The first ones, if the technician connects it on the day of the visit, or today' }),
      visit: z.object({ order_id: z.int(), from: InstantText, to: InstantText, master: z.string() }).nullable(),
      contact: z
        .object({ kind: z.enum(['phone', 'email']), to: z.string().meta({ description: 'Masked' }) })
        .nullable()
        .meta({ description: 'Where a code was sent; null: nowhere, or nothing can be sent there now' }),
    }),
    problems: [
      'place_unknown',
      'plan_unknown',
      'contract_known',
      'printed_no_taken',
      'request_unknown',
      'slot_not_free',
      'code_too_soon',
    ],
  }),
  edit: editClient,
  contact: operatorCall({
    method: 'POST',
    path: '/staff/v1/clients/contact',
    summary: 'Sends a code to a new phone or mail of a subscriber; the former one stays until the code comes back',
    roles: OFFICE,
    command: {
      words: 'contract contact',
      arguments: { contract_id: 'договор' },
      options: { phone: 'новый телефон', email: 'или новая почта', document: 'по какому документу узнали абонента' },
      help: 'новый телефон или почта: на них уйдёт код, абонент назовёт его или введёт в кабинете',
    },
    body: z.strictObject({
      contract_id: Numbered,
      phone: PhoneText.optional(),
      email: EmailText.optional(),
      document: DocumentNo,
    }),
    result: z.object({ contract_id: z.int(), to: z.string().meta({ description: 'Masked' }), expires_at: InstantText }),
    problems: ['contract_unknown', 'channel_absent', 'code_too_soon'],
  }),
  confirmContact: operatorCall({
    method: 'POST',
    path: '/staff/v1/clients/confirm-contact',
    summary:
      'The code has come back: the new phone or mail is a login; cabinets that are open end, both addresses are told',
    roles: OFFICE,
    command: {
      words: 'contract contact-confirm',
      arguments: { contract_id: 'договор', kind: 'phone или email', code: 'код' },
      help: 'код с нового телефона или почты: они станут логином, открытые кабинеты закроются',
    },
    body: z.strictObject({
      contract_id: Numbered,
      kind: z.enum(['phone', 'email'], 'Что подтверждаем: phone или email'),
      code: CodeText.meta({ secret: true }),
    }),
    result: z.object({ contract_id: z.int(), version: z.int(), sessions_ended: z.int() }),
    problems: ['contract_unknown', 'code_wrong', 'contact_taken'],
  }),
  close: operatorCall({
    method: 'POST',
    path: '/staff/v1/clients/close',
    summary:
      'Closes a contract with all its services from today: days that are left are given back. Refused while anything is owed, unless an accountant settles it by a document',
    roles: [...OPENS],
    second: SETTLED_ALONE,
    command: {
      words: 'contract close',
      arguments: { contract_id: 'договор' },
      options: {
        settle: 'paid_out — остаток выплачен, written_off — долг списан; это делает бухгалтер',
        document: 'по какому документу',
        ...TERMS,
      },
      help: 'расторгнуть договор с сегодняшнего дня: что вернём, что останется',
    },
    body: termsChange({
      contract_id: Numbered,
      settle: z.enum(['paid_out', 'written_off'], 'Остаток: paid_out или written_off').optional(),
      document: DocumentNo.optional(),
    }),
    result: z.object({
      ...CHANGED,
      from: DayText,
      services: z.array(z.string()).meta({ description: 'That end' }),
      accounts: z.array(
        z.object({
          kind: AccountKind,
          account_no: z.string(),
          balance: Money.meta({ description: 'Before' }),
          returned: Money.meta({ description: 'Given back for days that are left' }),
          charged: Money.meta({ description: 'For calls that are not charged yet, and other charges that wait' }),
          left: Money.meta({ description: 'Of the client if positive, owed by him if negative' }),
          settled: Money.meta({ description: 'Paid out if positive, written off if negative' }),
        }),
      ),
      refusal: z.string().nullable().meta({ description: 'Of a rehearsal: why it could not be closed now' }),
      notes: z.array(z.string()).meta({ description: 'What else ends: discounts' }),
    }),
    problems: ['contract_unknown', 'changed_meanwhile', 'change_not_allowed', 'balance_left', 'second_person_needed'],
  }),
  reopen: operatorCall({
    method: 'POST',
    path: '/staff/v1/clients/reopen',
    summary: 'Opens a closed contract again; the services that have ended with it wait for the technician',
    roles: OPENS,
    command: {
      words: 'contract reopen',
      arguments: { contract_id: 'договор' },
      options: TERMS,
      help: 'возобновить расторгнутый договор: его услуги подключит мастер',
    },
    body: termsChange({ contract_id: Numbered }),
    result: z.object({ ...CHANGED, services: z.array(z.string()) }),
    problems: ['contract_unknown', 'changed_meanwhile', 'change_not_allowed'],
  }),
};
