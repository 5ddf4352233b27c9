import { expect, it } from 'vitest';
import type { ContractCard } from './card-data.ts';
import { sayText } from './say.texts.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const said = (cause: string, userId: number | null = 1, because: string | null = null) =>
  plain(
    sayText({
      chain: {
        finding: { cause, title: '', lead: 'Совет абоненту' },
        service: { user_id: userId, closed_because: because },
      },
      accounts: [
        { kind: 'i', blocked: true, missing: '628.50' },
        { kind: 't', blocked: true, missing: '187.40' },
      ],
    } as unknown as ContractCard) ?? 'nobody wrote why',
  );

it('names the sum of the account that the service is charged to', () => {
  expect(said('debt')).toBe('Не хватает 628,50 ₽. Заплатите, и включим сразу: обычно через 1–2 минуты');
  expect(said('debt', null)).toContain('187,40 ₽');
});

it('does not send the client to the support, whom he is talking to', () => {
  for (const cause of ['closed', 'abuse', 'repair', 'incident', 'login_locked'])
    expect(said(cause)).not.toMatch(/позвоните|поддержка|не проверяем/i);
});

it('tells the rest as the check of the client does', () => {
  expect(said('line')).toBe('Совет абоненту');
});

it('says why the provider has closed it, and nothing if nobody wrote why', () => {
  expect(said('operator', 1, 'Нужны документы.')).toBe('Мы отключили услугу: Нужны документы. Пока не списываем');
  expect(said('operator')).toBe('nobody wrote why');
});
