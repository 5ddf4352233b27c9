-- The code that has confirmed the address of copies: the same request again, after a lost answer, is answered as the first one was.
alter table mail_forward
  add done_hash text,
  add done_until timestamptz;
