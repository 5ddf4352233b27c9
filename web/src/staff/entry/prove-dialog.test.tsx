import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { sendForStaff } from '../api/client.ts';
import { contract } from '../api/contract.ts';
import { ProveDialog } from './prove-dialog.tsx';

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

/** A server that wants a proof before a person is blocked; `codes`: those that it takes. */
function serve(codes: readonly string[]) {
  let isProved = false;
  const asked: string[] = [];
  const keys: (string | undefined)[] = [];
  const answer = (url: string, { body, headers }: { body: string; headers: Record<string, string> }): Response => {
    asked.push(url);
    if (url.endsWith('/block')) keys.push(headers['idempotency-key']);
    if (url.endsWith('/me/confirm')) {
      isProved = codes.includes((JSON.parse(body) as { code: string }).code);
      return isProved
        ? json(200, { until: '2026-11-20T10:10:00Z' })
        : json(403, { code: 'second_step_refused', message: 'Код не подошёл' });
    }
    return isProved
      ? json(200, { login: 'vera', roles: [], sessions_ended: 1, keys: [] })
      : json(403, { code: 'confirmation_required', message: 'Подтвердите' });
  };
  vi.stubGlobal('fetch', (...sent: Parameters<typeof answer>) => Promise.resolve(answer(...sent)));
  return { asked, keys };
}
afterEach(() => void vi.unstubAllGlobals());

const block = () => sendForStaff(contract.staff.block, { body: { login: 'vera' } }, { key: 'one' });

it('asks for a code, and then makes the call that was refused', async () => {
  const { asked, keys } = serve(['123456']);
  render(<ProveDialog />);
  const answer = block();
  await userEvent.type(await screen.findByLabelText('Код'), '000000');
  await userEvent.click(screen.getByRole('button', { name: 'Подтвердить' }));
  expect(await screen.findByText('Код не подошёл')).toBeVisible();
  await userEvent.clear(screen.getByLabelText('Код'));
  await userEvent.type(screen.getByLabelText('Код'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Подтвердить' }));
  expect(await answer).toMatchObject({ sessions_ended: 1 });
  expect(asked.filter((url) => url.endsWith('/block'))).toHaveLength(2);
  // What was lost on its way is repeated by the key of the call that may have been carried out.
  expect(keys).toEqual(['one', 'one']);
});

it('refuses the call if she does not', async () => {
  serve([]);
  render(<ProveDialog />);
  const answer = block().catch((failure: unknown) => failure);
  await screen.findByLabelText('Код');
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }));
  expect(await answer).toMatchObject({ code: 'confirmation_required' });
});
