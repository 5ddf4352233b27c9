import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { contract } from '#web/api/contract.ts';
import { renderAt } from '../../../../test/render.tsx';
import { answers, requests } from '../../../../test/stub.ts';
import { digestOf } from './notices-browser.ts';
import { PushCard } from './notices-push.tsx';

const { notice } = contract;
const ENDPOINT = 'https://updates.push.services.mozilla.com/wpush/v2/a';
const KEYS = { p256dh: 'B'.padEnd(87, 'A'), auth: 'A'.repeat(22) };
const PUBLIC_KEY = 'BAAA';
const push = (browsers: readonly { digest: string; browser: string; created_at: string }[] = []) => ({
  is_available: true,
  public_key: PUBLIC_KEY,
  browsers: [...browsers],
});
const mine = async () => ({
  digest: await digestOf(ENDPOINT),
  browser: 'Firefox',
  created_at: '2026-11-20T10:00:00.000Z',
});

/** A browser with a push service; says what it is asked for. */
function browserWith(permission: NotificationPermission, answer: NotificationPermission = 'granted') {
  let subscription: object | null = null;
  const asked = vi.fn(() => Promise.resolve(answer));
  const unsubscribe = vi.fn(() => Promise.resolve(true));
  const subscribe = vi.fn(() => {
    subscription = { endpoint: ENDPOINT, unsubscribe, toJSON: () => ({ endpoint: ENDPOINT, keys: KEYS }) };
    return Promise.resolve(subscription);
  });
  const registration = { pushManager: { getSubscription: () => Promise.resolve(subscription), subscribe } };
  const register = vi.fn(() => Promise.resolve(registration));
  const worker = {
    register,
    ready: Promise.resolve(registration),
    getRegistration: () => Promise.resolve(registration),
  };
  vi.stubGlobal('PushManager', vi.fn());
  vi.stubGlobal('Notification', { permission, requestPermission: asked });
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  return { asked, register, subscribe, unsubscribe };
}
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

it('asks for the permission on a click only, and switches on and off', async () => {
  const browser = browserWith('default');
  answers(notice.getPush, {}, push());
  answers(notice.setPush, {}, push([await mine()]));
  renderAt('/settings/notices', <PushCard />);
  const on = await screen.findByRole('button', { name: 'Включить уведомления' });
  expect(browser.asked).not.toHaveBeenCalled();
  expect(browser.register).not.toHaveBeenCalled();
  answers(notice.getPush, {}, push([await mine()]));
  await userEvent.click(on);
  expect(await screen.findByText('Включены')).toBeVisible();
  expect(browser.register).toHaveBeenCalledWith('/lk/sw.js');
  expect(browser.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: new Uint8Array([4, 0, 0]),
  });
  expect(requests().find(({ path }) => path.endsWith('set-push'))?.body).toEqual({ endpoint: ENDPOINT, ...KEYS });

  answers(notice.removePush, {}, push());
  answers(notice.getPush, {}, push());
  await userEvent.click(screen.getByRole('button', { name: 'Выключить' }));
  expect(await screen.findByRole('button', { name: 'Включить уведомления' })).toBeVisible();
  await waitFor(() => expect(browser.unsubscribe).toHaveBeenCalled());
  expect(requests().find(({ path }) => path.endsWith('remove-push'))?.body).toEqual({ endpoint: ENDPOINT });
});

it('says why there is no button, if the browser has refused or cannot', async () => {
  browserWith('denied');
  answers(notice.getPush, {}, push([{ ...(await mine()), digest: 'other', browser: 'Chrome, Windows' }]));
  const { unmount } = renderAt('/settings/notices', <PushCard />);
  expect(await screen.findByText(/Браузер запретил нам уведомления/)).toBeVisible();
  expect(screen.getByText(/Ещё включены: Chrome, Windows, с 20 ноября/)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
  unmount();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  renderAt('/settings/notices', <PushCard />);
  expect(await screen.findByText(/не умеет показывать уведомления/)).toBeVisible();
});

it('does nothing if the client declines, and says that from then on it is forbidden', async () => {
  const browser = browserWith('default', 'denied');
  answers(notice.getPush, {}, push());
  renderAt('/settings/notices', <PushCard />);
  const on = await screen.findByRole('button', { name: 'Включить уведомления' });
  vi.stubGlobal('Notification', { permission: 'denied', requestPermission: browser.asked });
  await userEvent.click(on);
  expect(await screen.findByText(/Браузер запретил нам уведомления/)).toBeVisible();
  expect(browser.subscribe).not.toHaveBeenCalled();
});

it('is not there where the provider has not switched it on', async () => {
  browserWith('default');
  answers(notice.getPush, {}, { is_available: false, public_key: null, browsers: [] });
  const { container } = renderAt('/settings/notices', <PushCard />);
  await waitFor(() => expect(requests()).toHaveLength(1));
  expect(container.querySelector('button')).toBeNull();
});
