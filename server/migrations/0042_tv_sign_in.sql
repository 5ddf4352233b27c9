-- Who signs in to the application of a TV platform from home is known by the address of his line.
create index internet_session_on_address on internet_session (address) where stopped_at is null;
