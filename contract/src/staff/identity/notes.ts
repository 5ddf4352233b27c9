import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { Numbered, words } from '../inputs.ts';
import { SEE_PEOPLE } from '../personal.ts';
import { DONE_AT, DoneAt } from '../support/done-at.ts';

export const notes = {
  add: operatorCall({
    method: 'POST',
    path: '/staff/v1/notes/add',
    summary:
      'Adds a note of the staff to the timeline of a contract. Its subscriber does not see it, but gets it with his data',
    roles: [...SEE_PEOPLE, 'technician'],
    command: {
      words: 'note add',
      arguments: { contract_id: 'договор', text: 'заметка' },
      options: { done_at: DONE_AT },
      help: 'заметка для сотрудников; абонент вправе её запросить (152-ФЗ)',
    },
    body: z.strictObject({ contract_id: Numbered, text: words(1000, 'Заметка'), done_at: DoneAt }),
    result: z.object({ contract_id: z.int(), note_id: z.int() }),
    problems: ['contract_unknown'],
  }),
};
