import type { Tx } from '#server/db/database.ts';
import type { KnownThing } from './catalogue.ts';
import { CATALOGUE_NOTES } from './catalogue.texts.ts';
import { stateOf } from './fields.rules.ts';
import { hasRates } from './write.queries.ts';

type Note = keyof typeof CATALOGUE_NOTES;

/** What else is to be done with a thing before somebody takes it, or is to be known of those who have it. */
export async function notesOn(tx: Tx, known: KnownThing): Promise<string[]> {
  const { kind, id, contracts } = known.row;
  const isHad = contracts > 0;
  if (stateOf(known.row) === 'archived') return told(isHad ? ['kept'] : []);
  if (kind !== 'plan') return told(known.row.service === 'tv' ? ['packets'] : []);
  return told(await ofPlan(tx, id, known, isHad));
}

const told = (notes: readonly Note[]): string[] => notes.map((note) => CATALOGUE_NOTES[note]);

async function ofPlan(tx: Tx, id: number, { row, values }: KnownThing, isHad: boolean): Promise<Note[]> {
  switch (row.service) {
    case 'telephone':
    case 'sip':
      return (await hasRates(tx, id)) ? [] : ['noRates'];
    case 'tv':
      return values.channels === '' ? ['packets', 'noChannels'] : ['packets'];
    case 'mail':
      return isHad ? ['mailboxes'] : [];
    default:
      return [];
  }
}
