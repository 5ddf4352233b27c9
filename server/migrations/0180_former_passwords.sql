-- Passwords that another billing system has digested begin with `former:` and the price of a check (docs/decisions/0258): the dearest one is
-- read at each sign-in.
create index credential_former on credential ((substring(password_hash from 8 for 2))) where starts_with(password_hash, 'former:');
