import { beforeEach, expect, it, vi } from 'vitest';
import { at, json } from '../test/stub.ts';

beforeEach(() => {
  vi.resetModules();
  document.body.innerHTML = '<div id="old-browser"></div>';
  at('GET', '/lk/provider.json', () => json({ name: 'Волга' }));
});

async function open(path: string): Promise<void> {
  window.history.replaceState(null, '', path);
  localStorage.setItem('kabinet.any', '1');
  await import('./main.tsx');
}

it.each(['/lk/welcome', '/lk/welcome/'])('clears the stored data on an entry by %s', async (path) => {
  await open(path);
  expect(localStorage.length).toBe(0);
});

it.each(['/lk/', '/lk/welcomed', '/lk/settings/welcome'])('clears nothing on an entry by %s', async (path) => {
  await open(path);
  expect(localStorage.getItem('kabinet.any')).toBe('1');
});

it('removes the notice for old browsers when the app starts', async () => {
  await open('/lk/');
  await vi.waitFor(() => expect(document.getElementById('old-browser')).toBeNull());
});
