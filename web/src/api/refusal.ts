import { ApiError } from './api-error.ts';

/** What the server decided: not possible, not now, not with these data. It says why, and asking again changes nothing. */
const DECIDED = [403, 404, 409, 422];

/** The prohibition in an error; undefined for a failure, which «Повторить» may mend: the server broke, is too busy, or did not answer. */
export const refusalOf = (error: Error | null): ApiError | undefined =>
  error instanceof ApiError && DECIDED.includes(error.status) ? error : undefined;
