import type { Page } from 'playwright-core';
import { contract } from '@kabinet/contract';
import type { Wire } from '@kabinet/contract/kernel/call/call';
import { eventually, type Client } from '../harness/api.ts';
import { replying } from './replying.ts';
import type { State } from './state.ts';

const WHO = 100001;
const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

const dialog = (button: RegExp) => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').waitFor();
};

const TOASTS_MS = 5000;

/** They may say what the state has just made, and cover it. */
const closeToasts = async (page: Page): Promise<void> => {
  const close = page.getByLabel('Уведомления', { exact: true }).getByRole('button', { name: 'Закрыть' });
  await close
    .first()
    .waitFor({ timeout: TOASTS_MS })
    .catch(() => undefined);
  while ((await close.count()) > 0) await close.first().click();
};

/** Confirmed for five minutes, then at the page. */
const after =
  (work: (client: Client) => Promise<unknown>, path: string) =>
  async (client: Client): Promise<string> => {
    await client.ask(contract.auth.confirm, { body: { password: 'demo-kabinet' } });
    await work(client);
    return path;
  };

const started = async (client: Client): Promise<void> => {
  const { link } = await client.ask(contract.notice.setMax, { body: {} });
  const { origin } = new URL(link ?? '');
  await fetch(link ?? '', {
    method: 'POST',
    headers: { origin, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
  });
  await eventually(
    () => client.ask(contract.notice.getMax, {}),
    ({ state }) => state === 'started',
  );
};

const keys = async (client: Client): Promise<void> => {
  const known = await client.ask(contract.personalKey.list, {});
  if (known.length > 0) return;
  await client.ask(contract.personalKey.createCalendar, { body: { name: 'Календарь списаний' } });
  await client.ask(contract.personalKey.create, {
    body: { name: 'Умный дом', scopes: ['balance', 'services'] },
  });
};

type Archive = NonNullable<Wire<typeof contract.archive.get>['archive']>;
const archive = (state: Archive['state'], more: Partial<Archive> = {}) =>
  replying(contract.archive.get, (reply) => ({
    ...reply,
    archive: {
      archive_id: '0191d3c0-0000-7000-8000-000000000001',
      state,
      ordered_at: new Date().toISOString(),
      bytes: null,
      kept_until: null,
      ...more,
    },
    next_on: inDays(1).slice(0, 10),
  }));

type Passkey = Wire<typeof contract.security.get>['passkeys'][number];
const passkey = (name: string, is_synced: boolean, days: number): Passkey => ({
  passkey_id: name,
  name,
  is_synced,
  added_at: inDays(-days),
  used_at: inDays(-1),
});
const guarded = replying(contract.security.get, (reply) => ({
  ...reply,
  second_step: { enabled_at: inDays(-40), backup_codes_left: 2 },
  passkeys: [passkey('iPhone Марии', true, 12), passkey('Chrome на Windows', false, 90)],
}));

const of = (name: string, title: string, path: State['path'], more: Partial<State> = {}): State => ({
  name: `settings-${name}`,
  title: `Settings, ${title}`,
  who: WHO,
  path,
  ...more,
});

type Access = Wire<typeof contract.security.access>['items'][number];
const access = (item: Access['item'], name: string, days: number, more: Partial<Access> = {}): Access => ({
  ...{
    item,
    name,
    role: null,
    is_calendar: false,
    added_at: inDays(-days),
    used_at: null,
    is_new: days < 30,
    is_proven: false,
  },
  ...{ why_kept: null, ...more },
});
const accessed = replying(contract.security.access, (reply) => ({
  ...reply,
  items: [
    access({ kind: 'passkey', passkey_id: 'a' }, 'Chrome на Android', 2),
    access({ kind: 'email' }, 'someone.with.a.long.name@mail.example', 2),
    access({ kind: 'share', share_id: 'b' }, 'Иванов И.', 3, { role: 'full', used_at: inDays(-1) }),
    access({ kind: 'invitation', invitation_id: 'c' }, '', 3, { role: 'payer' }),
    access({ kind: 'personal_key', personal_key_id: 'd' }, 'Умный дом', 200, { used_at: inDays(-1) }),
    access({ kind: 'max' }, '@maria_k', 300),
    access({ kind: 'phone' }, '79270001122', 400, { added_at: null, is_proven: true }),
  ],
}));

/** What the settings show in states that the demo is not in by itself. */
export const SETTINGS: readonly State[] = [
  of('max', 'MAX, not linked', 'settings/max', { who: 100003 }),
  of(
    'max-code',
    'MAX, waiting for «Старт»',
    after((client) => client.ask(contract.notice.setMax, { body: {} }), 'settings/max'),
  ),
  of('max-whose', 'MAX, whose chat it is', after(started, 'settings/max')),
  of(
    'max-linked',
    'MAX, linked',
    after(async (client) => {
      await started(client);
      await client.ask(contract.notice.setMax, { body: { confirm: true } });
    }, 'settings/max'),
  ),
  of('telegram', 'Telegram, not linked', 'settings/telegram', { who: 100003 }),
  of('telegram-absent', 'Telegram, no bot', 'settings/telegram', {
    who: 100003,
    then: replying(contract.notice.getTelegram, (reply) => ({ ...reply, is_available: false })),
  }),
  of('mobile-new', 'contacts, none', 'settings/mobile', { who: 100003 }),
  of('notices-example', 'an example of a notice', 'settings/notices', {
    then: async (page) => {
      await page.getByText('Деньги', { exact: true }).click();
      await dialog(/^Мало денег/)(page);
      await page.getByText('Как это выглядит').click();
    },
  }),
  of('keys', 'keys for programs', after(keys, 'settings/data'), { then: closeToasts }),
  of('keys-new', 'a new key for a program', 'settings/data', { then: dialog(/Создать ключ|Новый ключ/) }),
  of('security-full', 'passkeys and the second step', 'settings/security', { then: guarded }),
  of('access', 'who else may sign in', 'settings/access'),
  of('access-empty', 'who else may sign in, nothing new', 'settings/access?recovered=', {
    then: replying(contract.security.access, (reply) => ({ ...reply, items: [] })),
  }),
  of('access-recovered', 'who else may sign in, after a recovery', 'settings/access?recovered=', { then: accessed }),
  of('access-cut', 'who else may sign in, removing all that is new', 'settings/access', {
    then: async (page) => {
      await accessed(page);
      await dialog(/^Удалить всё это/)(page);
    },
  }),
  of('archive-making', 'archive, being made', 'settings/data', { then: archive('making') }),
  of('archive-ready', 'archive, ready', 'settings/data', {
    then: archive('ready', { bytes: 3_400_000, kept_until: inDays(7) }),
  }),
  of('archive-failed', 'archive, failed', 'settings/data', { then: archive('failed') }),
];
