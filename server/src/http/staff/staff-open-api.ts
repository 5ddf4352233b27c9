import type { ProblemCode } from '@kabinet/contract/kernel/problem';
import { staffCalls, staffContract } from '@kabinet/contract/staff';
import { described, IDEMPOTENCY, VALUES, type Audience } from '../api/open-api.ts';

const STAFF_GENERAL = [
  'unreadable',
  'request_timeout',
  'too_large',
  'address_too_long',
  'wrong_media_type',
  'expectation_failed',
  'headers_too_large',
  'bad_input',
  'unauthorized',
  'session_expired',
  'role_not_allowed',
  'network_not_allowed',
  'forbidden_origin',
  'not_found',
  'repeated_without_reply',
  'idempotency_mismatch',
  'too_many_requests',
  'unexpected',
  'overloaded',
  'stopping',
  'timeout',
] as const satisfies readonly ProblemCode[];

const STAFF: Audience = {
  title: 'Kabinet, calls of the staff',
  about: `What the provider’s own people and programs do, by role. A person signs in (\`entry.signIn\`) and has a cookie; a program sends its key. Until somebody of the staff is added there are no such addresses. ${VALUES}`,
  table: staffContract,
  version: '1',
  base: '/staff/v1',
  generalProblems: STAFF_GENERAL,
  codes: [...new Set([...STAFF_GENERAL, ...staffCalls.flatMap(({ problems: own }) => own)])],
  headers: IDEMPOTENCY,
  more: {},
  security: {
    session: { type: 'apiKey', in: 'cookie', name: '__Host-kabinet-staff' },
    key: { type: 'http', scheme: 'bearer' },
  },
};

/** Error codes that any call of the staff may return; a call declares the others. */
export const STAFF_PROBLEMS: readonly ProblemCode[] = STAFF_GENERAL;

/** The contract of the staff as OpenAPI 3.1. */
export const operatorOpenApi = (): Record<string, unknown> => described(STAFF);
