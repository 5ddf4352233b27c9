// The demo provider's catalogue. Prices in whole roubles; texts are HTML of the allow list, as an operator writes them.

interface PlanRow {
  readonly kind: 'internet' | 'tv' | 'sip' | 'mail' | 'telephone';
  readonly name: string;
  readonly summary: string;
  readonly roubles: number;
  readonly unit?: 'month' | 'day';
  readonly mbit?: number;
  readonly isArchived?: boolean;
  readonly isForOffices?: true;
}

export const PLANS: readonly PlanRow[] = [
  { kind: 'internet', name: 'Волга 100', summary: '100 Мбит/с', roubles: 450, mbit: 100 },
  { kind: 'internet', name: 'Волга 300', summary: '300 Мбит/с', roubles: 550, mbit: 300 },
  { kind: 'internet', name: 'Волга 500', summary: '500 Мбит/с', roubles: 690, mbit: 500 },
  { kind: 'internet', name: 'Волга 1000', summary: '1000 Мбит/с', roubles: 990, mbit: 1000 },
  { kind: 'internet', name: 'Волга по дням', summary: '100 Мбит/с', roubles: 19, unit: 'day', mbit: 100 },
  { kind: 'internet', name: 'Волга 60', summary: '60 Мбит/с', roubles: 390, mbit: 60, isArchived: true },
  {
    kind: 'internet',
    name: 'Офис 100',
    summary: '100 Мбит/с',
    roubles: 49,
    unit: 'day',
    mbit: 100,
    isForOffices: true,
  },
  {
    kind: 'internet',
    name: 'Офис 50 резерв',
    summary: '50 Мбит/с',
    roubles: 17,
    unit: 'day',
    mbit: 50,
    isForOffices: true,
  },
  {
    kind: 'internet',
    name: 'Гостевой',
    summary: '200 Мбит/с',
    roubles: 29,
    unit: 'day',
    mbit: 200,
    isForOffices: true,
  },
  { kind: 'tv', name: 'Домашний', summary: '148 каналов', roubles: 240 },
  { kind: 'tv', name: 'Большой', summary: '212 каналов', roubles: 390 },
  { kind: 'tv', name: 'Социальный', summary: '22 канала', roubles: 0 },
  { kind: 'tv', name: 'Семейный 2019', summary: '96 каналов', roubles: 190, isArchived: true },
  { kind: 'sip', name: 'Линия', summary: '1 линия, 60 минут по России', roubles: 99 },
  { kind: 'sip', name: 'Линия офиса', summary: '2 линии', roubles: 9, unit: 'day', isForOffices: true },
  { kind: 'mail', name: 'Ящик', summary: 'от 1 ГБ', roubles: 0 },
  { kind: 'telephone', name: 'Городской', summary: 'Местные звонки 0,65 ₽ за минуту', roubles: 250 },
  { kind: 'telephone', name: 'Второй номер', summary: 'Местные звонки 0,65 ₽ за минуту', roubles: 100 },
  {
    kind: 'telephone',
    name: 'Городской для бизнеса',
    summary: 'Местные звонки 0,65 ₽ за минуту',
    roubles: 210,
    isForOffices: true,
  },
  { kind: 'mail', name: 'Дополнительный ящик', summary: '5 ГБ', roubles: 50 },
  { kind: 'mail', name: 'Ящик компании', summary: '5 ГБ', roubles: 0, isForOffices: true },
];

interface OptionRow {
  readonly name: string;
  readonly plans: readonly string[];
  readonly oferta: string;
  readonly remarks: string;
  readonly roubles: number;
}

const HOME = ['Волга 100', 'Волга 300', 'Волга 500', 'Волга 1000'] as const;

export const OPTIONS: readonly OptionRow[] = [
  {
    name: 'Турбо-ночь',
    plans: HOME,
    oferta: '<p>С 00:00 до 07:00 скорость вдвое выше скорости тарифа, но не выше 1000 Мбит/с.</p>',
    remarks: '<p>Удвоенная скорость с 00:00 до 07:00.</p>',
    roubles: 0,
  },
  {
    name: 'Родительский фильтр',
    plans: HOME,
    oferta:
      '<p>Закрываем сайты для взрослых и опасные сайты на всех устройствах дома.</p>' +
      '<ul><li>Включается сразу.</li><li>Выключается с первого дня следующего месяца.</li></ul>',
    remarks: '<p>Закрывает сайты для взрослых на всех устройствах дома.</p>',
    roubles: 0,
  },
  {
    name: 'Приоритет для игр',
    plans: ['Волга 500', 'Волга 1000'],
    oferta: '<p>Пакеты игровых серверов идут через нашу сеть без очереди. Цена <b>120 ₽ в месяц</b>.</p>',
    remarks: '<p>Задержка до серверов в Москве не больше 25 мс внутри нашей сети.</p>',
    roubles: 120,
  },
  {
    name: 'Второй роутер',
    plans: HOME,
    oferta: '<p>Второй роутер с бесшовным Wi-Fi на время договора. Вернуть его нужно в день отключения опции.</p>',
    remarks: '<p>Wi-Fi во всех комнатах. Мастер привезёт и настроит.</p>',
    roubles: 80,
  },
  {
    name: 'Мультирум',
    plans: ['Домашний', 'Большой'],
    oferta: '<p>До трёх приставок в одной квартире, у каждой свой канал.</p>',
    remarks: '<p>Смотрите разное в разных комнатах.</p>',
    roubles: 60,
  },
  {
    name: 'Архив на 7 дней',
    plans: ['Домашний', 'Большой'],
    oferta: '<p>Передачи последних семи дней на каналах, правообладатели которых это разрешили.</p>',
    remarks: '<p>Смотрите вышедшее за неделю.</p>',
    roubles: 0,
  },
  {
    name: 'Пауза и перемотка эфира',
    plans: ['Домашний', 'Большой'],
    oferta:
      '<p>Эфир можно остановить и перемотать назад, не больше трёх часов. Цена <b>49 ₽ в месяц</b>.</p>' +
      '<ul><li>Работает на каналах с архивом.</li><li>Отключится с конца оплаченного периода.</li></ul>',
    remarks: '<p>Остановить фильм и досмотреть после ужина.</p>',
    roubles: 49,
  },
];
