import { useStaffStream } from './follow-stream.ts';

/** Follows what happens to a contract while its card is open, and tells others of the staff that it is. Returns whether the stream is lost. */
export const useFollowedContract = (contractId: number): boolean =>
  useStaffStream(`contract_id=${contractId}`, { kinds: ['outdated', 'presence'] });
