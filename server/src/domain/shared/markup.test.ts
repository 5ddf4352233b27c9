import { expect, test } from 'vitest';
import { cleanHtml } from './markup.ts';

test.each([
  ['<p>С <b>02:00</b> до 05:00</p>', '<p>С <b>02:00</b> до 05:00</p>'],
  ['<p onclick="x()" style="color:red" class="y">Текст</p>', '<p>Текст</p>'],
  ['<font color="red">Долг</font>', 'Долг'],
  ['до<script>alert(1)</script><style>p{}</style><svg><text>x</text></svg>после', 'допосле'],
  ['<a href="https://volga.example/">сайт</a>', '<a href="https://volga.example/">сайт</a>'],
  ['<a href="javascript:alert(1)">сайт</a>', '<a>сайт</a>'],
  ['<a href="http://volga.example/" target="_top">сайт</a>', '<a>сайт</a>'],
  ['<a href="//volga.example/">сайт</a>', '<a>сайт</a>'],
  ['<img src=x onerror=alert(1)>', ''],
])('%s becomes %s', (html, clean) => {
  expect(cleanHtml(html)).toBe(clean);
  expect(cleanHtml(cleanHtml(html))).toBe(clean);
});
