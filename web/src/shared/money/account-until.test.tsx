import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { account } from '../../../test/home-world.ts';
import { AccountUntil } from './account-until.tsx';

it.each([
  ['2026-11-20', 'Хватит до 23 ноября, 23:59 — ещё 3 дня обещанного платежа'],
  ['2026-11-23', 'Хватит до 23 ноября, 23:59 — последний день обещанного платежа'],
])('counts the days of a promised payment to its last day, like its card: %s', (today, words) => {
  const promised = account({ lasts_until: '2026-11-24', days_left: 4, promise_last_day: '2026-11-23' });
  const { container } = render(<AccountUntil account={promised} today={today} />);
  expect(container.textContent.replace(/\s/g, ' ')).toBe(words);
});
