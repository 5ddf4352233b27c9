import { expect, it, vi } from 'vitest';
import { leaveFor, loadAnew } from './leave.ts';

it('loads the page anew, but not once it leaves for another', () => {
  const [replace, reload] = [vi.fn(), vi.fn()];
  vi.stubGlobal('location', { replace, reload });
  loadAnew();
  expect(reload).toHaveBeenCalledOnce();
  leaveFor('/payment/i');
  loadAnew();
  expect(replace).toHaveBeenCalledExactlyOnceWith('/lk/payment/i');
  expect(reload).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
