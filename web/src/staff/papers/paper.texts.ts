import type { contract, Wire } from '../api/contract.ts';

export type KnownPaper = Wire<typeof contract.papers.show>['papers'][number];
export type PaperKind = KnownPaper['kind'];

/** As it stands before a number: «Паспорт •••3914». */
export const PAPER_TITLES: Readonly<Record<PaperKind, string>> = {
  passport: 'Паспорт',
  other: 'Документ',
  company: 'ИНН',
  trader: 'ИНН',
};

export const KIND_CHOICES: readonly { value: PaperKind; text: string; isOfCompany: boolean }[] = [
  { value: 'passport', text: 'Паспорт РФ', isOfCompany: false },
  { value: 'other', text: 'Иной документ', isOfCompany: false },
  { value: 'company', text: 'Организация', isOfCompany: true },
  { value: 'trader', text: 'ИП', isOfCompany: true },
];

interface PaperLine {
  readonly name: string;
  readonly label: string;
  readonly most: number;
  readonly hint?: string;
  readonly looks?: 'day' | 'digits';
}

const ISSUED_ON: PaperLine = { name: 'issued_on', label: 'Когда выдан', most: 10, looks: 'day' };
const BORN_ON: PaperLine = { name: 'born_on', label: 'Дата рождения', most: 10, looks: 'day' };
const LEGAL_NAME: PaperLine = { name: 'legal_name', label: 'Полное название', most: 300 };
const LEGAL_ADDRESS: PaperLine = { name: 'legal_address', label: 'Юридический адрес', most: 300 };

/** The lines of each paper, in the order in which they stand in it. */
export const PAPER_LINES: Readonly<Record<PaperKind, readonly PaperLine[]>> = {
  passport: [
    { name: 'series', label: 'Серия', most: 20, hint: 'Четыре цифры', looks: 'digits' },
    { name: 'number', label: 'Номер', most: 30, hint: 'Шесть цифр', looks: 'digits' },
    { name: 'issued_by', label: 'Кем выдан', most: 300 },
    ISSUED_ON,
    BORN_ON,
    { name: 'registered_at', label: 'Адрес регистрации', most: 300 },
  ],
  other: [
    { name: 'title', label: 'Какой документ', most: 100, hint: 'Например, «Вид на жительство»' },
    { name: 'series', label: 'Серия', most: 20, hint: 'Если есть' },
    { name: 'number', label: 'Номер', most: 30 },
    { name: 'issued_by', label: 'Кем выдан', most: 300, hint: 'Если указано' },
    ISSUED_ON,
    BORN_ON,
    { name: 'registered_at', label: 'Адрес регистрации', most: 300, hint: 'Если есть' },
  ],
  company: [
    LEGAL_NAME,
    { name: 'inn', label: 'ИНН', most: 20, hint: 'Десять цифр', looks: 'digits' },
    { name: 'kpp', label: 'КПП', most: 20, hint: 'Девять знаков' },
    { name: 'ogrn', label: 'ОГРН', most: 30, hint: '13 цифр', looks: 'digits' },
    LEGAL_ADDRESS,
    { name: 'signatory', label: 'Кто подписывает', most: 300, hint: 'Должность, имя и на каком основании' },
  ],
  trader: [
    { ...LEGAL_NAME, hint: 'ИП, фамилия, имя и отчество' },
    { name: 'inn', label: 'ИНН', most: 20, hint: '12 цифр', looks: 'digits' },
    { name: 'ogrn', label: 'ОГРНИП', most: 30, hint: '15 цифр', looks: 'digits' },
    LEGAL_ADDRESS,
    { name: 'signatory', label: 'Кто подписывает', most: 300, hint: 'Если не сам предприниматель' },
  ],
};

/** What a paper tells, line by line, for whoever may see it. */
export const SHOWN_LINES = [
  ['title', 'Документ'],
  ['issued_by', 'Кем выдан'],
  ['issued_on', 'Когда выдан'],
  ['born_on', 'Дата рождения'],
  ['registered_at', 'Адрес регистрации'],
  ['legal_name', 'Полное название'],
  ['kpp', 'КПП'],
  ['ogrn', 'ОГРН'],
  ['legal_address', 'Юридический адрес'],
  ['signatory', 'Кто подписывает'],
] as const satisfies readonly (readonly [keyof KnownPaper, string])[];
