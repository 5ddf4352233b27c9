-- Domains whose mail the provider's servers take. One of a client is offered to nobody else.
create table mail_domain (
  domain text primary key check (domain = lower(domain)),
  contract_id bigint references contract
);
create index mail_domain_contract on mail_domain (contract_id);
insert into mail_domain (domain, contract_id)
select split_part(b.address, '@', 2), case when count(distinct u.contract_id) = 1 then min(u.contract_id) end
from mailbox b join service_user u using (user_id) group by 1;

-- What a plan of a mailbox gives, and how many mailboxes of one contract may have it.
create table mail_plan (
  plan_id integer primary key references plan,
  quota_bytes bigint not null check (quota_bytes > 0),
  boxes integer not null check (boxes > 0)
);
insert into mail_plan (plan_id, quota_bytes, boxes)
select plan_id, 1073741824, 5 from plan where service_kind = 'mail';

alter table mailbox
  -- The last day on which a deleted mailbox can be restored.
  add column kept_until date,
  add column used_messages integer not null default 0 check (used_messages >= 0),
  -- When the mail server last told how much is used.
  add column measured_at timestamptz;
create index mailbox_kept on mailbox (kept_until) where kept_until is not null;

-- Every address of a mailbox: its own and its further names. Deleted mailboxes keep theirs until they are erased.
create table mail_address (
  address text primary key check (address = lower(address)),
  user_id bigint not null references mailbox on delete cascade,
  is_own boolean not null default false,
  added_at timestamptz not null default now()
);
create index mail_address_user on mail_address (user_id);
create unique index mail_address_own on mail_address (user_id) where is_own;
insert into mail_address (address, user_id, is_own) select lower(address), user_id, true from mailbox;

create function mailbox_address() returns trigger language plpgsql as $$
begin
  insert into mail_address (address, user_id, is_own) values (new.address, new.user_id, true);
  return null;
end $$;
create trigger mailbox_address after insert on mailbox for each row execute function mailbox_address();

-- Copies of letters for another address, after its owner has told the code that was sent there.
create table mail_forward (
  user_id bigint primary key references mailbox on delete cascade,
  target text,
  is_on boolean not null default false,
  -- Another address that waits for its code.
  asked text,
  code_hash text,
  asked_at timestamptz,
  tries integer not null default 0 check (tries between 0 and 5),
  check (not is_on or target is not null),
  check ((asked is null) = (code_hash is null) and (asked is null) = (asked_at is null))
);
create index mail_forward_target on mail_forward (target) where is_on;

create table mail_reply (
  user_id bigint primary key references mailbox on delete cascade,
  is_on boolean not null,
  subject text not null,
  body text not null,
  from_day date not null,
  until_day date not null,
  -- The same days as moments: the mail server knows no zone of the provider.
  from_at timestamptz not null,
  until_at timestamptz not null,
  check (from_day <= until_day),
  check (from_at < until_at)
);

-- How much was used at the end of each day, for a month.
create table mail_use (
  user_id bigint not null references mailbox on delete cascade,
  day date not null,
  bytes bigint not null check (bytes >= 0),
  primary key (user_id, day)
);

-- Mailboxes whose letters the mail server must remove from its disk.
create table mail_erased (
  user_id bigint primary key references service_user,
  erased_at timestamptz not null
);

-- What Dovecot and Postfix read, and the only thing that they write: how much is used. docs/mail.md
create schema mail;

create view mail.domain as select domain from mail_domain;

-- Who may sign in: IMAP, POP3 and SMTP.
create view mail.login as
select b.address as username, '{ARGON2ID}' || convert_from(s.secret, 'UTF8') as password
from mailbox b join service_user u using (user_id) join service_secret s using (user_id)
where u.state = 'active' and s.form = 'argon2id';

-- Whose letters are kept: also of those who may not sign in now.
create view mail.box as
select b.address as username, b.user_id, b.quota_bytes, u.contract_id,
  case when u.state = 'active' then 'open' else 'closed' end as access
from mailbox b join service_user u using (user_id)
where u.state <> 'closed';

create view mail.address as
select a.address, b.address as username, a.is_own
from mail_address a join mailbox b using (user_id) join service_user u using (user_id)
where u.state <> 'closed';

-- Letters for these wait at the sender's server: the mailbox is closed by the provider, perhaps not for long.
create view mail.deferred as
select a.address, '450 4.2.1 The mailbox is closed for a time' as action
from mail_address a join service_user u using (user_id)
where u.state = 'blocked' and u.reason in ('operator', 'abuse');

-- From which addresses somebody may send.
create view mail.sender as
select a.address, b.address as username
from mail_address a join mailbox b using (user_id) join service_user u using (user_id)
where u.state = 'active';

create function mail.quoted(text text) returns text language sql immutable
return '"' || replace(replace(text, '\', '\\'), '"', '\"') || '"';

create function mail.moment(at timestamptz) returns text language sql immutable
return mail.quoted(to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+00:00"'));

-- Forwarding and the reply in absence, as a script in the language Sieve (RFC 5228, 3894, 5230).
create view mail.rule as
select b.address as username, concat(
  'require ["copy", "vacation", "date", "relational"];', e'\n',
  'redirect :copy ' || mail.quoted(f.target) || e';\n',
  'if allof(currentdate :zone "+0000" :value "ge" "iso8601" ' || mail.moment(r.from_at)
    || ', currentdate :zone "+0000" :value "lt" "iso8601" ' || mail.moment(r.until_at) || e') {\n'
    || 'vacation :days 7 :addresses [' || (
      select string_agg(mail.quoted(a.address), ', ' order by a.address) from mail_address a where a.user_id = b.user_id)
    || '] :from ' || mail.quoted(b.address) || ' :subject ' || mail.quoted(r.subject) || ' ' || mail.quoted(r.body) || e';\n}\n'
) as script
from mailbox b
join service_user u using (user_id)
left join mail_forward f on f.user_id = b.user_id and f.is_on
left join mail_reply r on r.user_id = b.user_id and r.is_on
where u.state = 'active' and (f.user_id is not null or r.user_id is not null);

-- The same as Dovecot asks for it: the name leads to an id that changes with the script, the id to the script.
create view mail.script as
select username, 'active' as script_name, md5(script) as script_id, script from mail.rule;

create view mail.erased as select user_id, erased_at from mail_erased;

create table mail.usage (
  username text primary key,
  bytes bigint not null default 0,
  messages bigint not null default 0
);

create function mail.note_usage() returns trigger language plpgsql security definer set search_path from current as $$
declare
  box bigint;
begin
  update public.mailbox set used_bytes = greatest(new.bytes, 0), used_messages = greatest(new.messages, 0), measured_at = now()
  where address = new.username returning user_id into box;
  if box is not null then
    insert into public.mail_use (user_id, day, bytes) values (box, (now() at time zone 'UTC')::date, greatest(new.bytes, 0))
    on conflict (user_id, day) do update set bytes = excluded.bytes;
  end if;
  return null;
end $$;
create trigger note_usage after insert or update on mail.usage for each row execute function mail.note_usage();
