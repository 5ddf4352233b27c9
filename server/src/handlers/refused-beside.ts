import type { Contract } from '@kabinet/contract';
import { CHANGED_ELSEWHERE } from '#server/domain/billing/outside/outside.texts.ts';
import type { RefusedBeside } from './shared/beside-other.ts';

/** What a subscriber cannot do here while another billing charges (decision 0278). */
export const REFUSED_BESIDE: RefusedBeside<Contract> = {
  emailUser: {
    preview: CHANGED_ELSEWHERE,
    create: CHANGED_ELSEWHERE,
    remove: CHANGED_ELSEWHERE,
    restore: CHANGED_ELSEWHERE,
  },
  internetContract: { programPreview: CHANGED_ELSEWHERE, changeProgram: CHANGED_ELSEWHERE },
};
