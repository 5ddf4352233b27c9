import { compile } from '../call/route-pattern.ts';

/** The addresses of the cabinet below `/lk`, as the specification writes them (2). The browser has a screen for each (`web/src/app/routes.tsx`). */
const PAGES = [
  '/:welcome(welcome)?',
  '/internet/:user_id',
  '/internet/:user_id/isg',
  '/internet/:user_id/isg/:period',
  '/speed-test',
  '/speed-test/:product',
  '/:product-online',
  '/tv/create',
  '/tv/:user_id',
  '/sip/:user_id',
  '/mail/create',
  '/mail/:user_id',
  '/payments-history/:p(i|t)',
  '/payment/:p(i|t)',
  '/payment/:p(i|t)/:amount([\\d.,]+)',
  '/settings',
  '/settings/:part',
  '/telephone/:phone_number',
  '/telephone/calls/:phone_number',
  '/support/:view_type',
] as const;

export type PagePattern = (typeof PAGES)[number];

const matchers = PAGES.map(compile);

/** Whether there is a page at a path below `/lk`, without its query. `product` is the operator's word in two of the addresses. */
export const isPage = (path: string, product: string): boolean =>
  matchers.some((match) => {
    const params = match(path);
    return params !== undefined && (params['product'] ?? product) === product;
  });
