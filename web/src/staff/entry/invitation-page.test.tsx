import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { InvitationPage } from './invitation-page.tsx';

afterEach(() => void vi.unstubAllGlobals());

it('a link that is cut in the middle of a character is an unknown one', async () => {
  const message = 'Ссылка не действует. Попросите новую';
  const refused = new Response(JSON.stringify({ code: 'link_over', message }), { status: 409 });
  vi.stubGlobal('fetch', () => Promise.resolve(refused));
  window.history.replaceState(null, '', '/invitation#k7mfx%D0%');
  render(<InvitationPage onEntered={() => undefined} />);
  expect(await screen.findByText(`${message}.`)).toBeVisible();
});
