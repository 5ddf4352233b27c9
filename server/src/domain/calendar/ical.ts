import { createHash } from 'node:crypto';
import { addDays } from '@kabinet/contract/kernel/day';
import { toWireMoney } from '@kabinet/contract/kernel/money';
import type { Entry } from './entry.rules.ts';

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
  /** The provider's name. */
  readonly name: string;
  readonly now: Date;
}

function eventOf(entry: Entry, { contractId, now }: Whose): string[] {
  const { day, last_day, kind, p, title, text, amount, missing, services } = entry;
  // The same entry keeps its id, so that a calendar program neither moves nor duplicates events.
  const said = JSON.stringify([contractId, day, kind, p, title, services.map(({ user_id }) => user_id)]);
  const id = createHash('sha256').update(said).digest('hex').slice(0, 32);
  const sum = amount === null ? '' : `: ${toWireMoney(amount).replace('.', ',')} ₽`;
  const about = [
    services.map(({ name }) => name).join(', '),
    text,
    missing === null ? '' : `Не хватит ${toWireMoney(missing).replace('.', ',')} ₽`,
  ].filter((part) => part !== '');
  return [
    'BEGIN:VEVENT',
    `UID:${id}@kabinet`,
    `DTSTAMP:${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${dateOf(day)}`,
    `DTEND;VALUE=DATE:${dateOf(addDays(last_day ?? day, 1))}`,
    `SUMMARY:${escaped(title + sum)}`,
    ...(about.length > 0 ? [`DESCRIPTION:${escaped(about.join('\n'))}`] : []),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** Charges and planned changes as a calendar that programs subscribe to (RFC 5545). */
export const calendarFile = (entries: readonly Entry[], whose: Whose): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kabinet//Charges and changes//RU',
    `X-WR-CALNAME:${escaped(`${whose.name}, договор ${whose.contractId}`)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ...entries.flatMap((entry) => eventOf(entry, whose)),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
