/**
 * The contexts of `server/src/domain`, from the bottom up. Each may import contexts below it; contexts of one floor do not import
 * each other. `.dependency-cruiser.floors.mjs` checks this, and `scripts/floors.ts` draws it.
 * @type {readonly (readonly string[])[]}
 */
export const FLOORS = [
  ['shared'],
  ['messaging', 'help-desk', 'search'],
  ['money', 'identity'],
  ['services', 'staff'],
  ['billing'],
  ['changes'],
  ['payments', 'support'],
  ['billing-run', 'backlog', 'calendar', 'documents', 'import'],
];
