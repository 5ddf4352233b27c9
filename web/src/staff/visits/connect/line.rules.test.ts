import { expect, it } from 'vitest';
import { isWholeMac, macInCode, maskedMac } from './line.rules.ts';

it('a MAC is shown in pairs while it is typed, by a Russian keyboard too, and no longer than it is', () => {
  expect(['', 'a', 'a42', 'A4-2B-B0', 'a42b.b077.e13d', 'а4:2в:в0:77:е1:3d99', 'г4'].map(maskedMac)).toEqual([
    '',
    'A',
    'A4:2',
    'A4:2B:B0',
    'A4:2B:B0:77:E1:3D',
    'A4:2B:B0:77:E1:3D',
    '4',
  ]);
  expect(['A4:2B:B0:77:E1:3', 'A4:2B:B0:77:E1:3D'].map(isWholeMac)).toEqual([false, true]);
});

it('a MAC is found in what a sticker holds; serial numbers are none', () => {
  for (const code of [
    'A42BB077E13D',
    'a4-2b-b0-77-e1-3d',
    'MAC:A4:2B:B0:77:E1:3D',
    'S/N:S2114ZV0117;MAC:A42BB077E13D;P:k7',
    'http://keenetic.link/?mac=A4:2B:B0:77:E1:3D&n=1',
  ])
    expect(macInCode(code), code).toBe('A4:2B:B0:77:E1:3D');
  for (const code of ['S2114ZV0117', '48575443A1B2C3D4', 'ELTX62000ABC', '4606453849072', 'A42BB077E13', ''])
    expect(macInCode(code), code).toBeUndefined();
});
