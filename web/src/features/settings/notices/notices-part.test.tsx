import { screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { setProvider } from '#web/lib/page/provider.ts';
import { homeWorld, serveHome } from '../../../../test/home-world.ts';
import { program } from '../../../../test/program-world.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers } from '../../../../test/stub.ts';
import { NoticesPart } from './notices-part.tsx';

const QUIET = { is_on: true, from: 22, until: 8 };

/** The paid text messages, at a provider without a gateway of text messages. */
function open(status: 'on' | 'off'): void {
  setProvider({ codes: { phone: false, email: true } });
  onTestFinished(() => setProvider({ codes: { phone: true, email: true } }));
  const paid = program({ title: 'СМС о деньгах', control: { status, text: '', possible_from: null } });
  serveHome(homeWorld());
  answers(
    contract.notice.settings,
    {},
    { channels: [], kinds: [], quiet: QUIET, news: { product: 'volga', is_on: false, needs_consent: false } },
  );
  answers(
    contract.notice.mobileSettings,
    {},
    {
      ...{ phone_number: null, is_active: false, kinds: [], package: paid, sends_paid: false, sent_this_month: 0 },
      quiet: QUIET,
    },
  );
  answers(contract.notice.examples, {}, []);
  answers(contract.notice.getPush, {}, { is_available: false, public_key: null, browsers: [] });
  answers(contract.internetContract.allowedDrawPrograms, {}, [paid]);
  renderAt('/settings/notices', <NoticesPart />, '/settings/notices');
}

it('lets those who have bought them give them up', async () => {
  open('on');
  expect(await screen.findByRole('switch', { name: 'СМС о деньгах' })).toBeChecked();
});

it('sells no text messages that are not sent', async () => {
  open('off');
  expect(await screen.findByText('О чём пишем')).toBeVisible();
  await expect(screen.findByText('Платный пакет СМС', undefined, { timeout: 500 })).rejects.toThrow();
});
