// What each call that may write does while another billing charges (decision 0278), kept by hand: a new call must choose.

/** By its groups, the names of their calls. */
export type Calls = Readonly<Record<string, readonly string[]>>;

export interface BesideOther {
  /** A request that the other billing confirms or refuses. */
  readonly asked: Calls;
  /** It moves money: the ledger's trigger hands each line over. */
  readonly money: Calls;
  /** About money or services, and done here: by events the other side can hear of it. */
  readonly here: Calls;
  /** Refused as a whole: `refused-beside.ts` says why. */
  readonly refused: Calls;
  /** Its own rule refuses a part of it. */
  readonly refusedInside: Calls;
  /** Nothing of money, nor of what works. */
  readonly untouched: Calls;
}

export const SUBSCRIBERS_BESIDE: BesideOther = {
  asked: {
    plan: ['preview', 'change', 'optionPreview', 'changeOption'],
    tvPlan: ['change', 'changeOption'],
    promisedPayment: ['take'],
    user: ['programPreview', 'changeProgram'],
    suspension: ['preview', 'start', 'cancel', 'returnPreview', 'return'],
  },
  money: { paymentLink: ['pay'] },
  here: {
    autopayment: ['skip', 'off'],
    internetSchedule: ['set', 'pause'],
    paymentLink: ['make'],
    plan: ['delayCancel'],
    support: ['addOrder', 'moveVisit', 'newClient'],
  },
  refused: {
    emailUser: ['preview', 'create', 'remove', 'restore'],
    internetContract: ['programPreview', 'changeProgram'],
  },
  refusedInside: {
    autopayment: ['set'],
    notice: ['mobilePackagePreview', 'mobilePackage'],
  },
  untouched: {
    archive: ['order'],
    auth: ['token', 'passkeyQuestion', 'confirm', 'endSession'],
    byDefault: ['index'],
    consent: ['decide'],
    document: ['link'],
    emailUser: ['addAlias', 'removeAlias', 'forward', 'activateForward', 'switchForward', 'reply'],
    family: [
      'invite',
      'inviteContact',
      'resend',
      'changeRole',
      'changeTerm',
      'withdraw',
      'revoke',
      'look',
      'accept',
      'open',
      'leave',
    ],
    internetSchedule: ['checkPassword', 'changePassword', 'sendPassword'],
    internetUser: ['sendPassword', 'resetPassword', 'unlock', 'enableAutoAuth', 'disableAutoAuth', 'endSession'],
    invitation: ['look', 'sendCode', 'accept', 'refuse'],
    notice: [
      'readMessage',
      'readMessages',
      'productInfo',
      'choose',
      'quietHours',
      'setMobile',
      'activateMobile',
      'setEmail',
      'activateEmail',
      'setTelegram',
      'removeTelegram',
      'setMax',
      'removeMax',
      'addContact',
      'resendContact',
      'activateContact',
      'changeContact',
      'removeContact',
      'setPush',
      'removePush',
    ],
    paymentLink: ['end', 'look', 'status'],
    personalKey: ['create', 'createCalendar', 'revoke'],
    recovery: ['begin', 'finish'],
    sipUser: ['newPassword', 'endRegistration', 'lowerLimits', 'raiseLimits', 'closeDirection', 'openDirection'],
    speedTest: ['save'],
    security: [
      'removeAccess',
      'switchRecovery',
      'changePassword',
      'beginSecondStep',
      'enableSecondStep',
      'disableSecondStep',
      'newBackupCodes',
      'setPassword',
      'removePassword',
      'beginPasskey',
      'addPasskey',
      'renamePasskey',
      'removePasskey',
    ],
    support: [
      'addFile',
      'answer',
      'close',
      'reopen',
      'rate',
      'callBack',
      'askedCall',
      'withdrawAskedCall',
      'withdrawCall',
      'sameHere',
    ],
    telephone: ['setEmail', 'activateEmail', 'setEmailPackage'],
    telephoneCall: ['showNumbers', 'hideNumbers'],
    tvUser: ['remoteControl', 'look', 'dropDevice', 'activationCode'],
    user: ['changePassword'],
  },
};
