-- The same as `incident_compensation` for telephone numbers of the exchange, which are no services (docs/decisions/0179).
create table incident_number_compensation (
  incident_id bigint not null references incident,
  phone_number text not null references phone_number,
  given tstzmultirange not null,
  primary key (phone_number, incident_id),
  constraint incident_number_minutes_once
    exclude using gist (int8range(phone_number::bigint, phone_number::bigint, '[]') with &&, given with &&)
);
create index incident_number_compensation_incident_id_idx on incident_number_compensation (incident_id);
