// Where the rows of each table would lie on several servers (docs/scaling.md); docs/scaling-tables.md is drawn from it.

/**
 * Tables that are divided among the servers by their contract, under the column that tells the contract today. Each contract lies on one server
 * with all of them.
 */
const BY_COLUMN = {
  contract_id: `access_schedule_code account audit_event backup_code client_paper consent consent_decision contact
    contract contract_move contract_past contract_program credential data_archive debt_reminder extra_past
    former_document further_contact idempotency_key individual_price known_device message message_read messenger_link
    muted_notice news_subscription notice_hours number_access phone_number push_subscription recovery_only recovery_request service_past
    service_user speed_test staff_change staff_note support_file support_order telephone_documents telephone_mailing text_message_count
    totp wanted_notice`,
  account_id: `account_month autopayment billing_told_balance charge_failure fee_charged fiscal_receipt ledger_entry one_time_charge
    payment payment_link promised_payment`,
  user_id: `access_schedule access_schedule_change access_schedule_proof billing_told_service incident_compensation internet_session
    mail_address mail_erased mail_forward mail_reply mail_use mailbox plan_change service_access service_block service_line
    service_provision service_secret service_state sip_line sip_setup_link suspension tv_code tv_command tv_device tv_look user_option
    user_program`,
  phone_number: `call_hour call_month call_package_use call_record call_total incident_number_compensation number_block`,
  payment_id: 'autopayment_attempt refund',
  autopayment_id: 'autopayment_consent autopayment_due',
  transaction_id: 'ledger_transaction',
  internet_session_id: 'session_former_address session_hour session_reading',
  order_id: 'support_event',
  message_id: 'message_delivery',
  archive_id: 'data_archive_part',
} as const;

/** The column of a distributed table that tells the contract. */
type ContractColumn = keyof typeof BY_COLUMN;

/** The catalogue and the places: read by every contract, changed by the staff; a copy lies on each server. */
const REFERENCE = `call_package call_package_zone call_rate call_zone call_zone_prefix consent_text coverage demo_mark former_place_name incident
  incident_place mail_domain mail_plan migration notice_text option_profile place_word plan plan_channel plan_option plan_profile price_change
  program program_channel program_pair service_key street support_goal town town_network town_phone tv_channel unsubscribe_key`;

/** What stays whole on the first server, and why. */
const LOCAL = {
  'finds the contract of a token, a key or an invitation': `access_token contact_code contract_share document_link login_guard passkey passkey_owner password_recovery
    personal_key rate_limit search_key session share_invitation spent_challenge`,
  'one order for all: queues, signals, events': `change_event change_order change_waiting gateway_trouble help_desk_message outbox_effect signal
    signal_life text_message webhook webhook_letter worker_lease`,
  'the staff, and the chain of their actions': `audit_anchor audit_link inbox_deferral operator_action order_lease staff_approval staff_exported
    staff_idempotency_key staff_invitation staff_key staff_openid staff_passkey staff_person staff_presence staff_read staff_session
    staff_spare_code visit_slot`,
  "the provider's own money: registers of banks, desks, sums of days": `bank_transfer bank_transfer_undo cash_desk cash_opening_difference
    cash_operation cash_shift cash_shift_code charge_run charging_begin charging_source ledger_day low_money_run payment_agent_conflict
    payment_agent_operation payment_notification reconciliation_finding revenue_run`,
  'not of one contract: guests, campaigns, two contracts at once': `call_back call_back_echo campaign campaign_recipient contact_consent
    contract_handover contract_regrouping incident_report new_client`,
  'stored by the key of the file or the leg': 'call_leg call_leg_difference file_sum stored_file',
  'while a billing moves in or works beside': `billing_conflict billing_reading billing_request billing_view_line billing_view_row import_former import_opening
    import_row import_said shadow_accepted shadow_difference shadow_line shadow_mark shadow_night`,
  'what the network and the mail server read': `mail.usage radius.accounting radius.accounting_place radius.coa radius.line_link radius.nas
    radius.outage radius.payment_window radius.refused radius.reply radius.service radius.shape radius.template radius.typed sip.line
    sip.location sip.version`,
  'outside systems of the demo': `recorded_fiscal.receipt recorded_network.disconnect recorded_network.provision recorded_network.service
    recorded_network.settings recorded_network.state recorded_tv.code recorded_tv.command recorded_tv.device sandbox_bank.operation
    sandbox_bank.qr sandbox_bank.refund sandbox_bank.subscription sandbox_bank.subscription_event sandbox_inbox.message`,
} as const;

