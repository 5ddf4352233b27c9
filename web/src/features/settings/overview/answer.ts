import type { contract, Wire } from '#web/api/contract.ts';
import type { Motion, TextSize, Theme } from '#web/lib/page/look.ts';
import type { IconName } from '#web/ui/icon/icon.tsx';

/** What makes a part of the settings doubtful. */
export interface Doubt {
  text: string;
  /** The heading of the part, if the words of the pill are too short for one. */
  title?: string;
  icon: IconName;
}

/** What a part of the settings is set to. */
export interface PartAnswer {
  /** The answer, in one sentence: «Вход: пароль и код из приложения». */
  say: string;
  /** The heading of the part, if the sentence is too long for one. */
  title?: string | undefined;
  note?: string | undefined;
  /** The line below the heading of the part, if the list of its contents is not the best one. */
  lead?: string | undefined;
  doubts?: readonly Doubt[] | undefined;
}

/** The replies that the answers are made of; one that has not come, or is not for this role, is absent. */
export interface SettingsKnown {
  settings?: Wire<typeof contract.notice.settings> | undefined;
  mobile?: Wire<typeof contract.notice.getMobile> | undefined;
  email?: Wire<typeof contract.notice.emailSettings> | undefined;
  contacts?: Wire<typeof contract.notice.contacts> | undefined;
  max?: Wire<typeof contract.notice.getMax> | undefined;
  telegram?: Wire<typeof contract.notice.getTelegram> | undefined;
  messages?: Wire<typeof contract.notice.getMessages> | undefined;
  ways?: Wire<typeof contract.security.get> | undefined;
  sessions?: Wire<typeof contract.auth.sessions> | undefined;
  access?: Wire<typeof contract.security.access> | undefined;
  family?: Wire<typeof contract.family.get> | undefined;
  contracts?: Wire<typeof contract.family.contracts> | undefined;
  consents?: Wire<typeof contract.consent.list> | undefined;
  reads?: Wire<typeof contract.security.staffReads> | undefined;
  archive?: Wire<typeof contract.archive.get> | undefined;
}

/** The view on this device. */
export interface LookOnDevice {
  theme: Theme;
  size: TextSize;
  motion: Motion;
}

/** «а», «а и б», «а, б и в» */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} и ${words.at(-1)}`;
