import { useQuery } from '@tanstack/react-query';
import { sendForStaff } from '../api/client.ts';
import type { Call, Request, Wire } from '../api/contract.ts';

/** What a change would do: it is carried out and rolled back. `paused`: while the change itself is under way. */
export const useRehearsal = <C extends Call>(call: C, body: object, { paused }: { paused: boolean }) =>
  useQuery<Wire<C>>({
    queryKey: [call.path, 'rehearsal', body],
    queryFn: ({ signal }) =>
      sendForStaff(call, { body: { ...body, dry_run: 'yes' } } as unknown as Request<C>, { signal }),
    enabled: !paused,
    gcTime: 0,
    retry: false,
  });
