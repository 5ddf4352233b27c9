import type { OperatorContract } from '@kabinet/contract/staff';
import { deviceRows, templateRows } from '#server/domain/services/radius/device.queries.ts';
import { addDevice, editDevice, removeDevice } from '#server/domain/services/radius/devices.ts';
import { addTemplate, removeTemplate } from '#server/domain/services/radius/templates.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

const COA_PORT = 3799;
const INTERIM_SECONDS = 300;

export const networkDeviceHandlers: PlainHandlers<OperatorContract['networkDevices']> = {
  list: (_, { db }) => deviceRows(db),
  add: ({ body: { coa_port = COA_PORT, interim_seconds = INTERIM_SECONDS, ...wanted } }, { db, outside }) =>
    addDevice(db, outside.vault, { ...wanted, coa_port, interim_seconds }),
  edit: async ({ body: { nas_id: nasId, gigawords, ...wanted } }, { db, outside, tellChange }) => {
    const given = Object.fromEntries(
      Object.entries({ ...wanted, has_gigawords: gigawords && gigawords === 'yes' }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    const { was, is } = await editDevice(db, outside.vault, nasId, given);
    tellChange(was, is);
    return is;
  },
  remove: ({ body: { nas_id: nasId } }, { db }) => removeDevice(db, nasId),
  key: (_, { outside }) => Promise.resolve({ radius_key: outside.vault.radiusKey.toString('hex') }),
};

export const networkTemplateHandlers: PlainHandlers<OperatorContract['networkTemplates']> = {
  list: ({ query: { kind = null } }, { db }) => templateRows(db, kind),
  add: ({ body }, { db }) => addTemplate(db, body),
  remove: ({ body: { template_id: templateId } }, { db }) => removeTemplate(db, templateId),
};
