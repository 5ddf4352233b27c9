import { commandLine } from '#server/kernel/command-line.ts';
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import type { AcquirerSettings } from '#server/integrations/acquirer/settings.ts';
import type { S3Settings } from '#server/integrations/files/s3.ts';
import type { HelpDeskSettings } from '#server/integrations/help-desk/webhook.ts';
import type { DovecotSettings } from '#server/integrations/network/dovecot.ts';
import type { NetworkSystemSettings } from '#server/integrations/network/own-system/own-system.ts';
import type { AtolSettings } from '#server/integrations/fiscal/atol.ts';
import type { OpenIdSettings } from '#server/integrations/openid/openid-connect.ts';
import type { MessagingSettings } from '#server/integrations/outside.ts';
import { acquirerSettings } from './acquirer.ts';
import { mailServerSettings } from './mail-server.ts';
import { filesSettings } from './files.ts';
import { atolSettings } from './fiscal.ts';
import { helpDeskSettings } from './help-desk.ts';
import { messagingSettings } from './messaging.ts';
import { openIdSettings } from './openid.ts';
import { networkSystemSettings } from './network-system.ts';
import { refusalsOf } from './refusals.ts';
import { unknownSettings } from './unknown.ts';
import { Environment, isDemoIn, publicUrlOf, type EnvironmentSettings } from './environment.ts';

export type Config = EnvironmentSettings & {
  readonly PUBLIC_URL: string;
  readonly staffUrl: string;
  /** Whether this is the demo: the database must have the demo mark or be empty. */
  readonly isDemo: boolean;
  readonly providerFile: string;
  /** The real bank that takes payments, if any. */
  readonly acquirer: AcquirerSettings | undefined;
  /** The real cash register, if any. */
  readonly atol: AtolSettings | undefined;
  /** The store of clients' files, if it is not the database. */
  readonly files: S3Settings | undefined;
  /** The provider's own help desk, if any. */
  readonly helpDesk: HelpDeskSettings | undefined;
  /** The provider's own sign-in of its staff, if any. */
  readonly openId: OpenIdSettings | undefined;
  /** Settings of real mail, text messages and bots, if any. */
  readonly messaging: MessagingSettings;
  /** The network system of the provider's own, if any. */
  readonly networkSystem: NetworkSystemSettings | undefined;
  /** The real mail server of mailboxes, if any. */
  readonly mailServer: DovecotSettings | undefined;
};

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const fromRoot = (path: string): string => resolve(ROOT, path);

export type Variables = Readonly<Record<string, string | undefined>>;

/** Reads the settings from the environment; throws a sentence about the first invalid one. */
export function readConfig(environment: Variables): Config {
  const { config, sentences } = judgeConfig(environment);
  if (sentences.length === 0) return config;
  const more = sentences.length > 1 ? `; всего ошибок ${sentences.length}, все покажет ${commandLine} check` : '';
  throw new Error(`${sentences[0]}${more}`);
}

/** The valid settings, and a sentence for each setting that is invalid alone or together with others. */
export function judgeConfig(environment: Variables): { config: Config; sentences: string[] } {
  const wrong = wrongOnes(environment);
  const names = new Set(wrong.map(({ setting }) => setting));
  // Invalid settings are left out, and the others are checked as if those were not set.
  const rest = Object.entries(environment).filter(([name]) => !names.has(name));
  const settings = Environment.parse(Object.fromEntries(rest));
  const refusals = refusalsOf(settings).filter(({ setting }) => !names.has(setting));
  const config = {
    ...settings,
    PUBLIC_URL: publicUrlOf(settings),
    staffUrl: settings.STAFF_URL ?? publicUrlOf(settings),
    isDemo: isDemoIn(settings),
    providerFile: settings.KABINET_PROVIDER ?? fromRoot('server/seeds/provider.json'),
    acquirer: acquirerSettings(settings),
    atol: atolSettings(settings),
    files: filesSettings(settings),
    helpDesk: helpDeskSettings(settings),
    openId: openIdSettings(settings),
    messaging: messagingSettings(settings),
    networkSystem: networkSystemSettings(settings),
    mailServer: mailServerSettings(settings),
  };
  const sentences = [...wrong, ...refusals].map(({ sentence }) => sentence);
  return { config, sentences: [...unknownSettings(environment), ...sentences] };
}

function wrongOnes(environment: Variables): { setting: string; sentence: string }[] {
  const issues = Environment.safeParse(environment).error?.issues ?? [];
  const first = new Map(issues.map(({ path, message }) => [path.join('.'), message] as const).reverse());
  return [...first].reverse().map(([setting, why]) => ({ setting, sentence: `настройка ${setting} неверна: ${why}` }));
}
