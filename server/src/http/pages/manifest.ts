import type { FastifyInstance } from 'fastify';
import type { Provider } from '#server/kernel/provider.ts';
import { hexOf } from './colour.ts';

const ICONS = [
  { src: 'icons/any-192.png', sizes: '192x192' },
  { src: 'icons/any-512.png', sizes: '512x512' },
  { src: 'icons/maskable-192.png', sizes: '192x192', purpose: 'maskable' },
  { src: 'icons/maskable-512.png', sizes: '512x512', purpose: 'maskable' },
].map((icon) => ({ ...icon, type: 'image/png' }));

const SHORTCUTS = [
  { name: 'Оплатить', url: 'payment/i' },
  { name: 'Платежи и списания', short_name: 'История', url: 'payments-history/i' },
  { name: 'Заявки в поддержку', short_name: 'Поддержка', url: 'support/orders' },
];

/** `--bg` of web/src/ui/look/tokens.css in both themes. */
const backgroundOf = ({ accent_hue }: Provider) => ({
  light: hexOf(0.964, 0.008, accent_hue),
  dark: hexOf(0.165, 0.014, accent_hue),
});

/** Serves the web app manifest, by which the portal can be added to a phone's home screen. Its addresses are relative. */
export function registerManifest(app: FastifyInstance, provider: Provider): void {
  const { light } = backgroundOf(provider);
  const manifest = {
    id: '/lk/',
    start_url: './',
    scope: './',
    name: `${provider.name}: личный кабинет`,
    short_name: provider.name,
    description: 'Баланс, оплата, услуги и поддержка.',
    lang: 'ru',
    display: 'standalone',
    background_color: light,
    theme_color: light,
    categories: ['utilities', 'finance'],
    icons: ICONS,
    shortcuts: SHORTCUTS,
  };
  app.get('/lk/manifest.webmanifest', (_, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(manifest)),
  );
}

/** The elements of a page's head that describe it as an application. */
export function appHead(provider: Provider): string {
  const { light, dark } = backgroundOf(provider);
  const colour = (theme: string, value: string) =>
    `<meta name="theme-color" media="(prefers-color-scheme: ${theme})" content="${value}">`;
  return [
    '<meta name="format-detection" content="telephone=no">',
    '<link rel="icon" href="/lk/icon.svg" type="image/svg+xml">',
    '<link rel="manifest" href="/lk/manifest.webmanifest">',
    '<link rel="apple-touch-icon" href="/lk/icons/apple-180.png">',
    colour('light', light),
    colour('dark', dark),
  ].join('');
}
