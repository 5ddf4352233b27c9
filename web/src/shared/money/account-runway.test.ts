import { expect, it } from 'vitest';
import { charge } from '../../../test/home-world.ts';
import { runwayOf } from './account-runway.ts';

const TODAY = '2026-11-20';
const upcoming = [charge('2026-12-01', '1179.00', '55.50'), charge('2027-01-01', '1179.00', '-1123.50', '1123.50')];

it('highlights the paid days and marks the charges', () => {
  const runway = runwayOf({ days_left: 42, upcoming }, TODAY);
  expect(runway).toMatchObject({ paid: 42, ticks: 53 });
  expect(runway?.marks.map(({ at }) => at)).toEqual([0, 11, 42]);
  expect(runway?.marks.at(-1)?.missing).toBe('1123.50');
  expect(runway?.marks.every(({ labelled }) => labelled)).toBe(true);
});

it('omits labels that would overlap', () => {
  const soon = runwayOf({ days_left: 2, upcoming: [charge('2026-11-22', '10.00', '-1.00', '1.00')] }, TODAY);
  expect(soon?.marks.map(({ labelled }) => labelled)).toEqual([false, true]);
  const narrow = runwayOf({ days_left: 42, upcoming }, TODAY, true);
  expect(narrow?.marks.map(({ labelled }) => labelled)).toEqual([true, false, true]);
});

it('limits the length of the ruler, and has no ruler without charges', () => {
  expect(runwayOf({ days_left: null, upcoming: upcoming.slice(0, 1) }, TODAY)).toMatchObject({ ticks: 63, paid: 63 });
  expect(runwayOf({ days_left: null, upcoming: [] }, TODAY)).toBeUndefined();
});
