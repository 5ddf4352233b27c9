import type { contract } from '@kabinet/contract';
import { codeForDevice } from '#server/domain/services/tv/activation-code.ts';
import { dropDevice, look, tvDevices } from '#server/domain/services/tv/devices.ts';
import { commandAnswer, sendCommand } from '#server/domain/services/tv/remote-control.ts';
import { latestCommands } from '#server/domain/services/tv/tv.queries.ts';
import { knownTv } from '#server/domain/services/tv/tv-service.ts';
import { ownUser } from '#server/domain/services/service/service-user.queries.ts';
import type { PlainHandlers } from '../../shared/plain-handlers.ts';

export const tvUserHandlers: PlainHandlers<typeof contract.tvUser> = {
  remoteControl: async ({ params: { id }, body }, { db, subscriber, now, provider, outside }) => {
    const { userId } = await ownUser(db, subscriber, id);
    return sendCommand(db, { ...body, userId }, { now, zone: provider.time_zone, platform: outside.tv });
  },
  commands: async ({ params: { id } }, { db, subscriber, now }) => {
    const { userId } = await ownUser(db, subscriber, id);
    await knownTv(db, userId);
    return (await latestCommands(db, userId)).map((command) => commandAnswer(command, now));
  },
  devices: async ({ params: { id } }, { db, subscriber, now, outside }) => {
    const { userId } = await ownUser(db, subscriber, id);
    return tvDevices(db, userId, { now, platform: outside.tv, vault: outside.vault });
  },
  look: async ({ params: { id } }, { db, subscriber, now, outside }) => {
    const { userId } = await ownUser(db, subscriber, id);
    return { is_looking: await look(db, userId, now, outside.tv) };
  },
  dropDevice: async ({ params: { id }, body: { device } }, { db, subscriber, now, outside }) => {
    const { userId } = await ownUser(db, subscriber, id);
    return dropDevice(db, { userId, device }, { now, platform: outside.tv });
  },
  activationCode: async ({ params: { id } }, { db, subscriber, now, provider, outside }) => {
    const { userId } = await ownUser(db, subscriber, id);
    const { vault, tv: platform } = outside;
    return codeForDevice(db, userId, { now, vault, zone: provider.time_zone, platform });
  },
};
