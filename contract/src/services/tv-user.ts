import { z } from 'zod';
import { call } from '../kernel/call/call.ts';
import { InstantText, text } from '../kernel/call/wire.ts';
import { Control, UserPath } from '../shapes.ts';

const TvAction = z.enum(['reboot', 'reset_pin', 'rebind', 'reload', 'message']).meta({
  description:
    'reboot: restart the box; reset_pin: the PIN of the operator again; rebind: let another box take the place of this one; reload: ask for the list of channels anew; message: show a text on the screen',
});

const DeviceId = text(100).min(1).meta({ description: 'The id of a device in the TV platform' });

const TvCommand = z.object({
  command_id: z.int(),
  device: DeviceId,
  action: TvAction,
  state: z.enum(['sent', 'done', 'offline', 'timed_out']).meta({
    description:
      'sent: on its way, at most a minute; done; offline: the box was not connected and has done nothing; timed_out: no answer within a minute',
  }),
  is_confirmed: z.boolean().meta({
    description: 'false with `done`: the platform passed it on to a connected box and cannot tell what the box did',
  }),
  ordered_at: InstantText,
  answered_at: InstantText.nullable(),
});

const Remote = z.object({
  action: TvAction,
  control: Control.meta({ description: 'off: can be sent now; locked: not now, `text` says why' }),
  again_from: InstantText.nullable().meta({ description: 'If it was done a moment ago: when it can be sent again' }),
  rest_seconds: z.int().meta({ description: 'How long after it was done it cannot be sent again' }),
  last: TvCommand.nullable(),
});

const TvDevice = z.object({
  device: DeviceId,
  kind: z.enum(['box', 'app']).meta({ description: 'A set-top box, or an application on a phone or TV' }),
  name: z.string(),
  serial: z.string().nullable(),
  is_online: z.boolean(),
  seen_at: InstantText.nullable().meta({ description: 'When it was connected last' }),
  is_leaving: z.boolean().meta({ description: 'Its removal is on its way to the platform' }),
  remote: z.array(Remote).meta({ description: 'Commands that this platform has for this kind of device' }),
});

const Activation = z.object({
  control: Control.meta({ description: 'locked: no code can be made, `text` says why' }),
  code: z
    .object({
      code: z.string(),
      login: z.string().nullable().meta({ description: 'Asked beside the code by some platforms' }),
      made_at: InstantText,
      until: InstantText,
      is_ready: z.boolean().meta({ description: 'Whether the platform knows it already' }),
    })
    .nullable(),
  left: z.int().meta({ description: 'How many codes can still be made within the hour' }),
});

export const tvUser = {
  remoteControl: call({
    method: 'POST',
    path: '/v2/tv-user/remote-control/{id}',
    members: ['full'],
    summary:
      'Send a command to a set-top box; its state follows in `commands`. An undelivered one is given up after a minute',
    outdates: ['tv-user'],
    params: UserPath,
    body: z.strictObject({
      action: TvAction,
      device: DeviceId.optional().meta({ description: 'Which box; may be left out if there is only one' }),
      text: text(200)
        .trim()
        .min(1, 'Напишите, что показать')
        .optional()
        .meta({ description: 'The text of the command `message`' }),
    }),
    result: TvCommand,
    problems: ['change_not_allowed', 'tv_device_unknown', 'tv_too_often'],
  }),
  commands: call({
    method: 'GET',
    path: '/v2/tv-user/commands/{id}',
    members: ['full'],
    summary: 'The latest command of each kind to each device of a service, newest first',
    params: UserPath,
    result: z.array(TvCommand),
  }),
  devices: call({
    method: 'GET',
    path: '/v2/tv-user/devices/{id}',
    members: ['full'],
    summary: 'Set-top boxes and applications of a TV service, as the platform told last, with what can be done to them',
    params: UserPath,
    result: z.object({
      user_id: z.int(),
      is_connected: z.boolean().meta({ description: 'false: the provider has no platform that tells of devices' }),
      as_of: InstantText.nullable().meta({ description: 'When the platform told it; null: not yet' }),
      is_looking: z.boolean().meta({ description: 'The platform is being asked' }),
      devices: z.array(TvDevice),
      activation: Activation.nullable().meta({ description: 'null: this platform has no codes' }),
      sign_in: z.string().nullable().meta({ description: 'How to sign in on a device if there are no codes' }),
    }),
  }),
  look: call({
    method: 'POST',
    path: '/v2/tv-user/look/{id}',
    members: ['full'],
    summary: 'Ask the platform for the devices again, at most every 30 seconds; a more frequent call changes nothing',
    outdates: ['tv-user'],
    params: UserPath,
    result: z.object({ is_looking: z.boolean() }),
  }),
  dropDevice: call({
    method: 'POST',
    path: '/v2/tv-user/drop-device/{id}',
    members: ['full'],
    summary: 'Sign a device out of the TV service; a repeated call succeeds, too',
    outdates: ['tv-user'],
    params: UserPath,
    body: z.strictObject({ device: DeviceId }),
    result: z.object({ device: DeviceId, is_leaving: z.boolean() }),
    problems: ['change_not_allowed', 'tv_device_unknown'],
  }),
  activationCode: call({
    method: 'POST',
    path: '/v2/tv-user/activation-code/{id}',
    members: ['full'],
    summary: 'A code to sign in a new device, for ten minutes; a code that is still valid is told again',
    outdates: ['tv-user'],
    params: UserPath,
    result: Activation,
    problems: ['change_not_allowed', 'tv_too_often'],
  }),
};
