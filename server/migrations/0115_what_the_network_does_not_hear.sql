-- Columns that may change and the network need not hear of it, each said where a reader of the database looks for it. A column that is
-- added to one of these tables says so in its own migration, or a test asks what the network must do (docs/decisions/0188).
do $$
declare
  unheard text;
begin
  foreach unheard in array array[
    'service_user.account_id', 'service_user.name', 'service_user.address', 'service_user.state_since', 'service_user.returns_on',
    'service_user.opened_on', 'service_user.plan_since', 'service_user.closed_on', 'service_user.promo_kopecks',
    'service_user.promo_until', 'service_user.version', 'service_user.service_kind',
    'plan_change.plan_change_id', 'plan_change.made_by', 'plan_change.made_at', 'plan_change.previous_plan_id', 'plan_change.undo',
    'user_option.since', 'user_option.changes_on', 'user_option.promo_kopecks', 'user_option.promo_until',
    'user_program.info', 'user_program.since', 'user_program.changes_on', 'user_program.promo_kopecks', 'user_program.promo_until',
    'user_program.switched_at',
    'service_access.seen_mac', 'service_access.seen_at', 'service_access.version', 'service_access.applied_version',
    'service_access.applied_at',
    'mailbox.used_bytes', 'mailbox.used_messages', 'mailbox.measured_at', 'mailbox.kept_until',
    'mail_address.is_own', 'mail_address.added_at',
    'mail_forward.asked', 'mail_forward.code_hash', 'mail_forward.asked_at', 'mail_forward.tries', 'mail_forward.done_hash',
    'mail_forward.done_until',
    'mail_reply.from_day', 'mail_reply.until_day',
    'phone_number.account_id', 'phone_number.opened_on', 'phone_number.closed_on', 'phone_number.state_since',
    'phone_number.promo_kopecks', 'phone_number.promo_until'
  ] loop
    execute format('comment on column %s is %L', unheard, 'network: no');
  end loop;
end $$;
