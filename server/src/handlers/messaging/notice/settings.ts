import type { contract } from '@kabinet/contract';
import { dayIn } from '@kabinet/contract/kernel/day';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { Tx } from '#server/db/database.ts';
import { listPrograms } from '#server/domain/changes/program/program-list.ts';
import { rehearseSwitch, switchProgram } from '#server/domain/changes/program/switch-program.ts';
import {
  chooseNotice,
  quietHoursOf,
  mutedOf,
  setQuietHours,
  setNews,
  smsProgram,
  textMessagesOf,
  wantsNews,
  waysTo,
} from '#server/domain/messaging/choices.queries.ts';
import { needsConsentToNews } from '#server/domain/identity/consents/consents.ts';
import { ownTexts } from '#server/domain/messaging/own-text.queries.ts';
import { PUSH_TEXTS } from '#server/domain/messaging/push.texts.ts';
import { QUIET_FROM, QUIET_UNTIL } from '#server/domain/messaging/quiet-hours.rules.ts';
import { cleanHtml } from '#server/domain/shared/markup.ts';
import type { Outside } from '#server/integrations/port.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import type { Provider } from '#server/kernel/provider.ts';
import { withoutTransaction, type Handler, type ScopeOf } from '#server/kernel/world.ts';
import { examplesOn } from '../../shared/notice-examples.ts';
import { CHANNEL_TITLES, KINDS } from './kinds.texts.ts';
import { unreadMessages } from './notice.queries.ts';

type Group = typeof contract.notice;
type Settings = Result<Group['settings']>;
type Quiet = Settings['quiet'];
type Scope = ScopeOf<Group['settings']>;

const CONTACT_OF = { sms: 'phone', mail: 'email', telegram: 'telegram', max: 'max', push: 'push' } as const;
const CHOSEN = KINDS.flatMap(({ kind }) => (kind === 'security' || kind === 'price' ? [] : [kind]));

const isThere = ({ reaches, messengers, push }: Outside): Readonly<Record<keyof typeof CONTACT_OF, boolean>> => ({
  sms: reaches.phone,
  mail: reaches.email,
  telegram: messengers.telegram !== undefined,
  max: messengers.max !== undefined,
  push: push !== undefined,
});

const channelsOf = (outside: Outside) =>
  (['sms', 'mail', 'telegram', 'max', 'push'] as const).filter((name) => isThere(outside)[name]);

async function quietOf(db: Tx, contractId: number): Promise<Quiet> {
  const hours = await quietHoursOf(db, contractId);
  return {
    is_on: hours?.is_quiet ?? true,
    from: hours?.quiet_from ?? QUIET_FROM,
    until: hours?.quiet_until ?? QUIET_UNTIL,
  };
}

async function settingsNow({ db, subscriber, outside, provider, now }: Scope): Promise<Settings> {
  const { contractId } = subscriber;
  const [muted, ways, quiet, program, isOn, needsConsent] = await Promise.all([
    mutedOf(db, contractId),
    waysTo(db, contractId, now),
    quietOf(db, contractId),
    smsProgram(db, contractId),
    wantsNews(db, contractId, provider.product),
    needsConsentToNews(db, contractId, provider),
  ]);
  const channels = channelsOf(outside);
  const isMuted = (channel: string, kind: string) =>
    muted.some((choice) => choice.channel === channel && choice.category === kind);
  return {
    channels: channels.map((channel) => {
      const way = ways.find(({ kind }) => kind === CONTACT_OF[channel]);
      return {
        channel,
        title: CHANNEL_TITLES[channel],
        to: way ? (way.label ?? way.value) : null,
        needs_package: channel === 'sms' && program !== undefined && !program.is_on,
      };
    }),
    kinds: KINDS.map((kind) => ({ ...kind, channels: channels.filter((channel) => !isMuted(channel, kind.kind)) })),
    quiet,
    news: { product: provider.product, is_on: isOn, needs_consent: needsConsent },
  };
}

export const settings: Handler<Group['settings']> = (_, scope) => settingsNow(scope);

/** An example of each notice in each channel; news have none, because the operator writes them by hand. */
export const examples: Handler<Group['examples']> = async (_, { db, now, provider, publicUrl }) => {
  const own = new Map((await ownTexts(db)).map(({ name, texts }) => [name, texts ?? undefined]));
  return examplesOn(dayIn(provider.time_zone, now)).flatMap(({ name, category, said: saidIn, isPortalOnly }) => {
    if (category === 'news' || isPortalOnly) return [];
    const said = saidIn(own.get(name));
    const link = `${publicUrl}/lk${said.link ?? '/'}`;
    const [title = '', ...paragraphs] = said.chat.split('\n\n');
    return {
      name,
      kind: category,
      title,
      text: paragraphs.join('\n\n'),
      sms: `${said.sms} ${link}`,
      mail: { subject: said.mail.subject, text: said.mail.text.trim() },
      push: PUSH_TEXTS[category],
    };
  });
};

