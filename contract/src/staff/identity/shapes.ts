import { z } from 'zod';
import { OPERATOR_ROLES } from '../../kernel/call/staff-call.ts';
import { InstantText, Money, text } from '../../kernel/call/wire.ts';
import { words } from '../inputs.ts';
import { SIGHTS } from '../personal.ts';

const WRONG_LOGIN = 'Логин: от 2 до 32 знаков, латинские буквы, цифры, точка, дефис; первой — буква';

/** How a person of the staff signs in; in small letters. */
export const StaffLogin = text(32, WRONG_LOGIN)
  .trim()
  .toLowerCase()
  .regex(/^[a-z][a-z\d.-]{1,31}$/, WRONG_LOGIN)
  .meta({ examples: ['olga'] });

/** As the client reads it, who has been looked at. */
export const StaffName = words(100, 'Имя');

export const StaffRoles = z
  .array(z.enum(OPERATOR_ROLES))
  .min(1, 'Назовите хотя бы одну роль')
  .max(OPERATOR_ROLES.length)
  .refine((roles) => new Set(roles).size === roles.length, 'Каждую роль назовите один раз')
  .meta({ examples: [['cashier', 'support']] });

export const RolesTold = z.array(z.enum(OPERATOR_ROLES));

/** A code that lets a person in once, to choose a password and the second factor. */
export const Invited = z.object({
  person_id: z.int(),
  login: z.string(),
  name: z.string(),
  roles: RolesTold,
  code: z.string().meta({ secret: true, description: 'Shown this once' }),
  link: z.string().meta({ secret: true, description: 'The page that takes the code; it stands behind the `#`' }),
  until: InstantText,
});

/** A code of the app, or a spare one. */
export const StaffCode = text(32)
  .trim()
  .min(1, 'Введите код из приложения или запасной код')
  .meta({
    secret: true,
    examples: ['123456'],
  });
export const StaffPassword = text(1000).min(1, 'Введите пароль').meta({ secret: true });

const How = z.enum(SIGHTS);

/** Who makes the calls, and what he may do: all that a client needs before it shows the first page. */
export const Me = z.object({
  person_id: z.int().nullable().meta({ description: 'null: a program, or the command line on the server' }),
  login: z.string().nullable(),
  name: z.string(),
  roles: RolesTold,
  calls: z.array(z.string()).meta({
    description: 'The calls that may be made, by the words of their commands: `payment post`',
    examples: [['payment post', 'ledger lines']],
  }),
  thresholds: z
    .array(
      z.object({
        call: z.string(),
        above: Money.nullable().meta({ description: 'null: it does not count money' }),
        contracts: z.int().nullable().meta({ description: 'null: it does not count contracts' }),
      }),
    )
    .meta({
      description:
        'Calls that need a second person above a sum or a number of contracts, or, with neither, for roles and calls that move money or let people in: `second_person_needed`',
    }),
  sees: z
    .object({
      name: How,
      phone: How,
      address: How,
      document: How,
      paper: How,
      mail: How,
      call: How,
      words: How,
      other: How,
    })
    .meta({
      description: 'How each kind of what is somebody’s own is shown; a technician sees whom he visits today whole',
    }),
  zone: z.string().meta({ description: 'Of all days and moments', examples: ['Europe/Samara'] }),
  provider: z.string().meta({ description: 'Its name' }),
  session: z
    .object({
      expires_at: InstantText,
      idle_minutes: z.int().meta({ description: 'Without a request for so long the session ends' }),
      openid: z.boolean().meta({ description: 'Whether a sign-in of the provider’s own is linked; it confirms, too' }),
      spare_codes_left: z.int(),
      passkeys: z.int().meta({ description: 'How many she has; one of them confirms, too' }),
      new_places: z.int().meta({
        description: 'Other living sessions that began at a new place: ask her whether they are hers (`me.sessions`)',
      }),
      confirmed_until: InstantText.nullable().meta({
        description: 'Until then no call answers `confirmation_required`; null: she has to confirm (`me confirm`)',
      }),
    })
    .nullable()
    .meta({ description: 'null: without a session, by a key or on the server' }),
});
