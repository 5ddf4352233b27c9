-- What a session was told last without an answer that anybody has noted: its device may have done it. Null: what it has is known.
alter table radius.coa add column sent_shape text;
