// Unique keys that do not contain the contract: a divided table holds only those that do. docs/scaling-tables.md is drawn from it.

const DIRECTORY = 'a directory, whole on the first server: key → contract_id; who takes a key writes there first';
const REGISTER = 'the register of the bank or the receipts, whole on the first server';
const RANDOM = 'nothing: it is a digest of 32 random bytes';
const NAMES_ITS_OWN = 'the key with contract_id: its text names a service, a suspension or a message of the contract';

/** How each of them is kept over all contracts. */
export const KEPT_ELSEWHERE: Readonly<Record<string, string>> = {
  'access_schedule_proof (proof_hash)': RANDOM,
  'account (account_no)': DIRECTORY,
  'autopayment (acquirer, subscription_id)': REGISTER,
  'contact (kind, value)': DIRECTORY,
  'contract (printed_key(printed_no) collate "C")': DIRECTORY,
  'fiscal_receipt (register, register_id)': REGISTER,
  'further_contact (kind, address)': DIRECTORY,
  'ledger_transaction (reference)':
    'charges name their account: the key with contract_id; payments are unique in the registers of banks, agents, desks and transfers',
  'mail_address (address)': DIRECTORY,
  'mailbox (address)': DIRECTORY,
  'message (incident_id, town_id)': 'the reference table of what towns are told',
  'message_delivery (key)': NAMES_ITS_OWN,
  'messenger_link (code)': DIRECTORY,
  'one_time_charge (what)': NAMES_ITS_OWN,
  'payment (acquirer, qr_id)': REGISTER,
  'payment_link (secret_mark)': DIRECTORY,
  'phone_number (phone_number)': DIRECTORY,
  'push_subscription (endpoint)': DIRECTORY,
  'service_line (address)': DIRECTORY,
  'service_line (circuit)': DIRECTORY,
  'service_user (login)': DIRECTORY,
  'sip_setup_link (link_hash)': RANDOM,
};
