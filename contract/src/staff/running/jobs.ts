import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { InstantText } from '../../kernel/call/wire.ts';
import { Numbered } from '../inputs.ts';
import { PersonWords } from '../personal.ts';

export const jobs = {
  failed: operatorCall({
    method: 'GET',
    path: '/staff/v1/jobs/failed',
    summary: 'Jobs that have failed in all their tries, oldest first; at most 200',
    roles: ['engineer', 'admin', 'auditor'],
    command: { words: 'jobs failed', help: 'задания, которые не удались ни за одну попытку' },
    result: z.array(
      z.object({
        job_id: z.int(),
        task: z.string().meta({ description: 'As in the metric `kabinet_jobs`' }),
        created_at: InstantText,
        attempts: z.int(),
        last_error: PersonWords.nullable(),
      }),
    ),
  }),
  retry: operatorCall({
    method: 'POST',
    path: '/staff/v1/jobs/retry',
    summary: 'Starts a failed job again, with as many tries as a new one',
    roles: ['engineer', 'admin'],
    command: { words: 'jobs retry', arguments: { job_id: 'номер' }, help: 'выполнить неудавшееся задание ещё раз' },
    body: z.strictObject({ job_id: Numbered }),
    result: z.object({ job_id: z.int() }),
    problems: ['job_not_failed'],
  }),
};
