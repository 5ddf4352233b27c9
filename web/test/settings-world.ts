import { contract, type Call } from '#web/api/contract.ts';
import type { SettingsKnown } from '#web/features/settings/overview/answer.ts';
import { homeWorld } from './home-world.ts';
import { answers, at, json, refuses } from './stub.ts';

// What the overview of the settings is made of: the owner of a contract with all set, on 26 November 2026 in Samara.

export type SettingsWorld = Required<{ [Name in keyof SettingsKnown]: NonNullable<SettingsKnown[Name]> }>;

export const TODAY = '2026-11-26';
const START = '2026-11-20T10:05:00.000Z';

type Kind = SettingsWorld['settings']['kinds'][number];
const kind = (own: Partial<Kind>): Kind => ({
  kind: 'debt',
  title: 'Мало денег',
  text: 'за 3 дня до списания, долг',
  in_portal: true,
  is_fixed: false,
  channels: ['mail'],
  ...own,
});

export const chat = (state: SettingsWorld['max']['state'], name: string | null = null): SettingsWorld['max'] => ({
  message: '',
  is_active: state === 'active',
  is_available: true,
  state,
  chat_name: name,
  link: null,
  expires_at: null,
  confirmed_at: null,
});

export const waitingCode = {
  sent_at: '2026-11-26T06:03:00.000Z',
  expires_at: '2026-11-26T06:13:00.000Z',
  again_at: '2026-11-26T06:04:00.000Z',
  tries_left: 5,
};

type Further = SettingsWorld['contacts']['contacts'][number];
export const furtherContact = (own: Partial<Further> = {}): Further => ({
  contact_id: 7,
  kind: 'phone',
  address: '79270000290',
  role: 'payer',
  name: 'Сергей',
  is_active: true,
  kinds: ['debt'],
  waiting: null,
  ...own,
});
export const contactsOf = (...contacts: Further[]): SettingsWorld['contacts'] => ({
  contacts,
  roles: [],
  most: 5,
  left: { phone: 4, email: 4 },
});

type Session = SettingsWorld['sessions'][number];
export const session = (own: Partial<Session> = {}): Session => ({
  session_id: 'here',
  is_current: true,
  browser: 'Chrome на Windows',
  network: '10.0.0.*',
  started_at: START,
  last_used_at: START,
  acting: null,
  ...own,
});

type Message = SettingsWorld['messages'][number];
export const strangeMessage = (topic: string): Message => ({
  id: 13,
  kind: 'security',
  title: 'В кабинет вошли с нового устройства',
  body: '',
  created_at: START,
  services: null,
  until: null,
  topic,
});

type Consent = SettingsWorld['consents']['consents'][number];
export const consentTo = (own: Partial<Consent> = {}): Consent => ({
  name: 'marketing',
  title: 'Новости и предложения',
  summary: '',
  version: '2',
  valid_from: '2026-09-01',
  text: '',
  is_required: false,
  state: 'given',
  agreed: null,
  is_asked: false,
  when_given: null,
  when_withdrawn: '',
  decisions: [],
  ...own,
});

export const settingsWorld = (own: Partial<SettingsWorld> = {}): SettingsWorld => ({
  settings: {
    channels: [
      { channel: 'sms', title: 'СМС', to: '79270000184', needs_package: true },
      { channel: 'mail', title: 'Почта', to: 'maria@mail.example', needs_package: false },
      { channel: 'max', title: 'MAX', to: null, needs_package: false },
    ],
    kinds: [kind({}), kind({ kind: 'payment', channels: ['sms', 'mail', 'max'] })],
    quiet: { is_on: true, from: 22, until: 8 },
    news: { product: 'volga', is_on: false, needs_consent: false },
  },
  mobile: { phone_number: '79270000184', is_active: true, has_code: false, waiting: null },
  email: { email: 'maria@mail.example', is_active: true, has_code: false, waiting: null },
  contacts: contactsOf(),
  max: chat('none'),
  telegram: chat('none'),
  messages: [],
  ways: {
    password: { changed_at: START, least: 8, most: 128 },
    second_step: { enabled_at: null, backup_codes_left: 0 },
    passkeys: [],
  },
  sessions: [session()],
  access: { new_since: START, items: [] },
  family: { members: [], invitations: [] },
  contracts: [],
  consents: { consents: [consentTo()], requests: [], terms: [] },
  reads: [],
  archive: { archive: null, next_on: null, kept_days: 7 },
  ...own,
});

const CALLS: { readonly [Name in keyof SettingsWorld]: Call } = {
  settings: contract.notice.settings,
  mobile: contract.notice.getMobile,
  email: contract.notice.emailSettings,
  contacts: contract.notice.contacts,
  max: contract.notice.getMax,
  telegram: contract.notice.getTelegram,
  messages: contract.notice.getMessages,
  ways: contract.security.get,
  sessions: contract.auth.sessions,
  access: contract.security.access,
  family: contract.family.get,
  contracts: contract.family.contracts,
  consents: contract.consent.list,
  reads: contract.security.staffReads,
  archive: contract.archive.get,
};

type Name = keyof SettingsWorld;
const NAMES = Object.keys(CALLS) as Name[];

/** Serves the overview, all but what is `lost`; the batch brings nothing, so each part is asked for alone. */
export function serveSettings(world: SettingsWorld, lost: readonly Name[] = [], role: 'payer' | null = null): void {
  at('POST', '/api/v2/default/index', () => json({}));
  answers(contract.internetContract.get, {}, { ...homeWorld().client, role });
  for (const name of NAMES) {
    if (lost.includes(name)) refuses(CALLS[name], {}, 'unexpected');
    else answers(CALLS[name], {}, world[name]);
  }
}
