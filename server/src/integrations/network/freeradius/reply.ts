import { createHash } from 'node:crypto';
import type { InternetState, LineProfile } from '../port.ts';

/** One attribute of a reply, as the operator writes it for a kind of device. */
export interface ReplyTemplate {
  /** `always`, `open`, `payment_page_only` or `option:<code>`. */
  readonly when: string;
  readonly place: 'accept' | 'coa' | 'both';
  readonly attribute: string;
  readonly op: string;
  readonly value: string;
}

/** Rendered for one service and one kind of device: name, operator, value, name, … */
export interface Reply {
  readonly accept: readonly string[];
  readonly coa: readonly string[];
  readonly shape: string;
}

const PLACEHOLDER = /\{([a-z_0-9]+)\}/g;

/**
 * What a device is told of a service. The shape is a hash of it: it travels in `Class`, which the device repeats in each packet of
 * accounting, so that a session tells whose it is and what it was opened with.
 */
export function replyOf(
  templates: readonly ReplyTemplate[],
  { userId, state, isNight }: { readonly userId: number; readonly state: InternetState; readonly isNight: boolean },
): Reply {
  const values = valuesOf(userId, isNight ? atNight(state) : state);
  const rendered = (place: 'accept' | 'coa'): string[] =>
    templates
      .filter((one) => (one.place === 'both' || one.place === place) && isFor(one.when, state))
      .flatMap((one) => attributeOf(one, values));
  const [accept, coa] = [rendered('accept'), rendered('coa')];
  const shape = createHash('sha256')
    .update(JSON.stringify([accept, coa]))
    .digest('hex')
    .slice(0, 8);
  return { accept: [...accept, 'Class', ':=', `k:${userId}:${shape}`], coa, shape };
}

function atNight(state: InternetState): InternetState {
  const { profile } = state;
  if (!profile?.night) return state;
  const { downKbit, upKbit } = profile.night;
  return { ...state, profile: { ...profile, downKbit, upKbit, burst: null } };
}

function isFor(when: string, { access, profile }: InternetState): boolean {
  if (when === 'always') return true;
  if (when === access) return true;
  return access === 'open' && (profile?.codes ?? []).some((code) => when === `option:${code}`);
}

type Values = Readonly<Record<string, string | null>>;

/** Empty if a placeholder of the value has nothing to stand for. */
function attributeOf({ attribute, op, value }: ReplyTemplate, values: Values): string[] {
  const hasAll = namesIn(value).every((name) => (values[name] ?? null) !== null);
  return hasAll ? [attribute, op, value.replaceAll(PLACEHOLDER, (_, name: string) => values[name] ?? '')] : [];
}

const namesIn = (value: string): string[] => [...value.matchAll(PLACEHOLDER)].map(([, name]) => name ?? '');

/**
 * Whatever a value of a template may name; null: this service has none. Nothing that a client writes: FreeRADIUS would read an
 * expression in quotes.
 */
const valuesOf = (userId: number, { staticAddress, circuit, profile }: InternetState): Values => ({
  user_id: String(userId),
  address: staticAddress,
  circuit,
  ...speedValues(profile),
  pool: profile?.pool ?? null,
  filter: profile?.filter ?? null,
});

const speedValues = (profile: LineProfile | null): Values => ({
  ...rates('', profile),
  ...rates('burst_', profile?.burst ?? null),
  down_mbit: profile && String(Math.ceil(profile.downKbit / 1000)),
  up_mbit: profile && String(Math.ceil(profile.upKbit / 1000)),
  burst_seconds: profile?.burst ? String(profile.burst.seconds) : null,
  // The only value that may be empty and is not left out for it: the rate goes on without a burst.
  mikrotik_burst: profile && burstOfMikrotik(profile),
});

const rates = (prefix: string, rate: { readonly downKbit: number; readonly upKbit: number } | null): Values => ({
  [`${prefix}down_kbit`]: rate && String(rate.downKbit),
  [`${prefix}up_kbit`]: rate && String(rate.upKbit),
  [`${prefix}down_bit`]: rate && String(rate.downKbit * 1000),
  [`${prefix}up_bit`]: rate && String(rate.upKbit * 1000),
});

/** The names that a value of a template may hold in braces. */
const PLACEHOLDERS: readonly string[] = Object.keys(
  valuesOf(0, { profile: null } as Partial<InternetState> as InternetState),
);

/** Names in braces that stand for nothing. */
export const unknownPlaceholders = (value: string): string[] =>
  namesIn(value).filter((name) => !PLACEHOLDERS.includes(name));

/** Rates of a burst, from which average it ends, and seconds; each pair is receive/transmit of the device. */
function burstOfMikrotik({ downKbit, upKbit, burst }: LineProfile): string {
  if (!burst) return '';
  const threshold = (kbit: number) => `${Math.round(kbit * 0.75)}k`;
  return ` ${burst.upKbit}k/${burst.downKbit}k ${threshold(upKbit)}/${threshold(downKbit)} ${burst.seconds}/${burst.seconds}`;
}
