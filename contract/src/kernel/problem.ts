import { operatorProblems } from './operator-problem.ts';

/** Every error of the API: its stable code, its HTTP status and the text that the subscriber reads. */
export const problems = {
  unreadable: { status: 400, text: 'Запрос не удалось прочитать. Обновите страницу и повторите' },
  request_timeout: { status: 408, text: 'Запрос шёл слишком долго. Проверьте связь и повторите' },
  too_large: { status: 413, text: 'Слишком большой запрос. Отправьте меньше данных за один раз' },
  address_too_long: { status: 414, text: 'Слишком длинный адрес. Откройте страницу из меню кабинета' },
  wrong_media_type: { status: 415, text: 'Данные пришли не в том виде. Обновите страницу и повторите' },
  expectation_failed: { status: 417, text: 'Запрос ждёт того, чего сервер не обещает. Повторите без заголовка Expect' },
  headers_too_large: {
    status: 431,
    text: 'Слишком длинные заголовки запроса. Удалите cookie кабинета в браузере и войдите снова',
  },
  bad_input: { status: 422, text: 'Проверьте введённые данные' },
  unauthorized: { status: 401, text: 'Войдите в личный кабинет' },
  session_ended: { status: 401, text: 'Этот сеанс завершили на другом устройстве. Войдите снова' },
  session_expired: { status: 401, text: 'Сеанс закончился: вы давно не заходили. Войдите снова' },
  session_signed_out: { status: 401, text: 'Вы вышли из кабинета. Чтобы продолжить, войдите снова' },
  session_access_closed: {
    status: 401,
    text: 'Владелец договора закрыл вам доступ. Войти можно снова: ваш вход остаётся за вами',
  },
  session_stolen: { status: 401, text: 'Сеанс завершён: его ключ могли скопировать. Войдите снова' },
  session_password_changed: { status: 401, text: 'Пароль сменили, и сеанс завершён. Войдите с новым паролем' },
  forbidden_origin: { status: 403, text: 'Запрос пришёл с чужой страницы. Откройте кабинет и повторите' },
  other_contract: { status: 409, text: 'В этом браузере уже вошли по другому договору. Обновите страницу' },
  many_services: { status: 409, text: 'Услуг много: откройте список по местам' },
  not_found: { status: 404, text: 'Ничего не найдено. Проверьте адрес' },
  too_many_requests: { status: 429, text: 'Слишком много запросов подряд. Подождите немного и повторите' },
  overloaded: { status: 503, text: 'Сейчас много обращений. Повторите через минуту' },
  stopping: { status: 503, text: 'Кабинет перезапускается. Повторите через несколько секунд' },
  outside_unavailable: {
    status: 503,
    text: 'Система, которая для этого нужна, сейчас не отвечает. Повторите через несколько минут',
  },
  timeout: { status: 503, text: 'Ответ готовится слишком долго. Повторите через минуту' },
  unexpected: { status: 500, text: 'Сломалось у нас, уже разбираемся. Повторите через несколько минут' },
  login_refused: { status: 401, text: 'Логин или пароль не подошли. Проверьте раскладку и Caps Lock' },
  login_locked: { status: 429, text: 'Слишком много попыток входа. Подождите и попробуйте снова' },
  confirmation_required: { status: 403, text: 'Подтвердите, что это вы: паролем от кабинета или ключом' },
  confirmation_refused: { status: 403, text: 'Пароль не подошёл. Проверьте раскладку и Caps Lock' },
  new_password_needed: { status: 403, text: 'Это одноразовый пароль. Придумайте свой, он заменит одноразовый' },
  second_step_needed: { status: 403, text: 'Введите код из приложения или запасной код' },
  second_step_refused: { status: 403, text: 'Код не подошёл. Введите тот, что приложение показывает сейчас' },
  second_step_on: { status: 409, text: 'Второй шаг уже включён. Обновите страницу' },
  second_step_off: { status: 409, text: 'Второй шаг выключен. Сначала включите его' },
  passkey_refused: { status: 403, text: 'Ключ не подошёл. Повторите или войдите с паролем' },
  passkey_known: { status: 409, text: 'Этот ключ уже добавлен. Обновите страницу' },
  passkeys_too_many: { status: 409, text: 'Добавлено десять ключей, больше нельзя. Удалите ненужный' },
  last_way_in: { status: 409, text: 'Без пароля нужны два ключа. Сначала добавьте ключ или придумайте пароль' },
  keys_too_many: { status: 409, text: 'Ключей уже пять, больше нельзя. Отзовите ненужный' },
  key_not_allowed: { status: 403, text: 'Этому ключу такое читать не разрешили. Создайте другой в настройках' },
  password_there: { status: 409, text: 'Пароль уже есть. Обновите страницу' },
  not_in_role: {
    status: 403,
    text: 'Вашего доступа к этому договору для этого не хватает. Попросите владельца договора',
  },
  invitation_refused: { status: 403, text: 'Код не подошёл или устарел. Проверьте его или попросите новый' },
  invitation_own: { status: 409, text: 'Это код вашего же договора. Передайте его тому, кому открываете доступ' },
  invitation_used: {
    status: 409,
    text: 'Это приглашение уже приняли. Закрыть доступ можно в списке тех, кому он открыт',
  },
  invitation_waits: { status: 409, text: 'Туда приглашение уже отправлено. Его можно отправить ещё раз из списка' },
  invitation_sign_in: {
    status: 409,
    text: 'С этим контактом в кабинет уже входят. Войдите, и приглашение откроется',
  },
  payment_links_too_many: { status: 409, text: 'Пять ссылок для этого счёта уже ждут оплаты. Закройте ненужную' },
  payment_link_paid: { status: 409, text: 'По этой ссылке уже заплатили' },
  link_over: { status: 410, text: 'Ссылка больше не действует' },
  invitations_too_many: { status: 409, text: 'Пять приглашений уже ждут ответа. Отзовите ненужное' },
  share_known: {
    status: 409,
    text: 'Этот договор вам уже открыт. Сменить роль может владелец договора',
  },
  shares_too_many: { status: 409, text: 'Договор открыт уже десяти другим, больше нельзя. Закройте ненужный доступ' },
  idempotency_mismatch: {
    status: 422,
    text: 'Этот запрос уже отправляли с другими данными. Обновите страницу и повторите',
  },
  payment_amount_too_small: { status: 409, text: 'Сумма меньше наименьшего платежа' },
  payment_amount_too_large: { status: 409, text: 'Сумма больше наибольшего платежа' },
  payment_too_many_codes: {
    status: 409,
    text: 'Создано слишком много кодов. Оплатите один из них или подождите 15 минут',
  },
  link_spent: { status: 410, text: 'Ссылка уже не действует. Откройте документ в кабинете ещё раз' },
  promised_payment_unavailable: { status: 409, text: 'Обещанный платёж сейчас недоступен' },
  autopayment_unavailable: { status: 409, text: 'Автоплатёж сейчас подключить нельзя' },
  autopayment_none: { status: 409, text: 'Автоплатёж не подключён' },
  autopayment_bad_choice: { status: 409, text: 'Такое правило автоплатежа не подойдёт. Измените сумму в месяц' },
  autopayment_consent_changed: { status: 409, text: 'Условия автоплатежа изменились. Прочитайте их ещё раз' },
  autopayment_under_way: { status: 409, text: 'Банк уже списывает деньги. Дождитесь ответа' },
  numbers_hidden: {
    status: 409,
    text: 'Номера собеседников скрыты. Нажмите «Показать номера», а потом ищите по номеру',
  },
  not_enough_money: { status: 409, text: 'На счёте не хватает денег. Пополните счёт и повторите' },
  service_password_wrong: { status: 409, text: 'Пароль услуги не подошёл. Проверьте раскладку и Caps Lock' },
  change_not_allowed: { status: 409, text: 'Сейчас это изменить нельзя' },
  changed_meanwhile: {
    status: 409,
    text: 'Услугу только что изменили в другом окне. Посмотрите, что получилось, и решите заново',
  },
  documents_no_address: { status: 409, text: 'Сначала подтвердите адрес, на который присылать документы' },
  payment_no_account: { status: 409, text: 'По договору нет такого счёта. Выберите другой счёт' },
  schedule_password_needed: { status: 403, text: 'График защищён паролем. Введите пароль графика' },
  schedule_password_wrong: { status: 403, text: 'Пароль графика не подошёл' },
  schedule_password_locked: { status: 429, text: 'Слишком много неверных паролей. Попробуйте через 15 минут' },
  code_wrong: { status: 403, text: 'Код не подошёл или устарел. Запросите новый' },
  code_too_soon: { status: 429, text: 'Код уже отправлен. Новый можно запросить немного позже' },
  contact_taken: { status: 409, text: 'Этот контакт подтверждён в другом договоре. Укажите другой' },
  contact_known: { status: 409, text: 'Этот контакт уже есть в договоре. Укажите другой' },
  contacts_too_many: { status: 409, text: 'Больше пяти нельзя. Удалите ненужный' },
  chat_not_started: {
    status: 409,
    text: 'Бот ещё не запущен, или код устарел. Откройте бота по ссылке и нажмите «Старт»',
  },
  channel_absent: { status: 409, text: 'Этот канал провайдер не подключил. Выберите другой' },
  order_too_many: { status: 409, text: 'У вас уже много открытых заявок. Напишите в одну из них' },
  order_no_phone: { status: 409, text: 'Укажите телефон, по которому с вами связаться' },
  order_goal_retired: { status: 409, text: 'Этой темы больше нет. Выберите другую: написанное сохранится' },
  order_closed: { status: 409, text: 'Эта заявка закрыта. Если проблема вернулась, откройте её снова' },
  order_connects: { status: 409, text: 'По этой заявке мастер подключает услугу. Если передумали, отключите услугу' },
  order_not_reopened: { status: 409, text: 'Эту заявку открыть снова нельзя. Создайте новую' },
  order_not_rated: { status: 409, text: 'Оценить можно заявку, которую мы выполнили' },
  visit_not_moved: { status: 409, text: 'Время визита изменить уже нельзя. Позвоните в поддержку' },
  slot_taken: { status: 409, text: 'Это время только что заняли. Выберите другое' },
  file_refused: { status: 409, text: 'Такой файл не подойдёт. Приложите фото (JPEG, PNG, WebP) или PDF до 10 МБ' },
  file_too_many: { status: 429, text: 'Слишком много файлов за день. Отправьте остальные завтра' },
  file_used: { status: 409, text: 'Этот файл уже отправлен или удалён. Приложите его заново' },
  consent_changed: { status: 409, text: 'Текст согласия изменился. Прочитайте его ещё раз' },
  consent_required: {
    status: 409,
    text: 'Это согласие действует, пока действует договор. Как его прекратить, написано рядом с согласием',
  },
  call_back_time_gone: { status: 409, text: 'На это время уже не успеем. Выберите другое' },
  call_back_missed: {
    status: 409,
    text: 'Вы уже просили позвонить, и мы не позвонили вовремя. Простите. Позвоните нам',
  },
  call_back_too_often: { status: 429, text: 'Вы уже просили позвонить. Подождите немного' },
  call_back_over: { status: 409, text: 'Отменить уже нельзя: этот звонок закончен' },
  new_client_too_often: { status: 429, text: 'Вы уже отправляли заявку. Подождите немного' },
  plan_not_here: { status: 409, text: 'В этом доме такого тарифа нет. Выберите другой' },
  tv_device_unknown: { status: 409, text: 'Такого устройства у этой услуги нет. Обновите список и выберите снова' },
  tv_too_often: { status: 429, text: 'Слишком часто. Подождите немного и повторите' },
  mail_name_taken: { status: 409, text: 'Такое имя занято. Выберите другое' },
  contact_not_confirmed: { status: 409, text: 'Этот контакт не подтверждён. Подтвердите его в настройках' },
  schedule_no_contact: { status: 409, text: 'Этот контакт не подтверждён. Позвоните в поддержку' },
} as const satisfies Record<string, { status: number; text: string }>;

export const allProblems = { ...problems, ...operatorProblems };

export type ProblemCode = keyof typeof allProblems;

/** Error codes that any call may return; a call must declare the others. */
export const GENERAL_PROBLEMS = [
  'unreadable',
  'request_timeout',
  'too_large',
  'address_too_long',
  'wrong_media_type',
  'expectation_failed',
  'headers_too_large',
  'bad_input',
  'unauthorized',
  'not_in_role',
  'other_contract',
  'not_found',
  'too_many_requests',
  'overloaded',
  'stopping',
  'timeout',
  'unexpected',
  'idempotency_mismatch',
] as const satisfies readonly ProblemCode[];

/** One invalid field: its path (`body.login`) and how to correct it, in Russian. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

/** The body of every error: RFC 9457, with the `message` that the client shows. */
export interface ProblemBody {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly code: ProblemCode;
  readonly message: string;
  readonly errors?: readonly FieldProblem[];
  readonly request_id: string;
}
