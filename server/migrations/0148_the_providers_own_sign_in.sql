-- Who of the staff comes in by the provider's own sign-in (OpenID Connect): linked by an invitation or by herself, never by a name.
create table staff_openid (
  person_id integer primary key references staff_person,
  issuer text not null,
  -- `sub` of the issuer: the only name there that never changes hands.
  subject text not null,
  linked_at timestamptz not null,
  used_at timestamptz,
  constraint staff_openid_subject_key unique (issuer, subject)
);

-- Whoever has come from there signs out there, too.
alter table staff_session add column by_openid boolean not null default false;
