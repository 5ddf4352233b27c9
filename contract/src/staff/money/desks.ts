import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { CatalogueId, inAddress, InstantText, Money } from '../../kernel/call/wire.ts';
import { DRY_RUN, rehearsable } from '../../kernel/call/staff-change.ts';
import { StaffLogin } from '../identity/shapes.ts';
import { Numbered, words } from '../inputs.ts';
import { ALONE_DIFFERENCE, CountedSum, DeskTold, ShiftReport } from './cash-shapes.ts';

const Login = StaffLogin.optional().meta({ description: 'Whose shift: on the server only; a person has her own' });
const LOGIN = { login: 'чья смена, когда команду дают на сервере' } as const;

/** Cash desks of the office. */
export const desks = {
  add: operatorCall({
    method: 'POST',
    path: '/staff/v1/desks/add',
    summary: 'Adds a cash desk, with an account of its own in the ledger',
    roles: ['admin'],
    command: {
      words: 'desks add',
      arguments: { name: 'название', place: 'адрес' },
      options: { register: 'кассовый аппарат, как его называют' },
      help: 'завести кассу офиса: у неё свой счёт в книгах',
    },
    body: z.strictObject({
      name: words(60, 'Название'),
      place: words(200, 'Адрес'),
      register: words(100, 'Кассовый аппарат').optional(),
    }),
    result: DeskTold,
    problems: ['desk_named'],
  }),
  list: operatorCall({
    method: 'GET',
    path: '/staff/v1/desks/list',
    summary: 'Cash desks, who works at them, what must lie in their drawers',
    roles: ['cashier', 'accountant', 'owner', 'admin', 'auditor'],
    command: { words: 'desks list', help: 'кассы офиса: кто на смене, сколько должно быть в ящике' },
    result: z.array(
      DeskTold.extend({
        expected: Money,
        shift: z.object({ shift_id: z.int(), person: z.string(), opened_at: InstantText }).nullable(),
      }),
    ),
  }),
};

/** Shifts of a desk. */
export const shifts = {
  open: operatorCall({
    method: 'POST',
    path: '/staff/v1/shifts/open',
    summary: 'Opens a shift; a difference to what the shift before has left is booked',
    roles: ['cashier'],
    command: {
      words: 'shift open',
      arguments: { desk_id: 'касса', counted: 'в ящике' },
      options: { from_safe: 'сколько из этого принесли из сейфа', ...LOGIN, ...DRY_RUN },
      help: 'открыть смену: пересчитайте ящик; в первой смене кассы всё считается принесённым из сейфа',
    },
    body: rehearsable({
      desk_id: inAddress(CatalogueId),
      counted: CountedSum,
      from_safe: CountedSum.optional(),
      login: Login,
    }),
    result: ShiftReport,
    problems: ['desk_unknown', 'desk_busy', 'shift_open_already', 'person_needed', 'person_unknown'],
  }),
  x: operatorCall({
    method: 'GET',
    path: '/staff/v1/shifts/x',
    summary: 'The report X: the open shift of the one who asks, from its lines of the ledger',
    roles: ['cashier'],
    command: { words: 'shift x', options: LOGIN, help: 'отчёт X: смена сейчас, без закрытия' },
    query: z.strictObject({ login: Login }),
    result: ShiftReport,
    problems: ['shift_needed', 'person_needed', 'person_unknown'],
  }),
  safe: operatorCall({
    method: 'POST',
    path: '/staff/v1/shifts/safe',
    summary: 'Hands cash over to the safe during the shift',
    roles: ['cashier'],
    command: {
      words: 'shift safe',
      arguments: { amount: 'сумма' },
      options: { ...LOGIN, ...DRY_RUN },
      help: 'сдать наличные в сейф, не закрывая смену',
    },
    body: rehearsable({ amount: CountedSum, login: Login }),
    result: ShiftReport,
    problems: ['shift_needed', 'desk_short', 'person_needed', 'person_unknown'],
  }),
  close: operatorCall({
    method: 'POST',
    path: '/staff/v1/shifts/close',
    summary: 'Closes the shift with its report Z; a shortage or a surplus is booked',
    roles: ['cashier'],
    command: {
      words: 'shift close',
      arguments: { counted: 'в ящике' },
      options: { left: 'сколько остаётся на размен; остальное уходит в сейф', ...LOGIN, ...DRY_RUN },
      help: 'закрыть смену, отчёт Z: недостача и излишек проводятся; больше 100 ₽ — со вторым человеком',
    },
    body: rehearsable({
      counted: CountedSum,
      left: CountedSum.optional().meta({ description: 'Default: all of it' }),
      login: Login,
    }),
    result: ShiftReport,
    problems: ['shift_needed', 'second_person_needed', 'person_needed', 'person_unknown'],
    second: ALONE_DIFFERENCE,
  }),
  differences: operatorCall({
    method: 'GET',
    path: '/staff/v1/shifts/differences',
    summary:
      'Openings at which the drawer did not hold what the shift before had left, oldest first, until they are settled',
    roles: ['accountant', 'owner', 'auditor'],
    command: {
      words: 'shift differences',
      help: 'в ящике при открытии смены было не то, что оставила прошлая смена',
    },
    result: z.array(
      z.object({
        shift_id: z.int(),
        number: z.int(),
        desk: z.string(),
        person: z.string().meta({ description: 'Who has opened the shift' }),
        before: z.string().nullable().meta({ description: 'Who has closed the one before' }),
        opened_at: InstantText,
        carried: Money,
        opening: Money,
        difference: Money.meta({ description: 'Below zero: less was there' }),
      }),
    ),
  }),
  settle: operatorCall({
    method: 'POST',
    path: '/staff/v1/shifts/settle',
    summary: 'Says what such a difference was; the books have it already',
    roles: ['accountant'],
    command: {
      words: 'shift settle',
      arguments: { shift_id: 'смена', note: 'что выяснили' },
      help: 'отметить, что с такой разницей разобрались',
    },
    body: z.strictObject({ shift_id: Numbered, note: words(500, 'Что выяснили') }),
    result: z.object({ shift_id: z.int() }),
    problems: ['finding_not_open'],
  }),
  show: operatorCall({
    method: 'GET',
    path: '/staff/v1/shifts/show',
    summary: 'A shift: the report X of an open one, Z of a closed one; a cashier sees her own',
    roles: ['cashier', 'accountant', 'owner', 'auditor'],
    command: { words: 'shift show', arguments: { shift_id: 'смена' }, help: 'смена: отчёт X или Z' },
    query: z.strictObject({ shift_id: Numbered }),
    result: ShiftReport,
    problems: ['shift_unknown'],
  }),
};
