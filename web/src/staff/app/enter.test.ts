import { QueryClient } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contract } from '../api/contract.ts';
import type { Me } from '../api/me.ts';
import { shownPerson } from '../api/session.ts';
import { answerKey } from '../api/use-call.ts';
import { noteOpened, useRecent } from '../lib/recent.ts';
import { enter } from './enter.ts';

const CARD = answerKey(contract.card.show, { query: { contract_id: '7' } });
const person = (login: string, person_id: number) => ({ login, person_id }) as Me;

it('the next person finds nothing of the one before her; the same person, everything', () => {
  const cache = new QueryClient();
  const { result, rerender } = renderHook(() => useRecent());
  enter(cache, person('olga', 1));
  cache.setQueryData(CARD, { name: 'Иванов' });
  noteOpened({ contract_id: 7, name: 'Иванов', address: 'Лесная, 14', tone: 'ok' });
  enter(cache, person('olga', 1));
  rerender();
  expect([cache.getQueryData(CARD), result.current.length]).toEqual([{ name: 'Иванов' }, 1]);
  enter(cache, person('boris', 2));
  rerender();
  expect([cache.getQueryData(CARD), result.current.length]).toEqual([undefined, 0]);
  expect(shownPerson()).toEqual({ 'x-person': '2' });
});
