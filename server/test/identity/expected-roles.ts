// oxlint-disable max-lines -- one table on one page: it has a line for each call
import type { ShareRole } from '@kabinet/contract/kernel/sharing';

// What a member of a shared contract may do, written a second time and by hand: from the promises that the owner reads before he
// shares (`ROLE_MEANS`), decisions 0112, 0113 and 0185. It must not be made from the contract, which it judges.
//
// - A payer pays for somebody: balances, payments, charges, receipts. He neither reads calls, mail and orders nor changes a service.
// - A technician mends the internet: state, line, sessions, schedule, orders. He sees no sum, no payment and no contact.
// - A member with full rights does what the owner does, except what would outlive his access or shut the owner out: who signs in and
//   how, who else has access, consents, and each address to which data of the contract go on being sent.
//
// `may`; `-` may not; `sumless` gets the reply without any sum.

const TABLE = `
  call                                   payer    technician  full

  archive.get                            -        -           -
  archive.order                          -        -           -

  auth.token                             may      may         may
  auth.passkeyQuestion                   may      may         may
  auth.confirm                           may      may         may
  auth.sessions                          -        -           -
  auth.endSession                        -        -           -

  autopayment.get                        may      -           may
  autopayment.set                        -        -           -
  autopayment.skip                       -        -           -
  autopayment.off                        -        -           -

  byDefault.getTown                      may      may         may
  byDefault.getIp                        may      may         may
  byDefault.index                        may      sumless     may

  calendar.get                           may      -           may

  consent.list                           -        -           -
  consent.decide                         -        -           -

  document.former                        may      -           may
  document.link                          may      may         may

  emailUser.list                         -        -           may
  emailUser.terms                        -        -           may
  emailUser.check                        -        -           may
  emailUser.get                          -        -           may
  emailUser.preview                      -        -           may
  emailUser.create                       -        -           may
  emailUser.remove                       -        -           may
  emailUser.restore                      -        -           may
  emailUser.addAlias                     -        -           may
  emailUser.removeAlias                  -        -           may
  emailUser.forward                      -        -           -
  emailUser.activateForward              -        -           -
  emailUser.switchForward                -        -           may
  emailUser.reply                        -        -           may

  family.get                             -        -           -
  family.invite                          -        -           -
  family.inviteContact                   -        -           -
  family.resend                          -        -           -
  family.changeRole                      -        -           -
  family.changeTerm                      -        -           -
  family.withdraw                        -        -           -
  family.revoke                          -        -           -
  family.look                            -        -           -
  family.accept                          -        -           -
  family.contracts                       may      may         may
  family.open                            may      may         may
  family.leave                           may      may         may

  internetAccount.get                    may      -           may
  internetAccount.statTotal              may      -           may
  internetAccount.statPayments           may      -           may
  internetAccount.statCharges            may      -           may
  internetAccount.statMovements          may      -           may
  internetAccount.statServices           may      -           may
  internetAccount.statIsg                -        may         may

  internetContract.get                   may      may         may
  internetContract.programInfo           -        -           may
  internetContract.programArrears        may      -           may
  internetContract.allowedPrograms       -        -           may
  internetContract.allowedDrawPrograms   -        -           may
  internetContract.programPreview        -        -           may
  internetContract.changeProgram         -        -           may

  internetSchedule.defs                  -        may         may
  internetSchedule.get                   -        may         may
  internetSchedule.set                   -        may         may
  internetSchedule.pause                 -        may         may
  internetSchedule.checkPassword         -        may         may
  internetSchedule.changePassword        -        may         may
  internetSchedule.sendPassword          -        may         may

  internetUser.entry                     -        may         may
  internetUser.sendPassword              -        -           may
  internetUser.resetPassword             -        -           may
  internetUser.unlock                    -        may         may
  internetUser.autoAuth                  -        may         may
  internetUser.enableAutoAuth            -        may         may
  internetUser.disableAutoAuth           -        may         may
  internetUser.endSession                -        may         may

  invitation.look                        may      may         may
  invitation.sendCode                    may      may         may
  invitation.accept                      may      may         may
  invitation.refuse                      may      may         may

  network.load                           may      may         may
  network.day                            may      may         may
  network.events                         may      may         may
  network.connection                     -        may         may

  notice.getMessages                     -        -           may
  notice.readMessage                     -        -           may
  notice.readMessages                    -        -           may
  notice.productInfo                     -        -           may
  notice.settings                        -        -           may
  notice.choose                          -        -           may
  notice.quietHours                      -        -           may
  notice.setMobile                       -        -           -
  notice.activateMobile                  -        -           -
  notice.getMobile                       -        -           may
  notice.mobileSettings                  -        -           may
  notice.mobilePackagePreview            -        -           may
  notice.mobilePackage                   -        -           may
  notice.setEmail                        -        -           -
  notice.activateEmail                   -        -           -
  notice.emailSettings                   -        -           may
  notice.getTelegram                     -        -           may
  notice.setTelegram                     -        -           -
  notice.removeTelegram                  -        -           -
  notice.getMax                          -        -           may
  notice.setMax                          -        -           -
  notice.removeMax                       -        -           -
  notice.getPush                         -        -           -
  notice.setPush                         -        -           -
  notice.removePush                      -        -           -
  notice.contacts                        -        -           -
  notice.addContact                      -        -           -
  notice.resendContact                   -        -           -
  notice.activateContact                 -        -           -
  notice.changeContact                   -        -           -
  notice.removeContact                   -        -           -
  notice.examples                        -        -           may

  payment.expectedPrice                  may      -           may
  payment.options                        may      -           may
  payment.sbp                            may      -           may
  payment.status                         may      -           may
  payment.awaited                        may      -           may

  paymentLink.list                       -        -           -
  paymentLink.make                       -        -           -
  paymentLink.end                        -        -           -
  paymentLink.look                       may      may         may
  paymentLink.pay                        may      may         may
  paymentLink.status                     may      may         may

  personalKey.list                       -        -           -
  personalKey.create                     -        -           -
  personalKey.createCalendar             -        -           -
  personalKey.revoke                     -        -           -

  plan.options                           -        -           may
  plan.preview                           -        -           may
  plan.change                            -        -           may
  plan.optionPreview                     -        -           may
  plan.changeOption                      -        -           may
  plan.delayCancel                       -        -           may

  promisedPayment.get                    may      -           may
  promisedPayment.inDebt                 may      -           may
  promisedPayment.take                   -        -           may

  recovery.begin                         may      may         may
  recovery.finish                        may      may         may

  security.get                           -        -           -
  security.access                        -        -           -
  security.removeAccess                  -        -           -
  security.recovery                      -        -           -
  security.switchRecovery                -        -           -
  security.staffReads                    -        -           -
  security.changePassword                -        -           -
  security.beginSecondStep               -        -           -
  security.enableSecondStep              -        -           -
  security.disableSecondStep             -        -           -
  security.newBackupCodes                -        -           -
  security.setPassword                   -        -           -
  security.removePassword                -        -           -
  security.beginPasskey                  -        -           -
  security.addPasskey                    -        -           -
  security.renamePasskey                 -        -           -
  security.removePasskey                 -        -           -

  sipUser.get                            -        -           may
  sipUser.newPassword                    -        -           may
  sipUser.endRegistration                -        -           may
  sipUser.lowerLimits                    -        -           may
  sipUser.raiseLimits                    -        -           may
  sipUser.closeDirection                 -        -           may
  sipUser.openDirection                  -        -           may

  speedTest.servers                      -        may         may
  speedTest.list                         -        may         may
  speedTest.save                         -        may         may

  support.getOrders                      -        may         may
  support.getOrdersTimeline              -        may         may
  support.getOrder                       -        may         may
  support.getOrderGoals                  -        may         may
  support.check                          -        sumless     may
  support.visitSlots                     -        may         may
  support.addOrder                       -        may         may
  support.addFile                        -        may         may
  support.answer                         -        may         may
  support.close                          -        may         may
  support.reopen                         -        may         may
  support.rate                           -        may         may
  support.moveVisit                      -        may         may
  support.getCont                        may      may         may
  support.callBackTimes                  may      may         may
  support.callBack                       may      may         may
  support.askedCall                      may      may         may
  support.withdrawAskedCall              may      may         may
  support.getCallBacks                   -        may         may
  support.withdrawCall                   -        may         may
  support.cityList                       may      may         may
  support.streetList                     may      may         may
  support.coverage                       may      may         may
  support.newClient                      may      may         may
  support.getIncidents                   -        may         may
  support.sameHere                       -        may         may

  suspension.get                         -        -           may
  suspension.preview                     -        -           may
  suspension.start                       -        -           may
  suspension.cancel                      -        -           may
  suspension.returnPreview               -        -           may
  suspension.return                      -        -           may

  telephone.get                          may      -           may
  telephone.emailSettings                -        -           may
  telephone.setEmail                     -        -           -
  telephone.activateEmail                -        -           -
  telephone.setEmailPackage              -        -           may

  telephoneAccount.statTotal             may      -           may
  telephoneAccount.statPayments          may      -           may
  telephoneAccount.statCharges           may      -           may
  telephoneAccount.statMovements         may      -           may
  telephoneAccount.statServices          may      -           may

  telephoneCall.total                    -        -           may
  telephoneCall.showNumbers              -        -           may
  telephoneCall.hideNumbers              -        -           may
  telephoneCall.numberAccess             -        -           may

  telephoneNumber.list                   may      sumless     may
  telephoneNumber.fullList               may      -           may
  telephoneNumber.plan                   -        -           may

  tvPlan.channels                        -        -           may
  tvPlan.change                          -        -           may
  tvPlan.changeOption                    -        -           may

  tvUser.remoteControl                   -        -           may
  tvUser.commands                        -        -           may
  tvUser.devices                         -        -           may
  tvUser.look                            -        -           may
  tvUser.dropDevice                      -        -           may
  tvUser.activationCode                  -        -           may

  user.list                              may      sumless     may
  user.overview                          may      sumless     may
  user.places                            may      sumless     may
  user.find                              may      sumless     may
  user.spending                          may      -           may
  user.get                               may      sumless     may
  user.passwordPolicy                    -        may         may
  user.changePassword                    -        may         may
  user.allowedPrograms                   -        -           may
  user.allowedDrawPrograms               -        -           may
  user.programPreview                    -        -           may
  user.changeProgram                     -        -           may

  userProgram.info                       -        -           may
  userProgram.infos                      -        -           may
  userProgram.duty                       may      -           may
  userProgram.daysLeft                   may      -           may
`;

