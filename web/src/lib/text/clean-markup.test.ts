import { expect, it } from 'vitest';
import { cleanMarkup } from './clean-markup.ts';

function cleaned(html: string): string {
  const place = document.createElement('div');
  place.append(cleanMarkup(html));
  return place.innerHTML;
}

it.each([
  ['<p>Срок<script>alert(1)</script></p>', '<p>Срок</p>'],
  ['<p style="color:red" onclick="x()"><font color="red">Важно</font></p>', '<p>Важно</p>'],
  ['<style>p{}</style><b>Да</b>', '<b>Да</b>'],
  ['<a href="javascript:alert(1)">раз</a>', '<a>раз</a>'],
  ['<a href="http://a.ru">два</a>', '<a>два</a>'],
  ['<img src=x onerror=alert(1)>', ''],
  ['<table><tr><td colspan="2">1</td></tr></table>', '<table><tbody><tr><td colspan="2">1</td></tr></tbody></table>'],
])('%s becomes %s', (dirty, clean) => expect(cleaned(dirty)).toBe(clean));

it('opens a link to another site in a new tab, without a referrer', () => {
  expect(cleaned('<a href="https://a.ru">сайт</a>')).toBe(
    '<a href="https://a.ru" target="_blank" rel="noopener noreferrer">сайт</a>',
  );
});
