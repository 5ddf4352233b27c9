/** Causes of RADIUS (RFC 2866, 5.10) and our own, in words for the subscriber. */
const SENTENCES: Readonly<Record<string, string>> = {
  user_request: 'Вы отключились сами',
  // The network was told to end it; the support may have asked for that, too.
  portal_request: 'Сеанс завершили в кабинете или через поддержку',
  lost_carrier: 'Пропал сигнал: роутер выключили или отсоединили кабель',
  lost_service: 'Связь с роутером прервалась',
  idle_timeout: 'Долго не было трафика, и сеть закрыла сеанс',
  session_timeout: 'Вышло время одного сеанса, сеть открыла новый',
  admin_reset: 'Сеанс завершил провайдер',
  admin_reboot: 'Провайдер перезапустил оборудование',
  nas_reboot: 'Оборудование сети перезапустилось',
  nas_error: 'Сбой оборудования сети',
  nas_request: 'Сеть перенесла вас на другое оборудование',
  port_error: 'Ошибка на порту: проверьте кабель',
  port_unneeded: 'Порт освободили: им давно не пользовались',
  port_preempted: 'Порт заняло другое подключение',
  port_suspended: 'Порт приостановили',
  service_unavailable: 'Услуга была недоступна',
  callback: 'Сеть перезвонила и открыла новый сеанс',
  user_error: 'Роутер ответил неверно: проверьте его настройки',
  host_request: 'Сеанс закрыл другой конец соединения',
};

/**
 * A sentence for any cause: in the spelling of the network («Lost-Carrier») or ours; also for an unknown or missing
 * one.
 */
export function endCauseText(cause: string | null): string {
  const known = cause === null ? undefined : SENTENCES[cause.toLowerCase().replaceAll(/[\s-]+/g, '_')];
  return known ?? 'Сеть не сообщила причину';
}
