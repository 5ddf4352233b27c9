import { templateFault } from '#server/integrations/network/freeradius/port.ts';
import type { Tx } from '#server/db/database.ts';
import { Problem } from '#server/kernel/call/problem.ts';
import { addJob } from '#server/kernel/job/job.ts';
import { deleteTemplate, insertTemplate, type TemplateRow, type TemplateValues } from './device.queries.ts';
import { renderRepliesJob } from './jobs.ts';

/** Adds an attribute to what a kind of device is told, unless FreeRADIUS would not know it. */
export async function addTemplate(tx: Tx, wanted: TemplateValues): Promise<TemplateRow> {
  const fault = templateFault(wanted.kind, wanted);
  if (fault !== undefined) throw new Problem('template_wrong', { message: fault });
  const made = await insertTemplate(tx, wanted);
  await addJob(tx, renderRepliesJob, {});
  return made;
}

export async function removeTemplate(tx: Tx, templateId: number): Promise<TemplateRow> {
  const removed = await deleteTemplate(tx, templateId);
  if (!removed) throw new Problem('template_unknown');
  await addJob(tx, renderRepliesJob, {});
  return removed;
}
