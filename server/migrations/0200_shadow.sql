-- Shadow (docs/decisions/0277): what our own run would have charged while another billing charges. Nothing of it is in the ledger, and no
-- subscriber sees it. A charge is above zero, a return below.

-- `judged_at`: when it was last compared with what the other side has told.
create table shadow_night (
  day date primary key,
  begun_at timestamptz not null,
  computed_at timestamptz,
  judged_at timestamptz,
  equal integer not null default 0,
  waiting integer not null default 0
);

-- Up to which day our run would have charged each fee: `fee_charged` of the shadow.
create table shadow_mark (
  account_id bigint not null references account,
  what text not null,
  sold_id integer not null,
  charged_from date not null,
  charged_until date not null,
  amount_kopecks bigint not null check (amount_kopecks >= 0),
  turn integer not null default 0,
  text text not null,
  primary key (account_id, what)
);

create table shadow_line (
  shadow_line_id bigint primary key generated always as identity,
  day date not null,
  account_id bigint not null references account,
  what text not null,
  text text not null,
  amount_kopecks bigint not null check (amount_kopecks <> 0),
  service_from date not null,
  service_until date not null,
  unit text check (unit in ('month', 'day')),
  rate_kopecks bigint,
  full_rate_kopecks bigint,
  period_from date,
  period_until date,
  promo_until date,
  turns_on date
);
create index shadow_line_of_day on shadow_line (day, account_id);
create index shadow_line_of_account on shadow_line (account_id);

create table shadow_difference (
  shadow_difference_id bigint primary key generated always as identity,
  day date not null,
  account_id bigint not null references account,
  kind text not null check (kind in ('amount', 'rounding', 'day', 'only_ours', 'only_theirs', 'twice', 'account')),
  service text not null,
  ours_kopecks bigint not null,
  theirs_kopecks bigint not null,
  rule text not null,
  other_day date,
  other_account_no text
);
create index shadow_difference_of_day on shadow_difference (day);
create index shadow_difference_of_account on shadow_difference (account_id, day);

-- Differences that a person has accepted: of one kind, of an account or all, of a service or all, up to a day.
create table shadow_accepted (
  shadow_accepted_id integer primary key generated always as identity,
  kind text not null check (kind in ('amount', 'rounding', 'day', 'only_ours', 'only_theirs', 'twice', 'account')),
  account_id bigint references account,
  service text,
  reason text not null,
  until_day date not null,
  accepted_by text not null,
  accepted_at timestamptz not null
);
create index shadow_accepted_of_account on shadow_accepted (account_id);
create unique index shadow_accepted_once on shadow_accepted (kind, account_id, service) nulls not distinct;
