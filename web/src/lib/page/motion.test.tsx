import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Balance } from '#web/ui/text/money.tsx';
import { GlidingRows } from '#web/ui/text/gliding-rows.tsx';
import { motionMs } from './motion.ts';

const root = document.documentElement;
afterEach(() => {
  root.removeAttribute('style');
  vi.unstubAllGlobals();
});
const plain = () => document.body.textContent.replace(/\s/g, ' ');

/** Frames that the test lets come. */
function frames() {
  let waiting: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (work: FrameRequestCallback) => waiting.push(work));
  vi.stubGlobal('cancelAnimationFrame', () => (waiting = []));
  return async (at: number) => {
    const now = waiting;
    waiting = [];
    await vi.waitFor(() => now.forEach((work) => work(at)));
  };
}

it('reads a token in milliseconds or seconds, 0 when there is none', () => {
  expect(motionMs('--t-count')).toBe(0);
  root.style.setProperty('--t-count', '.6s');
  expect(motionMs('--t-count')).toBe(600);
  root.style.setProperty('--t-count', '600ms');
  expect(motionMs('--t-count')).toBe(600);
});

it('counts a changed balance to its new value, busy until it is there', async () => {
  root.style.setProperty('--t-count', '600ms');
  const frame = frames();
  vi.stubGlobal('performance', { now: () => 0 });
  const { rerender, container } = render(<Balance value="100.00" />);
  expect(plain()).toBe('100,00 ₽');
  rerender(<Balance value="200.00" />);
  await frame(300);
  expect(await screen.findByText('187', { exact: false })).toBeVisible();
  expect(container.querySelector('[aria-busy="true"]')).not.toBeNull();
  await frame(700);
  await vi.waitFor(() => expect(plain()).toBe('200,00 ₽'));
  expect(container.querySelector('[aria-busy="true"]')).toBeNull();
});

it('shows a changed balance at once where less motion is wanted', () => {
  const { rerender } = render(<Balance value="100.00" />);
  rerender(<Balance value="200.00" />);
  expect(plain()).toBe('200,00 ₽');
});

it('lets rows glide to their new places', () => {
  root.style.setProperty('--t-base', '200ms');
  const glided: string[] = [];
  HTMLElement.prototype.animate = function animate(this: HTMLElement, frames) {
    glided.push(`${this.textContent}: ${String((frames as Keyframe[])[0]?.['transform'])}`);
    return {} as Animation;
  };
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function top(this: HTMLElement) {
    return [...(this.parentElement?.children ?? [])].indexOf(this) * 50;
  });
  const list = (...names: string[]) => (
    <GlidingRows>
      {names.map((name) => (
        <span key={name}>{name}</span>
      ))}
    </GlidingRows>
  );
  const { rerender } = render(list('а', 'б', 'в'));
  rerender(list('в', 'а', 'б'));
  expect(glided.toSorted()).toEqual(['а: translateY(-50px)', 'б: translateY(-50px)', 'в: translateY(100px)']);
  vi.restoreAllMocks();
  Reflect.deleteProperty(HTMLElement.prototype, 'animate');
});
