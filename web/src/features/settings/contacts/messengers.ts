import { contract } from '#web/api/contract.ts';

/** A bot of each messenger, with calls of its own. */
export const MESSENGERS = {
  telegram: {
    name: 'Telegram',
    get: contract.notice.getTelegram,
    set: contract.notice.setTelegram,
    remove: contract.notice.removeTelegram,
    absent:
      'Telegram — иностранный мессенджер, а закон № 41-ФЗ запрещает операторам связи писать в такие абонентам. Уведомления приходят в кабинет, по СМС и на почту.',
    note: 'Telegram — иностранный мессенджер: по\u00a0закону № 41-ФЗ этот канал могут закрыть. Важное всегда есть в\u00a0кабинете.',
  },
  max: {
    name: 'MAX',
    get: contract.notice.getMax,
    set: contract.notice.setMax,
    remove: contract.notice.removeMax,
    absent: 'Провайдер не подключил бота. Уведомления приходят в кабинет, по СМС и на почту.',
    note: undefined,
  },
} as const;

export type Name = keyof typeof MESSENGERS;
