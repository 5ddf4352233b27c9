/**
 * A value as JSON that PostgreSQL can store as `jsonb`: without zero bytes and halves of surrogate pairs, in values and in names.
 * `JSON.stringify` escapes both, and nothing else in this way but a backslash.
 */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(/\\\\|\\u(?:0000|d[89a-f][\da-f]{2})/g, (found) =>
    found === '\\\\' ? found : '\\ufffd',
  );
