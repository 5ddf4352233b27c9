/** What may differ between us and the network, as people read it; the names are those of the port of the network. */
export const NETWORK_FIELD_NAMES: Readonly<Record<string, string>> = {
  service: 'сеть о ней не знает',
  applied: 'последняя передача не подтверждена',
  version: 'у сети версия новее',
  kind: 'вид услуги',
  contractId: 'договор',
  access: 'доступ',
  restriction: 'причина ограничения',
  plan: 'тариф',
  next: 'тариф следующего периода',
  options: 'опции',
  programs: 'услуги и пакеты',
  login: 'логин',
  line: 'вид подключения',
  autoAuth: 'вход без пароля',
  mac: 'привязка роутера',
  profile: 'скорость и параметры линии',
  staticAddress: 'постоянный адрес',
  circuit: 'порт линии',
  sessions: 'число устройств в сети',
  openUntil: 'время закрытия доступа',
  passwordSince: 'пароль',
  quotaBytes: 'объём ящика',
  address: 'адрес ящика',
  aliases: 'дополнительные адреса ящика',
  forwardTo: 'пересылка писем',
  autoReply: 'автоответ',
  closedZones: 'закрытые направления звонков',
  noPaidCallsUntil: 'запрет платных звонков',
};

/** «тариф, пароль» */
export const networkFieldsText = (fields: readonly string[]): string =>
  fields.map((field) => NETWORK_FIELD_NAMES[field] ?? field).join(', ');
