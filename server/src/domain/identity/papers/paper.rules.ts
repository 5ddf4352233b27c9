import { addMonths, type Day } from '@kabinet/contract/kernel/day';
import { bareNumber, isInn, isKpp, isOgrn } from '@kabinet/contract/kernel/papers/requisites';
import { PAPER_TEXTS as SAID } from './paper.texts.ts';

/** `other`: another document of a person; `trader`: an entrepreneur, who is a person with an INN. */
export type PaperKind = 'passport' | 'other' | 'company' | 'trader';

const FIELDS = [
  'title',
  'series',
  'number',
  'issued_by',
  'issued_on',
  'born_on',
  'registered_at',
  'inn',
  'kpp',
  'ogrn',
  'legal_name',
  'legal_address',
  'signatory',
] as const;
type Field = (typeof FIELDS)[number];

/** What a paper tells; null: it has no such line. */
export type PaperFacts = Readonly<Record<Field, string | null>>;
export type TypedPaper = Readonly<Partial<Record<Field, string | undefined>>>;

interface Fault {
  readonly field: Field;
  readonly message: string;
}

/** What a line must be; undefined: it is right. */
type Rule = (value: string, at: { readonly today: Day; readonly facts: PaperFacts }) => string | undefined;

interface Line {
  readonly isNeeded: boolean;
  readonly rule?: Rule;
  /** Kept without what people write between the digits. */
  readonly isBare?: true;
}

const told = (isRight: boolean, message: string): string | undefined => (isRight ? undefined : message);
const needed = (rule?: Rule): Line => ({ isNeeded: true, ...(rule && { rule }) });
const bare = (rule: Rule): Line => ({ isNeeded: true, isBare: true, rule });
const optional: Line = { isNeeded: false };

/** A passport is given at fourteen; months. */
const PASSPORT_AGE = 14 * 12;

const issuedOn: Rule = (day, { today, facts: { born_on: born } }) =>
  day > today ? SAID.later : told(born === null || day >= born, SAID.beforeBirth);

const passportIssuedOn: Rule = (day, at) => {
  const { born_on: born } = at.facts;
  return issuedOn(day, at) ?? told(born === null || day >= addMonths(born as Day, PASSPORT_AGE), SAID.tooYoung);
};

const bornOn: Rule = (day, { today }) => told(day < today, SAID.later);
const innOf =
  (digits: number): Rule =>
  (inn) =>
    new RegExp(`^\\d{${digits}}$`).test(inn) ? told(isInn(inn), SAID.inn) : SAID.digits(digits);
const ogrnOf =
  (digits: number): Rule =>
  (ogrn) =>
    new RegExp(`^\\d{${digits}}$`).test(ogrn) ? told(isOgrn(ogrn), SAID.ogrn) : SAID.digits(digits);
const digitsOf =
  (count: number): Rule =>
  (value) =>
    told(new RegExp(`^\\d{${count}}$`).test(value), SAID.digits(count));
const withDigits: Rule = (value) => told(/\d/.test(value), SAID.noDigits);

const LINES: Readonly<Record<PaperKind, Readonly<Partial<Record<Field, Line>>>>> = {
  passport: {
    series: bare(digitsOf(4)),
    number: bare(digitsOf(6)),
    issued_by: needed(),
    issued_on: needed(passportIssuedOn),
    born_on: needed(bornOn),
    registered_at: needed(),
  },
  other: {
    title: needed(),
    series: optional,
    number: needed(withDigits),
    issued_by: optional,
    issued_on: { isNeeded: false, rule: issuedOn },
    born_on: needed(bornOn),
    registered_at: optional,
  },
  company: {
    legal_name: needed(),
    inn: bare(innOf(10)),
    kpp: bare((kpp) => told(isKpp(kpp), SAID.kpp)),
    ogrn: bare(ogrnOf(13)),
    legal_address: needed(),
    signatory: needed(),
  },
  trader: {
    legal_name: needed(),
    inn: bare(innOf(12)),
    ogrn: bare(ogrnOf(15)),
    legal_address: needed(),
    signatory: optional,
  },
};

export const isOfCompany = (kind: PaperKind): boolean => kind === 'company' || kind === 'trader';

function factsOf(kind: PaperKind, typed: TypedPaper): PaperFacts {
  const lineOf = (field: Field): string | null => {
    const line = LINES[kind][field];
    const value = typed[field];
    if (!line || value === undefined) return null;
    return line.isBare ? bareNumber(value) : value;
  };
  return Object.fromEntries(FIELDS.map((field) => [field, lineOf(field)])) as PaperFacts;
}

function faultOf(kind: PaperKind, field: Field, facts: PaperFacts, today: Day): string | undefined {
  const line = LINES[kind][field];
  const value = facts[field];
  if (value === null) return line?.isNeeded ? SAID.missing[field] : undefined;
  return line?.rule?.(value, { today, facts });
}

/** What was typed as a paper of its kind: its facts, and everything that is wrong with them; what it has no line for is wrong, too. */
export function readPaper(kind: PaperKind, typed: TypedPaper, today: Day) {
  const facts = factsOf(kind, typed);
  const faults = FIELDS.flatMap((field): Fault[] => {
    const isForeign = LINES[kind][field] === undefined && typed[field] !== undefined;
    const message = isForeign ? SAID.foreign : faultOf(kind, field, facts, today);
    return message === undefined ? [] : [{ field, message }];
  });
  return { facts, faults };
}

/** The number by which people name it: «3604 123456», an INN. */
export const numberOf = ({ series, number, inn }: PaperFacts): string =>
  inn ?? [series, number].filter((part) => part !== null).join(' ');

/** The numbers by which it is found. */
export const numbersOf = (facts: PaperFacts): string[] =>
  [numberOf(facts), facts.ogrn].flatMap((number) => (number === null ? [] : [bareNumber(number)]));
