/** The text of each kind of event in the security journal of a contract. */
export const AUDIT_TEXTS = {
  signed_in: 'вход в кабинет',
  sign_in_locked: 'слишком много неверных паролей',
  session_ended: 'закрыли кабинет на устройстве',
  session_secret_reused: 'закрыли кабинет: его ключ могли скопировать',
  password_changed: 'сменили пароль',
  password_removed: 'удалили пароль',
  passkey_added: 'добавили ключ входа',
  passkey_removed: 'удалили ключ входа',
  second_step_on: 'включили второй шаг',
  second_step_off: 'выключили второй шаг',
  second_step_codes: 'новые запасные коды',
  personal_key_created: 'создали ключ для программ',
  calendar_address_created: 'создали адрес календаря',
  service_password_changed: 'сменили пароль услуги',
  service_unlocked: 'разблокировали услугу',
  sip_limits_changed: 'изменили лимиты SIP',
  sip_direction_opened: 'открыли направление звонков SIP',
  sip_direction_closed: 'закрыли направление звонков SIP',
  share_invited: 'создали приглашение в договор',
  share_began: 'договор открыли другому абоненту',
  share_opened: 'участник открыл договор',
  share_revoked: 'закрыли участнику доступ к договору',
  share_left: 'участник отказался от доступа к договору',
} as const;

export type AuditKind = keyof typeof AUDIT_TEXTS;
