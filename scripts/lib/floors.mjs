/**
 * The contexts of `server/src/domain`, from the bottom up. Each may import what stands below it; contexts of one floor do not know
 * each other. `.dependency-cruiser.floors.mjs` proves it, and `scripts/floors.ts` draws it.
 * @type {readonly (readonly string[])[]}
 */
export const FLOORS = [
  ['shared'],
  ['messaging'],
  ['money', 'identity'],
  ['services'],
  ['billing'],
  ['changes'],
  ['payments'],
  ['billing-run', 'calendar', 'documents'],
];
