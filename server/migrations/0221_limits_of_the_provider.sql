-- A line that is stopped or has opened a direction without limits of the client's own follows those of the provider (docs/decisions/0086).
alter table sip_line
  alter column month_limit_kopecks drop not null,
  alter column day_limit_kopecks drop not null,
  add check ((month_limit_kopecks is null) = (day_limit_kopecks is null));

-- Limits that were copied from the provider: whoever sets his own is in the audit.
update sip_line set month_limit_kopecks = null, day_limit_kopecks = null
where user_id not in (select (detail ->> 'userId')::bigint from audit_event where kind = 'sip_limits_changed');
