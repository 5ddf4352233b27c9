import type { contract } from '@kabinet/contract';
import type { Result } from '@kabinet/contract/kernel/call/call';
import type { ServiceKind } from '#server/domain/shared/service-kind.rules.ts';

export type CheckFinding = Result<typeof contract.support.check>['finding'];
export type CheckCause = CheckFinding['cause'];

/** What is told of the checked service. */
interface Checked {
  readonly kind: ServiceKind;
  readonly told: string;
  readonly user: unknown;
}

type Words = readonly [title: string, lead: string];

/** Advice for each kind of service when the check finds nothing. */
const FINE: Record<ServiceKind, Words> = {
  internet: ['До роутера всё работает', 'Скорее всего, дело в Wi-Fi или в самом устройстве'],
  tv: ['С нашей стороны ТВ работает', 'Скорее всего, дело в приставке или в кабеле до телевизора'],
  sip: ['Линия работает', 'Скорее всего, дело в телефоне или в его настройках'],
  mail: ['Ящик работает', 'Скорее всего, дело в настройках почтовой программы'],
  telephone: ['Номер работает', 'Скорее всего, дело в аппарате или в проводе до него'],
};

const WORDS: Record<Exclude<CheckCause, 'none'>, Words> = {
  debt: ['Отключено за долг', 'Заплатите, и включим сразу: обычно через 1–2 минуты'],
  incident: ['Авария по вашему адресу', 'Дальше не проверяем: причина найдена'],
  paused: ['Услуга на паузе', 'Так вы просили. Вернуть её можно здесь'],
  connecting: ['Услугу ещё подключаем', 'Платить начнёте, когда заработает'],
  closed: ['Услуга закрыта', 'Чтобы открыть её снова, позвоните нам'],
  login_locked: ['Вход закрыт', 'Несколько раз подряд пришёл неверный пароль. Чаще всего это роутер со старым паролем'],
  session_stuck: ['Завис прошлый сеанс', 'Завершим его, и роутер войдёт сам за 1–2 минуты'],
  binding_stale: ['Сеть не узнаёт устройство', 'Вход открыт другому роутеру. Привяжем тот, что подключён сейчас'],
  schedule: ['Закрыто графиком доступа', 'Часы вы задали сами. Открыть можно ненадолго, не меняя их'],
  abuse: ['Закрыто из-за вируса', 'С вашего адреса шла вредная рассылка. Проверьте устройства и позвоните нам'],
  operator: ['Закрыто по решению провайдера', 'Причину и срок скажет поддержка'],
  repair: ['Идёт ремонт', 'За простой вернём деньги сами. Срок скажет поддержка'],
  applying: ['Ещё применяем изменения', 'Обычно хватает двух минут. Скажем здесь, когда закончим'],
  line: ['Роутер не на связи', 'Сеть его не видит: дело в питании, в кабеле или в самом роутере'],
  wrong_password: [
    'Роутеру не подходит пароль',
    'Он пробует войти и не может. Впишите в роутер верный пароль или задайте новый',
  ],
  second_device: ['Уже в сети с другого устройства', 'Больше устройств сразу по договору нельзя. Завершите тот сеанс'],
  nas_silent: ['Сбой на нашем узле', 'Связь пропала сразу у многих, мы уже знаем. Заявка не нужна, роутер не трогайте'],
  slow: ['Скорость ниже тарифа', 'До роутера связь есть, но медленнее, чем обещали'],
  full: ['В ящике кончилось место', 'Новые письма возвращаются отправителям. Удалите лишние или возьмите больше места'],
  spent: ['Лимит на звонки кончился', 'Платные звонки остановлены, входящие и экстренные работают'],
  no_phone: ['Телефон не на связи', 'Ни один аппарат не вошёл на линию: проверьте питание, интернет и пароль'],
};

/** What was found, in words; without a cause it depends on the kind of the service. `fixedBy` is the end of an incident: «к 17:00». */
export function findingOf(cause: CheckCause, subject: Checked | undefined, fixedBy?: string): CheckFinding {
  const fine: Words = subject ? FINE[subject.kind] : ['Услуга для проверки не выбрана', 'Опишите, что случилось'];
  const [title, lead] = cause === 'none' ? fine : WORDS[cause];
  const isTimed = cause === 'incident' && fixedBy !== undefined;
  // The provider has given his reason, and the sentence about the state has it.
  const isTold = cause === 'operator' && subject !== undefined;
  return { cause, title: isTimed ? `Авария: починим ${fixedBy}` : title, lead: isTold ? subject.told : lead };
}
