import type {
  NetworkAccess,
  DesiredState,
  InternetState,
  MailState,
  PhoneNumberState,
  PlanProfile,
  SipState,
  TvState,
} from '#server/integrations/network/port.ts';
import { profileOfLine } from './line-profile.ts';
import type { Situation } from '../service/situation.rules.ts';
import type { NumberRow, DesiredUserRow } from './desired-state.queries.ts';

/** What the network should do for a service. */
export function userState(row: DesiredUserRow): DesiredState {
  switch (row.user_type) {
    case 'tv':
      return tvState(row);
    case 'sip':
      return sipState(row);
    case 'mail':
      return mailState(row);
    default:
      return internetState(row, row.user_type);
  }
}

const internetState = (row: DesiredUserRow, line: InternetState['line']): InternetState => ({
  kind: 'internet',
  ...ofUser(row),
  // A client in debt must still reach the page on which he can pay.
  ...accessIn(row.situation, row.situation === 'debt' ? 'payment_page_only' : 'closed'),
  line,
  autoAuth: row.auto_auth,
  mac: row.bound_mac,
  profile: profileOfLine(row),
  staticAddress: row.static_address,
  circuit: row.circuit,
  sessions: row.sessions,
  openUntil: row.situation === 'active' ? row.open_until : null,
  passwordSince: row.password_since,
  ...windowOf(row),
});

/** What a line has while its debtor pays: enough for an application of a bank. */
const WINDOW_KBIT = 1024;

function windowOf(row: DesiredUserRow): Partial<InternetState> {
  if (row.situation !== 'debt' || row.window_until === null) return {};
  const { pool = null, filter = null } = profileOfLine(row) ?? {};
  return {
    access: 'open',
    restriction: null,
    profile: {
      downKbit: WINDOW_KBIT,
      upKbit: WINDOW_KBIT,
      burst: null,
      pool,
      filter,
      sessionSeconds: null,
      codes: [],
    },
    openUntil: row.window_until,
  };
}

const tvState = (row: DesiredUserRow): TvState => ({ kind: 'tv', ...ofUser(row), ...accessIn(row.situation) });

const sipState = (row: DesiredUserRow): SipState => ({
  kind: 'sip',
  ...ofUser(row),
  ...accessIn(row.situation),
  passwordSince: row.password_since,
  closedZones: row.closed_zones,
  noPaidCallsUntil: row.no_paid_calls_until,
});

const mailState = (row: DesiredUserRow): MailState => ({
  kind: 'mail',
  ...ofUser(row),
  ...accessIn(row.situation),
  passwordSince: row.password_since,
  quotaBytes: row.quota_bytes,
  address: row.mail_address,
  aliases: row.mail_aliases,
  forwardTo: row.forward_to,
  autoReply: row.auto_reply,
});

/** What the network should do for a phone number. */
export const phoneNumberState = (row: NumberRow): PhoneNumberState => ({
  kind: 'telephone',
  service: { phoneNumber: row.phone_number },
  ...ofAny(row),
  ...accessIn(row.situation),
});

function accessIn(situation: Situation, otherwise: Exclude<NetworkAccess, 'open'> = 'closed') {
  return situation === 'active'
    ? { access: 'open' as const, restriction: null }
    : { access: otherwise, restriction: situation };
}

const ofUser = (row: DesiredUserRow) => ({
  service: { userId: row.user_id },
  ...ofAny(row),
  login: row.login,
  options: row.options,
  programs: row.programs,
});

function ofAny(row: DesiredUserRow | NumberRow) {
  const next = profileOf(row.next_plan_id, row.next_speed_mbit);
  return {
    contractId: row.contract_id,
    version: row.version,
    plan: profileOf(row.plan_id, row.speed_mbit),
    next: next && row.next_from !== null ? { plan: next, from: row.next_from } : null,
  };
}

const profileOf = (planId: number | null, speedMbit: number | null): PlanProfile | null =>
  planId === null ? null : { planId, speedMbit };
