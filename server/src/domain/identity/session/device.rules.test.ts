import { expect, test } from 'vitest';
import { networkOf, addressNetworksOf } from './address.rules.ts';
import { describeBrowser } from './browser.rules.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko)';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [`${WINDOWS} Chrome/142.0.0.0 Safari/537.36`, 'Chrome на Windows'],
  [`${WINDOWS} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge на Windows'],
  [`${WINDOWS} Chrome/140.0.0.0 YaBrowser/25.10.0.0 Safari/537.36`, 'Яндекс Браузер на Windows'],
  [`${ANDROID} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`, 'Samsung Internet на Android'],
  [`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari на iPhone'],
  [`${IPHONE} CriOS/142.0 Mobile/15E148 Safari/604.1`, 'Chrome на iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox на Linux'],
  ['<script>alert(1)</script>', 'Неизвестный браузер'],
  ['', 'Неизвестный браузер'],
])('%s', (userAgent, description) => {
  expect(describeBrowser(userAgent)).toBe(description);
});

test.each([
  ['95.24.10.7', '95.24.10.*', ['95.24.10.7', '95.24.10.0/24']],
  ['::ffff:95.24.10.7', '95.24.10.*', ['95.24.10.7', '95.24.10.0/24']],
  [
    '2a00:1fa0:42:8a9:1:2:3:4',
    '2a00:1fa0:42:8a9:*',
    ['2a00:1fa0:42:8a9::', '2a00:1fa0:42:800::/56', '2a00:1fa0:42::/48'],
  ],
  ['2A00:1FA0::5', '2a00:1fa0:0:0:*', ['2a00:1fa0:0:0::', '2a00:1fa0:0:0::/56', '2a00:1fa0:0::/48']],
  ['2a00::1:2:3:4:5:6', '2a00:0:1:2:*', ['2a00:0:1:2::', '2a00:0:1:0::/56', '2a00:0:1::/48']],
  ['::1', '0:0:0:0:*', ['0:0:0:0::', '0:0:0:0::/56', '0:0:0::/48']],
])('%s is shown as %s and limited by %j', (ip, shown, networks) => {
  expect(networkOf(ip)).toBe(shown);
  expect(addressNetworksOf(ip).map(({ name }) => name)).toEqual(networks);
});

test('a wider network may do more than an address, and far less than all its addresses together', () => {
  expect(addressNetworksOf('95.24.10.7').map(({ share }) => share)).toEqual([1, 10]);
  expect(addressNetworksOf('2a00:1fa0::5').map(({ share }) => share)).toEqual([1, 3, 10]);
});
