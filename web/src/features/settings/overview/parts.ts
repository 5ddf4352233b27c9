import type { Role } from '#web/shared/data/role.ts';
import type { IconName } from '#web/ui/icon/icon.tsx';
import type { PartAnswer, SettingsKnown, LookOnDevice } from './answer.ts';
import { consentsAnswer, dataAnswer, viewAnswer } from './data.texts.ts';
import { entryAnswer, familyPartAnswer } from './entry.texts.ts';
import { contactsAnswer, noticesAnswer } from './notices.texts.ts';

/** What an answer is made of. */
export interface Ground {
  known: SettingsKnown;
  look: LookOnDevice;
  /** The provider's day. */
  today: string;
  role: Role | undefined;
  isCompany: boolean;
}

export interface PartInfo {
  part: string;
  icon: IconName;
  title: string;
  /** The same for a company. */
  ofCompany?: string;
  /** What is there: the line below the heading of the part. */
  text: string;
  /** Undefined: not known (yet). */
  answer?: (ground: Ground) => PartAnswer | undefined;
  /** The part that leads to this one, which is therefore not in the overview. */
  isWithin?: string;
}

/** The parts in the order of the overview. */
export const PARTS: readonly PartInfo[] = [
  {
    part: 'notices',
    icon: 'bell',
    title: 'Уведомления',
    text: 'о чём, куда и в какие часы сообщать',
    answer: ({ known }) => noticesAnswer(known),
  },
  {
    part: 'mobile',
    icon: 'smartphone',
    title: 'Телефон и почта',
    text: 'для входа, уведомлений и восстановления пароля',
    answer: ({ known }) => contactsAnswer(known),
  },
  {
    part: 'security',
    icon: 'lock',
    title: 'Безопасность',
    text: 'пароль, ключи, второй шаг, где открыт ваш кабинет',
    answer: ({ known }) => entryAnswer(known),
  },
  {
    part: 'family',
    icon: 'house',
    title: 'Семья и доступ',
    ofCompany: 'Доступ к договору',
    text: 'договоры, открытые вам и другим',
    answer: ({ known, role }) => familyPartAnswer(known, role),
  },
  {
    part: 'consents',
    icon: 'circle-check',
    title: 'Согласия',
    text: 'на что вы согласились, когда, и как это отозвать',
    answer: ({ known }) => consentsAnswer(known),
  },
  {
    part: 'data',
    icon: 'key',
    title: 'Ваши данные',
    text: 'архив, кто из сотрудников смотрел, ключи для программ',
    answer: ({ known, today }) => dataAnswer(known, today),
  },
  {
    part: 'view',
    icon: 'eye',
    title: 'Вид',
    text: 'тема, размер текста и движение на этом устройстве',
    answer: ({ look }) => viewAnswer(look),
  },
  {
    part: 'access',
    icon: 'lock',
    title: 'Кто ещё может войти',
    text: 'что, кроме пароля, открывает договор и кто узнаёт о нём',
    isWithin: 'security',
  },
  { part: 'max', icon: 'send', title: 'MAX', text: 'уведомления в чат с\u00a0ботом', isWithin: 'mobile' },
  { part: 'telegram', icon: 'send', title: 'Telegram', text: 'уведомления в чат с\u00a0ботом', isWithin: 'mobile' },
];

/** The parts of the settings that a role sees while another subscriber's contract is open. */
const PARTS_OF: Record<Role, readonly string[]> = {
  none: ['security', 'family', 'view'],
  payer: ['view', 'family'],
  technician: ['view', 'family'],
  full: ['notices', 'view', 'family'],
};

export const maySeePart = (role: Role | undefined, part: string): boolean =>
  role === undefined || PARTS_OF[role].includes(part);

export const partTitle = ({ title, ofCompany = title }: PartInfo, { isCompany }: Ground): string =>
  isCompany ? ofCompany : title;

/** The rows of the overview. */
export const rowsFor = (role: Role | undefined): PartInfo[] =>
  PARTS.filter(({ part, isWithin }) => isWithin === undefined && maySeePart(role, part));
