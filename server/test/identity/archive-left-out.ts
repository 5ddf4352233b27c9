// Columns of a contract's tables that the archive of the subscriber's data does not read, each with its reason.

/** By reason; a line names a table and its columns. `archive-columns.test.ts` reads it. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'What an import holds while it runs: empty before and after.': `
    import_former account_id operation day kind amount_kopecks text method
    import_opening account_id opening_kopecks credit_limit_kopecks`,

  'A secret, or a hash of one: whoever got the archive would get in.': `
    access_schedule password_hash
    access_schedule_code code_hash
    access_schedule_proof proof_hash
    backup_code code_mark
    call_back key_hash
    client_paper marks
    consent text_hash
    contact_code code_hash
    credential password_hash
    document_link token_hash
    known_device device_hash
    mail_forward code_hash done_hash
    messenger_link code
    passkey credential_id public_key counter transports is_synced
    passkey_owner handle
    password_recovery recovery_hash
    payment_link secret_mark
    personal_key key_hash
    push_subscription endpoint p256dh auth
    service_secret user_id form secret changed_at
    session refresh_hash previous_hash rotated_at derivation_key page_hash
    share_invitation code_mark
    sip_setup_link link_hash user_id expires_at
    totp contract_id secret begun_at enabled_at last_step
    tv_code user_id code_id secret made_at expires_at opened_at`,

  'A key of the database: it names nothing outside, and what it leads to is in the archive.': `
    access_schedule user_id
    access_schedule_change change_id
    access_schedule_proof user_id session_id
    autopayment autopayment_id
    backup_code contract_id
    bank_transfer transfer_id account_id transaction_id
    bank_transfer_undo transaction_id reversal_id transfer_id account_id
    call_back call_back_id
    consent consent_id contract_id session_id
    consent_decision consent_decision_id session_id
    contract_program user_id
    contract_share share_id
    credential contract_id
    further_contact further_contact_id
    incident_compensation incident_id user_id
    individual_price account_id what
    message town_id incident_id notice_key
    messenger_link contract_id
    number_access session_id
    one_time_charge one_time_charge_id account_id transaction_id user_id
    passkey_owner contract_id
    payment payment_id transaction_id payment_link_id
    personal_key personal_key_id
    phone_number account_id
    plan_change plan_change_id previous_plan_id
    promised_payment promised_payment_id fee_transaction_id
    service_user account_id
    session session_id share_id
    sip_line user_id
    speed_test speed_test_id key user_id
    suspension suspension_id
    fiscal_receipt account_id`,

  'The machinery: versions, tries, what has been sent to an outside system, what it has answered.': `
    individual_price told_at
    access_schedule version next_change_at
    account charged_outside charged_through debt_since owes_since own_since promised_kopecks
    autopayment acquirer subscription_id payload expires_at
    charge_failure account_id day error happened_at
    charging_source scope source since own_since town_id contract_id
    contact recovers_from
    contract version
    contract_program switched_at
    fee_charged account_id what sold_id charged_from charged_until amount_kopecks transaction_id turn
    fiscal_receipt kind amount_kopecks try register register_id error created_at sent_at done_at
    former_document former_key
    further_contact recovers_from
    idempotency_key contract_id key request_hash reply created_at sealed_reply
    internet_session end_ordered_at counted_at rate_in rate_out settled nas session_ref unique_id class class_at begun_last seen_at
    internet_session is_presumed told_cause uses
    mail_domain domain contract_id
    mail_erased user_id erased_at
    mailbox measured_at
    message kind topic until
    payment acquirer qr_id payload expires_at external_id reconciled_on
    payment_agent_operation transaction_id source txn_id account_id amount_kopecks agent_day registered_at fiscalized_by
    payment_agent_operation found_by answer cancelled_at cancel_transaction_id cancel_answer
    plan_change undo
    promised_payment limit_before_kopecks
    service_access user_id version applied_version applied_at
    service_provision user_id version applied_version applied_at
    service_state user_id phone_number version applied_version applied_at
    service_user version state_since
    phone_number state_since
    telephone_mailing contract_id period document letter_key ordered_at sent_at
    text_message_count contract_id period messages
    tv_command command_id user_id device_id action message state is_confirmed ordered_at answered_at
    tv_device is_online drop_ordered_at
    tv_look user_id ordered_at looked_at
    user_program info switched_at`,

  'It lives for minutes or days, and guards against strangers.': `
    access_schedule_code code_id user_id contract_id channel target tries is_spent sent_at expires_at
    access_schedule_proof expires_at
    backup_code used_at
    contact_code contact_code_id contract_id kind address purpose tries sent_at expires_at spent_at by_stranger
    credential changed_at change_by
    data_archive archive_id contract_id session_id ordered_on ordered_at ready_at kept_until bytes attempt
    document_link contract_id session_id document expires_at
    known_device contract_id used_at
    mail_forward asked asked_at tries done_until
    messenger_link expires_at
    number_access shown_until
    password_recovery contract_id kind asked_at expires_at handled_at tries spent_at further_contact_id is_known_device
    push_subscription push_subscription_id contract_id session_id created_at
    recovery_request contract_id kind day asked sent last_asked_at
    session kind expires_at end_reason confirmed_at
    share_invitation invitation_id contract_id role created_at expires_at withdrawn_at share_id ends_at
    share_invitation contact_kind contact label sent_at`,

  'A setting, which the cabinet shows as it is now; what it has led to is in the archive.': `
    access_schedule is_on rules exceptions paused_until
    access_schedule_change detail
    autopayment skipped_period created_at connected_at ended_at
    further_contact role muted added_at wanted
    mail_address added_at
    mail_reply from_at until_at
    messenger_link messenger chat_id chat_name
    muted_notice contract_id channel category
    news_subscription contract_id product since
    notice_hours contract_id is_quiet quiet_from quiet_until
    personal_key scopes
    recovery_only contract_id kind
    service_access auto_auth bound_mac seen_mac seen_at
    sip_line month_limit_kopecks day_limit_kopecks open_zones stopped_until stopped_by closes_at
    telephone_documents sends_invoice sends_calls
    wanted_notice contract_id channel category`,

  'The archive says the same in other words: an operation, a line of the timeline, a name in full, a decision, a message.': `
    contract_past contract_past_id contract_id client_name town_id street_id house flat until_at
    extra_past extra_past_id user_id contract_id sold_kind sold_id since until_day
    service_past service_past_id user_id phone_number contract_id state reason since_at until_at
    individual_price sold_kind ends_on
    client_paper ended_by
    bank_transfer payer document_no day amount_kopecks purpose imported_at
    bank_transfer_undo undone_at undone_by reason
    consent subject given_at address
    consent_decision name
    contract client_name_io client_name_short is_company
    contract_program changes_on promo_kopecks promo_until
    contract_share used_at end_reason reminded_of
    incident_compensation given
    internet_session end_cause login nat_ports
    one_time_charge what text amount_kopecks day phone_number service_from service_until
    phone_number reason promo_kopecks promo_until
    search_key contract_id source kind key user_id words
    plan_change made_by
    service_user reason returns_on promo_kopecks promo_until plan_since
    support_order arrives_at arrived_at updated_at answer_by late_times last_author last_text
    user_option changes_on promo_kopecks promo_until
    user_program changes_on promo_kopecks promo_until`,

  'Not there yet: it tells of the subscriber, and the archive should say it, too.': `
    call_back call_until note
    incident_report incident_id contract_id reported_at
    mail_use user_id day bytes
    mailbox quota_bytes used_bytes used_messages kept_until
    speed_test address is_local plan_mbit latency_us jitter_us down_latency_us up_latency_us
    support_file type bytes by_staff
    support_order visit_to wished_time checks
    suspension paid_days day_kopecks start_kopecks return_kopecks`,

  'Of somebody else, who has paid for the subscriber: only the receipt goes there.': `
    payment_link payer_email`,

  'How the staff works: nobody’s data but their own.': `
    call_back taken_by taken_at late_times
    support_order assignee
    staff_change call version
    staff_exported owner contract_id exported_at
    staff_presence stream_id contract_id person_id since seen_at
    staff_read person_id`,
  'That the staff have reminded of a debt: the message itself is in the archive.': `
    debt_reminder contract_id day sent_at operator
    campaign_recipient campaign_id contract_id sent_at`,
  'Of a cash desk of the office: not of a subscriber.': `
    cash_desk desk_id name place register account_id added_at`,

  'Events for other systems: what they tell of is in the archive, from the tables themselves.': `
    change_event event_id ordered_at happened_at kind contract_id detail
    change_waiting waiting_id happened_at kind contract_id detail
    webhook_letter webhook_id event_id contract_id state attempts last_error next_at happened_at kind detail put_at`,

  'Between the cabinet and another billing: the operations, the services and their plans that came of it are in the archive.': `
    billing_request request_no contract_id kind subject account_id amount_kopecks user_id plan_id from_day body made_at state reason answered_at
    billing_told_balance account_id version balance_kopecks counted_to told_at
    billing_told_service user_id version state until_day plan_id told_at`,

  'What we would have charged while another billing charged: nobody has paid or owes it.': `
    shadow_accepted shadow_accepted_id kind account_id service reason until_day accepted_by accepted_at
    shadow_difference shadow_difference_id day account_id kind service ours_kopecks theirs_kopecks rule other_day other_account_no
    shadow_line shadow_line_id day account_id what text amount_kopecks service_from service_until unit rate_kopecks full_rate_kopecks
    shadow_line period_from period_until promo_until turns_on
    shadow_mark account_id what sold_id charged_from charged_until amount_kopecks turn text`,
};
