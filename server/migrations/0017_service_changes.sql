-- What a client decides about his services: consents, and what makes two decisions at once tell each other apart.

-- Whom a plan is offered to.
alter table plan add audience text not null default 'home' check (audience in ('home', 'office'));

alter table service_user
  -- Grows with every change of what the client may change; a decision made on an older one is refused.
  add version integer not null default 1;

alter table plan_change
  -- What a change at once replaced, so that it can be taken back whole: plan, options, promotion, charged days, transactions.
  add previous_plan_id integer references plan,
  add undo jsonb;
create index on plan_change (previous_plan_id);
create index plan_change_latest on plan_change (user_id, made_at desc);

-- To what a client has agreed: the very words, and when.
create table consent (
  consent_id bigint generated always as identity primary key,
  contract_id bigint not null references contract,
  -- `plan:17`, `option:3`, `program:1252`
  subject text not null,
  -- SHA-256 of the text that was shown.
  text_hash bytea not null,
  given_at timestamptz not null,
  address inet not null,
  session_id text not null
);
create index on consent (contract_id, given_at desc);
create trigger consent_is_immutable before update or delete or truncate on consent
  for each statement execute function refuse_change();
