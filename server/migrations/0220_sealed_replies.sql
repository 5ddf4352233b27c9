-- An answer with a secret is kept for its repetition, too, but sealed by the key of the service passwords (docs/decisions/0043).
alter table idempotency_key add sealed_reply bytea;