/** A channel as a whole brings what a new one brings: charges only to those who ask for them. */
const wholeChannel = (isOn: boolean) => CHOSEN.filter((kind) => !isOn || kind !== 'charge');

export const choose: Handler<Group['choose']> = async ({ body: { kind, channel, is_on: isOn } }, scope) => {
  for (const category of kind === undefined ? wholeChannel(isOn) : [kind]) {
    await chooseNotice(scope.db, scope.subscriber.contractId, { channel, category }, isOn);
  }
  return settingsNow(scope);
};

export const quietHours: Handler<Group['quietHours']> = async (
  { body: { is_on: isOn, from, until } },
  { db, subscriber },
) => {
  await setQuietHours(db, subscriber.contractId, { isOn, from, until });
  return quietOf(db, subscriber.contractId);
};

async function mobileNow(scope: Scope): Promise<Result<Group['mobileSettings']>> {
  const { db, subscriber, now, provider } = scope;
  const { contractId } = subscriber;
  const [muted, ways, quiet, program, sent] = await Promise.all([
    mutedOf(db, contractId),
    waysTo(db, contractId, now),
    quietOf(db, contractId),
    smsProgram(db, contractId),
    textMessagesOf(db, contractId, dayIn(provider.time_zone, now).slice(0, 7)),
  ]);
  const phone = ways.find(({ kind }) => kind === 'phone')?.value ?? null;
  const listed = program ? await listPrograms(scope, { contractId, userId: null }) : [];
  const isMuted = (kind: string) => muted.some(({ channel, category }) => channel === 'sms' && category === kind);
  return {
    phone_number: phone,
    is_active: phone !== null,
    kinds: KINDS.map((kind) => ({ ...kind, is_on: !isMuted(kind.kind) })),
    package: listed.find(({ programm_id }) => programm_id === program?.program_id) ?? null,
    sends_paid: phone !== null && (program?.is_on ?? true),
    sent_this_month: sent,
    quiet,
  };
}

export const mobileSettings: Handler<Group['mobileSettings']> = (_, scope) => mobileNow(scope);

/** The package that is switched; nothing is sold that would not come, and giving it up stays possible. */
async function packageOf(
  db: Tx,
  contractId: number,
  { status, reaches }: { status: 'on' | 'off'; reaches: Outside['reaches'] },
): Promise<number> {
  if (status === 'on' && !reaches.phone) {
    throw new Problem('channel_absent', { message: 'СМС отсюда пока не отправляются, пакет подключать незачем' });
  }
  const program = await smsProgram(db, contractId);
  if (!program) throw new Problem('channel_absent', { message: 'СМС у вас бесплатны, подключать нечего' });
  return program.program_id;
}

export const mobilePackagePreview = withoutTransaction<Group['mobilePackagePreview']>(
  async ({ body: { status } }, scope) => {
    const programm_id = await scope.db.read((tx) =>
      packageOf(tx, scope.subscriber.contractId, { status, reaches: scope.outside.reaches }),
    );
    return rehearseSwitch(scope, { programm_id, status });
  },
);

export const mobilePackage: Handler<Group['mobilePackage']> = async ({ body: { status, version, kinds } }, scope) => {
  const { db, subscriber, outside } = scope;
  if (status !== undefined) {
    const programm_id = await packageOf(db, subscriber.contractId, { status, reaches: outside.reaches });
    await switchProgram(scope, { programm_id, status, version });
  }
  if (kinds) {
    for (const category of CHOSEN) {
      await chooseNotice(db, subscriber.contractId, { channel: 'sms', category }, kinds.includes(category));
    }
  }
  return mobileNow(scope);
};

/** Refuses news of any product but the provider's own. */
function refuseForeign({ product }: Provider, asked: string): void {
  if (asked !== product) throw new Problem('not_found');
}

export const productInfo: Handler<Group['productInfo']> = async (
  { params: { product }, body: { is_on: isOn = true } },
  { db, subscriber, provider, now },
) => {
  refuseForeign(provider, product);
  const { contractId } = subscriber;
  // A contract that had switched news on before the consent was required keeps them.
  const mayTurn = !isOn || !(await needsConsentToNews(db, contractId, provider));
  if (mayTurn) await setNews(db, contractId, product, { isOn, now });
  const messages = await unreadMessages(db, subscriber, now);
  return {
    product,
    is_on: await wantsNews(db, contractId, product),
    messages: messages
      .filter(({ kind }) => kind === 'info' || kind === 'work' || kind === 'incident')
      .map((message) => ({ ...message, body: cleanHtml(message.body) })),
  };
};
