import type { TextReport } from './port.ts';
import { deliveredOf, messageIdOf } from './smpp-pdu.ts';

export const SMPP = 'smpp';

const RECEIPTED_ID = 0x001e;
const MESSAGE_STATE = 0x0427;
/** Delivered; expired, deleted, undeliverable, rejected. */
const STATES = new Map<number | string, TextReport['state']>([
  [2, 'delivered'],
  ...[3, 4, 5, 8].map((state) => [state, 'undelivered'] as const),
  ['DELIVRD', 'delivered'],
  ...['EXPIRED', 'DELETED', 'UNDELIV', 'REJECTD'].map((state) => [state, 'undelivered'] as const),
]);

/** Reads a report; undefined if it is none or not final. Prefers the exact options; some gateways send only the text. */
export function reportOf(body: Buffer): TextReport | undefined {
  const { isReport, words, options } = deliveredOf(body);
  if (!isReport) return undefined;
  // Some gateways end words by a zero byte, which the database does not store: the report would come again for ever.
  const word = (name: string) => new RegExp(`\\b${name}:\\s*([^\\s\\0]+)`, 'i').exec(words)?.[1] ?? '';
  const given = options.get(RECEIPTED_ID);
  const id = given ? messageIdOf(given) : word('id');
  const stat = word('stat').toUpperCase();
  const state = STATES.get(options.get(MESSAGE_STATE)?.[0] ?? stat);
  return id === '' || state === undefined
    ? undefined
    : { gateway: SMPP, id, state, reason: `${stat} ${word('err')}`.trim() };
}
