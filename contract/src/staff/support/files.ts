import { z } from 'zod';
import { operatorCall } from '../../kernel/call/staff-call.ts';
import { text } from '../../kernel/call/wire.ts';
import { AskedFile, File, FileContent, LARGEST_UPLOAD } from '../../support/support-shapes.ts';
import { Numbered } from '../inputs.ts';
import { PersonWords } from '../personal.ts';
import { DONE_AT, DoneAt } from './done-at.ts';

/** Pictures and PDF files of an order: those of the client, and those that the staff add. */
export const fileCalls = {
  addFile: operatorCall({
    method: 'POST',
    path: '/staff/v1/support/orders/add-file',
    summary: 'Uploads a picture or a PDF for an order; an answer names it, and then the client sees it',
    roles: ['support', 'technician', 'engineer'],
    largestBody: LARGEST_UPLOAD,
    command: {
      words: 'orders add-file',
      arguments: { order_id: 'заявка', content: 'файл' },
      options: { done_at: DONE_AT },
      help: 'загрузить фото или PDF к заявке',
    },
    body: z.strictObject({ order_id: Numbered, name: text(255), content: FileContent, done_at: DoneAt }),
    result: File,
    problems: ['order_unknown', 'not_your_visit', 'outside_unavailable', 'file_refused', 'file_too_many'],
  }),
  openFile: operatorCall({
    method: 'GET',
    path: '/staff/v1/support/orders/open-file',
    summary: 'A file of an order with its content, base64',
    roles: ['support', 'technician', 'engineer'],
    command: {
      words: 'orders open-file',
      arguments: { order_id: 'заявка', file_id: 'файл' },
      help: 'файл заявки, с --json целиком в base64',
    },
    query: z.strictObject({ order_id: Numbered, file_id: AskedFile }),
    result: File.extend({ content: PersonWords.meta({ description: 'Base64' }) }),
    problems: ['order_unknown', 'not_found', 'not_your_visit', 'outside_unavailable'],
  }),
};
