// oxlint-disable max-lines -- one table on one page: it has a line for each call
import { contract, type Contract } from './index.ts';
import type { Call } from './kernel/call/call.ts';
import type { EventKind } from './kernel/call/outdates.ts';
import type { ShareRole } from './kernel/sharing.ts';

// Which role of a shared contract may make which call. A call that is not listed is for the owner alone; a test fails for every such
// call, so that each new call gets a decision here.

type Roles = readonly ShareRole[];
const [OWNER, FULL]: readonly [Roles, Roles] = [[], ['full']];
const MONEY: Roles = ['payer', 'full'];
const LINE: Roles = ['technician', 'full'];
const ANY: Roles = ['payer', 'technician', 'full'];

/** Calls by who may make them. A public call is for everybody, and is not here. */
type Grid = { readonly [Group in keyof Contract]?: { readonly [Name in keyof Contract[Group]]?: Roles } };

export const GRID: Grid = {
  // An archive has all data of the contract, also data that no role may see.
  archive: { get: OWNER, order: OWNER },
  auth: { confirm: ANY, sessions: OWNER, endSession: OWNER },
  // Only the owner may consent to a rule, and the rule goes on after a member has lost his access.
  autopayment: { get: MONEY, set: OWNER, skip: OWNER, off: OWNER },
  byDefault: { index: ANY },
  calendar: { get: MONEY },
  // A consent is given by the one who has signed the contract.
  consent: { list: OWNER, decide: OWNER },
  // Each document also needs access to the call that shows the same data (`handlers/money/document`).
  document: { link: ANY },
  emailUser: {
    list: FULL,
    terms: FULL,
    check: FULL,
    get: FULL,
    preview: FULL,
    create: FULL,
    remove: FULL,
    restore: FULL,
    addAlias: FULL,
    removeAlias: FULL,
    // The copies would go on after the access is closed; so would telephone documents, below.
    forward: OWNER,
    activateForward: OWNER,
    switchForward: FULL,
    reply: FULL,
  },
  family: {
    get: OWNER,
    invite: OWNER,
    withdraw: OWNER,
    revoke: OWNER,
    look: OWNER,
    accept: OWNER,
    // These concern the contract that has signed in, not the open one.
    contracts: ANY,
    open: ANY,
    leave: ANY,
  },
  internetAccount: {
    get: MONEY,
    statTotal: MONEY,
    statPayments: MONEY,
    statCharges: MONEY,
    statMovements: MONEY,
    statServices: MONEY,
    statIsg: LINE,
  },
  internetContract: {
    get: ANY,
    programInfo: FULL,
    programArrears: MONEY,
    allowedPrograms: FULL,
    allowedDrawPrograms: FULL,
    programPreview: FULL,
    changeProgram: FULL,
  },
  internetSchedule: {
    defs: LINE,
    get: LINE,
    set: LINE,
    pause: LINE,
    checkPassword: LINE,
    // It takes the password, or a code that the owner gets.
    changePassword: LINE,
    sendPassword: LINE,
  },
  internetUser: {
    entry: LINE,
    sendPassword: FULL,
    resetPassword: FULL,
    unlock: LINE,
    autoAuth: LINE,
    enableAutoAuth: LINE,
    disableAutoAuth: LINE,
    endSession: LINE,
  },
  network: { events: ANY, connection: LINE },
  // A contact for notices is a way into the cabinet, and a browser would go on getting notices after the access is closed.
  notice: {
    getMessages: FULL,
    readMessage: FULL,
    productInfo: FULL,
    settings: FULL,
    choose: FULL,
    quietHours: FULL,
    setMobile: OWNER,
    activateMobile: OWNER,
    getMobile: FULL,
    mobileSettings: FULL,
    mobilePackagePreview: FULL,
    mobilePackage: FULL,
    setEmail: OWNER,
    activateEmail: OWNER,
    emailSettings: FULL,
    getTelegram: FULL,
    setTelegram: OWNER,
    removeTelegram: OWNER,
    getMax: FULL,
    setMax: OWNER,
    removeMax: OWNER,
    getPush: OWNER,
    setPush: OWNER,
    removePush: OWNER,
    contacts: OWNER,
    addContact: OWNER,
    resendContact: OWNER,
    activateContact: OWNER,
    changeContact: OWNER,
    removeContact: OWNER,
    examples: FULL,
  },
  payment: { expectedPrice: MONEY, options: MONEY, sbp: MONEY, status: MONEY, awaited: MONEY },
  // A key would go on reading after the access is closed.
  personalKey: { list: OWNER, create: OWNER, createCalendar: OWNER, revoke: OWNER },
  plan: { options: FULL, preview: FULL, change: FULL, optionPreview: FULL, changeOption: FULL, delayCancel: FULL },
  promisedPayment: { get: MONEY, inDebt: MONEY, take: FULL },
  sipUser: {
    get: FULL,
    newPassword: FULL,
    endRegistration: FULL,
    lowerLimits: FULL,
    raiseLimits: FULL,
    closeDirection: FULL,
    openDirection: FULL,
  },
  speedTest: { servers: LINE, list: LINE, save: LINE },
  security: {
    get: OWNER,
    access: OWNER,
    removeAccess: OWNER,
    recovery: OWNER,
    switchRecovery: OWNER,
    staffReads: OWNER,
    changePassword: OWNER,
    beginSecondStep: OWNER,
    enableSecondStep: OWNER,
    disableSecondStep: OWNER,
    newBackupCodes: OWNER,
    setPassword: OWNER,
    removePassword: OWNER,
    beginPasskey: OWNER,
    addPasskey: OWNER,
    renamePasskey: OWNER,
    removePasskey: OWNER,
  },
  support: {
    getOrders: LINE,
    getOrdersTimeline: LINE,
    getOrder: LINE,
    getOrderGoals: LINE,
    check: LINE,
    visitSlots: LINE,
    addOrder: LINE,
    addFile: LINE,
    answer: LINE,
    close: LINE,
    reopen: LINE,
    rate: LINE,
    moveVisit: LINE,
    // Open to guests; a subscriber gets his contacts masked.
    getCont: ANY,
    callBackTimes: ANY,
    callBack: ANY,
    askedCall: ANY,
    withdrawAskedCall: ANY,
    getCallBacks: LINE,
    withdrawCall: LINE,
    cityList: ANY,
    streetList: ANY,
    coverage: ANY,
    newClient: ANY,
    getIncidents: LINE,
    sameHere: LINE,
  },
  suspension: { get: FULL, preview: FULL, start: FULL, cancel: FULL, returnPreview: FULL, return: FULL },
  telephone: { get: MONEY, emailSettings: FULL, setEmail: OWNER, activateEmail: OWNER, setEmailPackage: FULL },
  telephoneAccount: {
    statTotal: MONEY,
    statPayments: MONEY,
    statCharges: MONEY,
    statMovements: MONEY,
    statServices: MONEY,
  },
  telephoneCall: { total: FULL, showNumbers: FULL, hideNumbers: FULL, numberAccess: FULL },
  // The frame asks for the numbers on every page; they are the services of the contract, not its calls.
  telephoneNumber: { list: ANY, fullList: MONEY, plan: FULL },
  tvPlan: { channels: FULL, change: FULL, changeOption: FULL },
  tvUser: {
    remoteControl: FULL,
    commands: FULL,
    devices: FULL,
    look: FULL,
    dropDevice: FULL,
    activationCode: FULL,
  },
  user: {
    list: ANY,
    overview: ANY,
    places: ANY,
    find: ANY,
    spending: MONEY,
    get: ANY,
    passwordPolicy: LINE,
    changePassword: LINE,
    allowedPrograms: FULL,
    allowedDrawPrograms: FULL,
    programPreview: FULL,
    changeProgram: FULL,
  },
  userProgram: { info: FULL, infos: FULL, duty: MONEY, daysLeft: MONEY },
};

const rolesByCall = new Map<Call, Roles>(
  (Object.keys(contract) as (keyof Contract)[]).flatMap((group) => {
    const decided = (GRID[group] ?? {}) as Readonly<Record<string, Roles>>;
    return Object.entries(contract[group] as Readonly<Record<string, Call>>).flatMap(
      ([name, call]): [Call, Roles][] => {
        const roles = decided[name];
        return roles ? [[call, roles]] : [];
      },
    );
  }),
);

/** The roles that may make a call; undefined: not decided, so only the owner may. */
export const rolesOf = (call: Call): readonly ShareRole[] | undefined => rolesByCall.get(call);

export const roleMay = (role: ShareRole, call: Call): boolean =>
  call.access === 'public' || (rolesOf(call)?.includes(role) ?? false);

/** The kinds of events that the stream sends to each role. */
export const HEARD_BY: Record<ShareRole, readonly EventKind[]> = {
  payer: ['money', 'service'],
  technician: ['service', 'applied', 'order', 'incident'],
  full: ['money', 'service', 'applied', 'order', 'message', 'incident'],
};