/** A row is of one contract by each of these, too: a statement that names one of them names the contract. */
export const OF_ONE_CONTRACT = new Set<string>([
  ...Object.keys(BY_COLUMN),
  ...[
    'attempt',
    'autopayment_due_id',
    'correction_transaction_id',
    'corrects_transaction_id',
    'further_contact_id',
    'individual_price_id',
    'one_time_charge_id',
  ],
  ...[
    'payment_link_id',
    'plan_change_id',
    'promised_payment_id',
    'push_subscription_id',
    'refund_id',
    'support_event_id',
    'suspension_id',
  ],
]);

/** A look-up that finds the contract, or rows that have none; on several servers another table answers it. */
interface LookUp {
  readonly table: string;
  readonly column: string;
  /** By these values only, as a plan writes them. */
  readonly value?: RegExp;
  readonly answeredBy: string;
}

const PROVIDERS_OWN = /^'(acquirer|cash|correction|desk|external|revenue)'/;

export const LOOK_UPS: readonly LookUp[] = [
  {
    table: 'account',
    column: 'kind',
    value: PROVIDERS_OWN,
    answeredBy: "a reference table of the provider's own accounts",
  },
  { table: 'contact', column: 'value', answeredBy: 'a directory of addresses and phones by which people sign in' },
  {
    table: 'further_contact',
    column: 'address',
    answeredBy: 'a directory of addresses and phones by which people sign in',
  },
  { table: 'mail_address', column: 'address', answeredBy: 'a directory of mail addresses: each is given once' },
  { table: 'message', column: 'town_id', answeredBy: 'a reference table of what towns are told' },
  { table: 'message', column: 'kind', value: /^'work'/, answeredBy: 'a reference table of what towns are told' },
  { table: 'payment_link', column: 'secret_mark', answeredBy: 'a directory of links for a payment' },
  { table: 'service_user', column: 'login', answeredBy: 'a directory of logins: each is given once' },
];

export type Place = { readonly by: ContractColumn } | 'reference' | { readonly local: string };

const wordsOf = (list: string): string[] => list.split(/\s+/);

function placesOf(): Map<string, Place> {
  const places: (readonly [string, Place])[] = [
    ...Object.entries(BY_COLUMN).flatMap(([by, tables]) =>
      wordsOf(tables).map((table) => [table, { by: by as ContractColumn }] as const),
    ),
    ...wordsOf(REFERENCE).map((table) => [table, 'reference'] as const),
    ...Object.entries(LOCAL).flatMap(([local, tables]) => wordsOf(tables).map((table) => [table, { local }] as const)),
  ];
  return new Map(places);
}

/** By the table's name; with its schema, unless that is `public`. */
export const PLACES: ReadonlyMap<string, Place> = placesOf();

export type Kind = 'divided' | 'reference' | 'local';

export function kindOf(table: string): Kind {
  const place = PLACES.get(table);
  if (typeof place === 'string') return place;
  return place && 'by' in place ? 'divided' : 'local';
}

/** Whether a row with this value of the column is of one contract, or is looked up on purpose. */
export const namesContract = (table: string, column: string, value: string): boolean =>
  OF_ONE_CONTRACT.has(column) ||
  LOOK_UPS.some((one) => one.table === table && one.column === column && (one.value?.test(value) ?? true));

/** Statements of the subscribers' calls that ask about all contracts, by a part of their text. */
export const BEYOND_CONTRACT: readonly (readonly [part: string, reason: string])[] = [
  [
    'where account_key(a.account_no) = account_key(',
    'a payer names an account by its number: the directory of account numbers finds its contract',
  ],
  [
    'select count(*)::integer as count from contract',
    'how many contracts there are: it bounds the text messages of an hour',
  ],
  [
    "starts_with(password_hash, 'former:')",
    'the dearest digest of a former system, so that a wrong login takes as long: a value of the provider',
  ],
];
