/** What a change of the catalogue says besides. */
export const CATALOGUE_NOTES = {
  noRates: 'У тарифа нет цен звонков: без них звонки не пройдут в счёт. Назначьте: rates plan',
  packets: 'Если телевидением управляет платформа, впишите её пакет в файл TV_PACKETS',
  noChannels: 'В тарифе нет ни одного канала',
  mailboxes: 'Ящики, которые уже открыты, остаются прежнего размера',
  kept: 'У кого это есть, остаётся по своей цене; цену архива тоже меняет prices plan',
} as const;
