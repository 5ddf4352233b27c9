import type pg from 'pg';
import type { Calendar } from './calendar.ts';
import type { CatalogueIds } from './catalogue/catalogue.ts';
import type { Dice } from './random.ts';
import type { PlaceIds } from './people/towns.ts';

/** Shared by every part of the demo: one transaction, one moment, one random generator. */
export interface Seeding {
  readonly client: pg.ClientBase;
  readonly calendar: Calendar;
  readonly dice: Dice;
  readonly places: PlaceIds;
  readonly catalogue: CatalogueIds;
}
