import { ApiError, NetworkError } from '#web/api/api-error.ts';

// What a failed request says of the change that it asked for.

/** Refused before the call began: says nothing of an earlier request by the same key. */
const BEFORE = new Set([408, 429]);

/** Nobody knows whether the change was carried out: no answer came, or the server could not say. */
export const isUnknown = (failure: unknown): boolean =>
  failure instanceof NetworkError || (failure instanceof ApiError && failure.status >= 500);

/** The failure does not end what was unknown before it, either: the session was over, or it was not the turn of the request. */
export const isUnresolved = (failure: unknown): boolean =>
  isUnknown(failure) ||
  !(failure instanceof ApiError) ||
  BEFORE.has(failure.status) ||
  failure.code === 'confirmation_required';
