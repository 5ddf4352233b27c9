import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Splash } from './splash.tsx';

const parsed = (html: string): string => {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  return (body.querySelector('.splash')?.outerHTML ?? '').replace(/>\s+</g, '><').replace(/\s+/g, ' ');
};

it('the page arrives with the splash that the app draws, so that nothing moves when the app takes over', () => {
  const page = readFileSync(`${import.meta.dirname}/../../index.html`, 'utf8');
  expect(parsed(page)).not.toBe('');
  expect(parsed(page)).toBe(parsed(renderToStaticMarkup(<Splash name="" />)));
});
