-- What the office adds is not sold until it is put on sale (docs/decisions/0217). A draft counts as archived for whoever offers things, so
-- processes of the version before do not offer it.
alter table plan add column is_draft boolean not null default false, add constraint plan_draft_check check (is_archived or not is_draft);
alter table program add column is_draft boolean not null default false, add constraint program_draft_check check (is_archived or not is_draft);
alter table plan_option
  add column is_archived boolean not null default false,
  add column is_draft boolean not null default false,
  add constraint plan_option_draft_check check (is_archived or not is_draft);
