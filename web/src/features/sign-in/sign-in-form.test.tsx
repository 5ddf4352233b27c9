import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { openPage } from '#web/lib/page/open-page.tsx';
import { answers, requests } from '../../../test/stub.ts';
import { SignInForm } from './sign-in-form.tsx';

const TOKEN = '/api/v2/auth/token';

/** The form as the server has rendered it, filled in before its script has come. */
function rendered(): HTMLElement {
  Object.assign(window, { matchMedia: () => ({ matches: false }) });
  document.body.innerHTML = `<div id="provider">{}</div><div id="root">${renderToString(<SignInForm />)}</div>`;
  const root = document.getElementById('root')!;
  root.querySelector<HTMLInputElement>('[name=login]')!.value = '100001';
  root.querySelector<HTMLInputElement>('[name=password]')!.value = 'demo-kabinet';
  onTestFinished(() => {
    document.body.innerHTML = '';
    Reflect.deleteProperty(window, 'tapped');
  });
  return root;
}

it('makes up for a tap on «Войти» that came before its script', async () => {
  answers(contract.auth.token, {}, { access_token: 'token', token_type: 'Bearer', expires_in: 600 });
  const root = rendered();
  Object.assign(window, { tapped: root.querySelector('form > button') });
  await act(() => hydrateRoot(root, <SignInForm />));
  await vi.waitFor(() => expect(requests().map(({ path }) => path)).toContain(TOKEN));
  expect(requests().find(({ path }) => path === TOKEN)?.body).toMatchObject({
    login: '100001',
    password: 'demo-kabinet',
  });
  expect(window).toMatchObject({ tapped: null });
});

it('sends nothing by itself', async () => {
  const root = rendered();
  await act(() => hydrateRoot(root, <SignInForm />));
  expect(requests()).toEqual([]);
});

it.each([
  ['the password, where somebody types', '[name=password]', 'password'],
  ['the login, if nobody types yet', 'nothing', 'login'],
])('when its script comes, the focus is on %s', async (_, typedIn, focused) => {
  const root = rendered();
  Object.assign(window, { matchMedia: () => ({ matches: true }) });
  root.querySelector<HTMLInputElement>(typedIn)?.focus();
  await act(() => hydrateRoot(root, <SignInForm />));
  expect(document.activeElement).toHaveAttribute('name', focused);
});

it('any other button gets its click when the page is taken over', async () => {
  const root = rendered();
  const clicked = vi.fn();
  root.innerHTML = '<button type="button">Сообщения</button>';
  Object.assign(window, { tapped: root.firstChild });
  await act(() =>
    openPage(
      <button type="button" onClick={clicked}>
        Сообщения
      </button>,
    ),
  );
  expect(clicked).toHaveBeenCalledTimes(1);
});
