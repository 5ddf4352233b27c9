import { expect, it } from 'vitest';
import { screenAt } from './routes.tsx';

const NOT_FOUND = screenAt('/no/such/page', undefined).Page;
const paramsAt = (path: string, product?: string) => {
  const { Page, params } = screenAt(path, product);
  return Page === NOT_FOUND ? 404 : params;
};

it.each([
  ['/', { welcome: undefined }],
  ['/welcome', { welcome: 'welcome' }],
  ['/internet/7', { user_id: '7' }],
  ['/internet/7/isg', { user_id: '7' }],
  ['/internet/7/isg/2026-11', { user_id: '7', period: '2026-11' }],
  ['/speed-test', {}],
  ['/speed-test/volga', { product: 'volga' }],
  ['/volga-online', { product: 'volga' }],
  ['/tv/create', {}],
  ['/tv/7', { user_id: '7' }],
  ['/sip/7', { user_id: '7' }],
  ['/mail/7', { user_id: '7' }],
  ['/payments-history/t', { p: 't' }],
  ['/payment/i', { p: 'i' }],
  ['/payment/i/1124,50', { p: 'i', amount: '1124,50' }],
  ['/settings', {}],
  ['/settings/mobile', { part: 'mobile' }],
  ['/telephone/78482003107', { phone_number: '78482003107' }],
  ['/telephone/calls/78482003107', { phone_number: '78482003107' }],
  ['/support/orders', { view_type: 'orders' }],
])('%s is a screen', (path, params) => expect(paramsAt(path, 'volga')).toEqual(params));

it.each([
  '/payment/x',
  '/payment/i/12a',
  '/payments-history/it',
  '/internet',
  '/welcomed',
  '/other-online',
  '/speed-test/other',
  '/login',
  '/x',
])('%s is the 404 page', (path) => expect(paramsAt(path, 'volga')).toBe(404));

it('distinguishes creating a TV service from a TV service', () =>
  expect(screenAt('/tv/create', undefined).Page).not.toBe(screenAt('/tv/7', undefined).Page));
