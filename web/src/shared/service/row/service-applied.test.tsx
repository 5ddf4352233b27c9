import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { homeWorld, NOW, serveHome, user } from '../../../../test/home-world.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers } from '../../../../test/stub.ts';
import { useUsers } from '#web/shared/data/frame-data.ts';
import { ServiceApplied } from './service-applied.tsx';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW }));
afterEach(() => void vi.useRealTimers());

function Shown() {
  const [one] = useUsers().data ?? [];
  return one ? <ServiceApplied user={one} /> : null;
}
const serve = (is_applied: boolean) => answers(contract.user.list, {}, [user({ is_applied })]);
const show = () => renderAt('/tv/1', <Shown />, '/tv/:user_id');
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('says «применяется…» until the change is carried out, then «применено», without a reload', async () => {
  serveHome(homeWorld());
  serve(false);
  show();
  expect(await screen.findByText('Применяется…')).toBeVisible();
  serve(true);
  await wait(3500);
  expect(screen.getByRole('status')).toHaveTextContent('Применено');
});

it('explains a wait of more than a minute', async () => {
  serveHome(homeWorld());
  serve(false);
  show();
  await screen.findByText('Применяется…');
  await wait(64_000);
  expect(screen.getByRole('status')).toHaveTextContent(/дольше обычного/);
});

it('says nothing of a service that nobody has changed', async () => {
  serveHome(homeWorld());
  serve(true);
  show();
  expect(await screen.findByRole('status')).toBeEmptyDOMElement();
});
