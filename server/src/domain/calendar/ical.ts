import { createHash } from 'node:crypto';
import { addDays, dayIn, type Day } from '@kabinet/contract/kernel/day';
import { toWireMoney } from '@kabinet/contract/kernel/money';
import type { At } from '#server/domain/shared/at.ts';
import type { CalendarEntry } from './entry.rules.ts';
import { formerAddress } from './former-address.texts.ts';

/** RFC 5545 folds lines longer than so many bytes. */
const LINE_BYTES = 75;

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,').replaceAll(/\r?\n/g, '\\n');

/** Splits a line between characters, so that no part is longer than the standard allows. */
function folded(line: string): string {
  let text = '';
  let bytes = 0;
  for (const sign of line) {
    const size = Buffer.byteLength(sign);
    const isFull = bytes + size > LINE_BYTES;
    text += isFull ? `\r\n ${sign}` : sign;
    bytes = isFull ? 1 + size : bytes + size;
  }
  return text;
}

const dateOf = (day: string): string => day.replaceAll('-', '');

interface Whose {
  readonly contractId: number;
  /** By which the client knows the contract. */
  readonly contractNo: string;
  /** The provider's name. */
  readonly name: string;
  readonly now: Date;
}

/**
 * The same entry keeps its id, so that a calendar program neither moves nor duplicates events. Entries of one title, as promotions of a plan
 * and of its option that end on one day, are counted: of two events with one id a program shows the last.
 */
function withIds(entries: readonly CalendarEntry[], contractId: number): { id: string; entry: CalendarEntry }[] {
  const times = new Map<string, number>();
  return entries.map((entry) => {
    const { day, kind, p, title, services } = entry;
    const said = JSON.stringify([contractId, day, kind, p, title, services.map(({ user_id }) => user_id)]);
    const before = times.get(said) ?? 0;
    times.set(said, before + 1);
    const numbered = before === 0 ? said : `${said}#${before}`;
    return { id: createHash('sha256').update(numbered).digest('hex').slice(0, 32), entry };
  });
}

function eventOf(entry: CalendarEntry, id: string, now: Date): string[] {
  const { day, last_day, title, text, amount, missing, services } = entry;
  const sum = amount === null ? '' : `: ${toWireMoney(amount).replace('.', ',')} ₽`;
  const about = [
    services.map(({ name }) => name).join(', '),
    text,
    missing === null ? '' : `Не хватит ${toWireMoney(missing).replace('.', ',')} ₽`,
  ].filter((part) => part !== '');
  return linesOf({ id, day, lastDay: last_day ?? day, title: title + sum, about }, now);
}

interface Shown {
  readonly id: string;
  readonly day: Day;
  readonly lastDay: Day;
  readonly title: string;
  readonly about: readonly string[];
}

const linesOf = ({ id, day, lastDay, title, about }: Shown, now: Date): string[] => [
  'BEGIN:VEVENT',
  `UID:${id}@kabinet`,
  `DTSTAMP:${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
  `DTSTART;VALUE=DATE:${dateOf(day)}`,
  `DTEND;VALUE=DATE:${dateOf(addDays(lastDay, 1))}`,
  `SUMMARY:${escaped(title)}`,
  ...(about.length > 0 ? [`DESCRIPTION:${escaped(about.join('\n'))}`] : []),
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
];

/** Charges and planned changes as a calendar that programs subscribe to (RFC 5545). */
export function calendarFile(entries: readonly CalendarEntry[], { contractId, contractNo, name, now }: Whose): string {
  return fileOf(
    `${name}, договор ${contractNo}`,
    withIds(entries, contractId).flatMap(({ id, entry }) => eventOf(entry, id, now)),
  );
}

/**
 * What the former address of the calendar answers, the same to everybody. An app shows no refusal: it would go on showing the
 * charges of the past, or nothing. So the calendar itself says, on each day that it is looked at, what to do.
 */
export function formerCalendarFile(name: string, publicUrl: string, { now, zone }: At): string {
  const today = dayIn(zone, now);
  const { title, about } = formerAddress(`${publicUrl}/lk/settings/data`);
  return fileOf(name, linesOf({ id: 'former-address', day: today, lastDay: today, title, about }, now));
}

const fileOf = (name: string, events: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kabinet//Charges and changes//RU',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ...events,
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