export type Cell = 'may' | '-' | 'sumless';

/** The rows of a table of words: the first column is the name, the first line the heads of the others. */
export function rowsOf<Head extends string, Word extends string>(table: string): Map<string, Record<Head, Word>> {
  const [[, ...heads] = [], ...lines] = table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([name]) => name !== '');
  return new Map(
    lines.map(([name, ...cells]) => [
      name!,
      Object.fromEntries(heads.map((head, column) => [head, cells[column]])) as Record<Head, Word>,
    ]),
  );
}

/** By the name of the call. */
export const EXPECTED_ROLES = rowsOf<ShareRole, Cell>(TABLE);

/**
 * What a member reads of each field of a service (`user.list`): `seen`; `masked` for a mailbox, whose address is nobody's business;
 * `-` what would tell a sum; `told` in other words that name no sum. A new field is decided here.
 */
const USER_FIELDS = `
  field          payer    technician  full

  user_id        seen     seen        seen
  user_type      seen     seen        seen
  name           masked   masked      seen
  login          masked   masked      seen
  address        masked   masked      seen
  account        seen     seen        seen
  state          seen     seen        seen
  reason         seen     seen        seen
  state_since    seen     seen        seen
  state_text     seen     told        seen
  detail         masked   masked      seen
  returns_on     seen     seen        seen
  is_applied     seen     seen        seen
  plan           seen     -           seen
  monthly        seen     -           seen
  planned_plan   seen     -           seen
  next_charge    seen     -           seen
  duty           seen     -           seen
  days_left      seen     -           seen
  userOptions    seen     seen        seen
  userOptions2   seen     seen        seen
  infos          seen     seen        seen
`;

export const EXPECTED_USER_FIELDS = rowsOf<ShareRole, 'seen' | 'masked' | 'told' | '-'>(USER_FIELDS);
