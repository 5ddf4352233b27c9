import { render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Markup } from './markup.tsx';

const loaded = vi.hoisted(() => vi.fn());
vi.mock('#web/lib/text/clean-markup.ts', async (original) => {
  loaded();
  return await original();
});

const shown = (html: string): string => render(<Markup html={html} />).container.firstElementChild?.innerHTML ?? '';

test.for([
  ['Ночью работы', 'Ночью работы'],
  ['<p>С 02:00 до 05:00</p>', '<p>С&nbsp;02:00 до&nbsp;05:00</p>'],
  ['<p>Раз</p>\n<p>Два &amp; &lt;три&gt;</p>', '<p>Раз</p><p>Два &amp; &lt;три&gt;</p>'],
  ['&lt;b&gt;', '&lt;b&gt;'],
])('words and paragraphs are shown without the sanitiser: %s', ([html = '', expected]) => {
  expect(shown(html)).toBe(expected);
  expect(loaded).not.toHaveBeenCalled();
});

test('the same text is shown with and without the sanitiser', async () => {
  const { cleanMarkup } = await import('#web/lib/text/clean-markup.ts');
  for (const html of ['Слово', '<p>Раз</p><p>Два&nbsp;три</p>', '<p>«Цена» &quot;А&quot; &lt;script&gt;</p>']) {
    const place = document.createElement('div');
    place.append(cleanMarkup(html));
    expect(shown(html)).toBe(place.innerHTML);
  }
});

test.for([
  ['<p onclick="steal()">Раз</p>', '<p>Раз</p>'],
  ['<p>Раз <b>два</b></p>', '<p>Раз <b>два</b></p>'],
  ['<p>Раз<script>steal()</script></p>', '<p>Раз</p>'],
  ['<p>Раз &#60;два</p>', '<p>Раз &lt;два</p>'],
])('anything else is sanitised: %s', async ([html = '', expected]) => {
  const { container } = render(<Markup html={html} />);
  expect(screen.getByText(/Раз/)).toBeVisible();
  expect(container.querySelector('script')).toBeNull();
  await waitFor(() => expect(container.firstElementChild?.innerHTML).toBe(expected));
});
