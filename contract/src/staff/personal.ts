import { z } from 'zod';
import { OPERATOR_ROLES, type OperatorRole } from '../kernel/call/staff-call.ts';

/** Who deals with the subscribers themselves, and sees them whole. */
export const SEE_PEOPLE: readonly OperatorRole[] = ['cashier', 'support', 'engineer', 'accountant'];
/** Who opens a card: also who sees people masked, and a technician, whose visit of today it is. */
export const OPEN_CARDS: readonly OperatorRole[] = OPERATOR_ROLES;

/**
 * What of a reply is somebody's own, by kind: who may not see it whole gets it masked (staff.md, 4). `words`: what somebody has written, where
 * numbers and addresses of mail may stand; `paper`: what a document tells beside its number, seen whole or not at all; `other`: what may hold anything of a person.
 */
export const PERSONAL_KINDS = [
  'name',
  'phone',
  'address',
  'document',
  'paper',
  'mail',
  'call',
  'words',
  'other',
] as const;
export type PersonalKind = (typeof PERSONAL_KINDS)[number];

/** How somebody sees a kind; later is more. */
export const SIGHTS = ['hidden', 'masked', 'whole'] as const;
export type Sight = (typeof SIGHTS)[number];
export type SightOfKinds = Readonly<Record<PersonalKind, Sight>>;

const every = (sight: Sight, document: Sight): SightOfKinds => ({
  name: sight,
  phone: sight,
  address: sight,
  document,
  paper: document,
  mail: sight,
  call: sight,
  words: sight,
  other: sight,
});

/** What each role sees of each kind; a technician sees more of whom he visits today. */
export const SIGHT_OF_ROLE: Readonly<Record<OperatorRole, SightOfKinds>> = {
  cashier: every('whole', 'hidden'),
  support: every('whole', 'masked'),
  technician: every('masked', 'hidden'),
  engineer: every('whole', 'hidden'),
  accountant: every('whole', 'whole'),
  owner: every('masked', 'hidden'),
  admin: every('masked', 'hidden'),
  auditor: every('masked', 'masked'),
};

/** What a technician sees of a contract that he visits today. */
export const SIGHT_ON_VISIT: SightOfKinds = every('whole', 'hidden');

/** A program sees people masked, unless its key names this right beside its calls. */
export const SEE_PEOPLE_RIGHT = 'see people';
export const SIGHT_OF_PROGRAM: SightOfKinds = every('masked', 'hidden');
export const SIGHT_OF_TRUSTED_PROGRAM: SightOfKinds = every('whole', 'hidden');
/** Of the command line on the server. */
export const SIGHT_OF_ALL: SightOfKinds = every('whole', 'whole');

/** Rights add up: of each kind the best. */
export const bestSight = (sights: readonly SightOfKinds[]): SightOfKinds =>
  Object.fromEntries(
    PERSONAL_KINDS.map((kind) => {
      const best = Math.max(0, ...sights.map((sight) => SIGHTS.indexOf(sight[kind])));
      return [kind, SIGHTS[best]];
    }),
  ) as SightOfKinds;

/** Marks a field with what it tells of a person; the marks are read from the schema of the reply. */
const personal = (kind: PersonalKind) => z.string().meta({ personal: kind });

export const PersonName = personal('name');
export const PersonPhone = personal('phone');
export const PersonAddress = personal('address');
/** The number of a document, of which the last digits may be seen. */
export const PersonDocument = personal('document');
/** What a document tells beside its number. */
export const PersonPaper = personal('paper');
export const PersonMail = personal('mail');
/** Whom he called, or who called him. */
export const PersonCall = personal('call');
/** Written by people or about them. */
export const PersonWords = personal('words');
/** May hold anything of a person. */
export const PersonOther = personal('other');
