import { expect, it } from 'vitest';
import { movement } from '../../../../test/home-world.ts';
import { debtStory } from './debt-story.ts';

const page = (items: ReturnType<typeof movement>[], next: string | null = null) => ({ items, next });
const charges = [
  movement({ entry_id: 2, day: '2026-11-20', amount: '-450.00' }),
  movement({ entry_id: 1, day: '2026-10-20', amount: '-450.00' }),
];

it('shows the balance before the last charges', () => {
  expect(debtStory('-388.50', page(charges), page([]))).toMatchObject({ day: '2026-11-20', before: '61.50' });
});

it('includes payments made since', () => {
  const paid = movement({ entry_id: 3, day: '2026-11-21', at: '2026-11-21T08:00:00.000Z', amount: '100.00' });
  const story = debtStory('-288.50', page(charges), page([paid]));
  expect(story?.before).toBe('61.50');
  expect(story?.lines.map(({ id }) => id)).toEqual([2, 3]);
});

it('omits the former balance when not all movements are known', () => {
  expect(debtStory('-388.50', page(charges.slice(0, 1), 'more'), page([]))).not.toHaveProperty('before');
});

it('returns nothing without charges', () => {
  expect(debtStory('-1.00', page([]), page([]))).toBeUndefined();
});
