/** Texts of replies that tell nothing of a person, though their names are doubtful. A new one is marked (contract/src/staff/personal.ts), or stands here. */
export const NOBODYS_FIELDS = `
agents reconcile.findings.reason
agents reconcile.unread.reason
audit.address
audit.login
audit.title
calls import.bad.reason
campaign choices.plans.name
campaign choices.towns.name
campaign list.title
card day.programs.name
card day.services.extras.name
card.chain.links.checks.cure.text
card.here.name
card.services.plan.name
card.services.planned_plan.name
cash receipt.desk.name
cash receipt.document
cash receipt.receipt.error
cash receipt.seller.address
cash receipt.seller.name
cash take.copy.desk.name
cash take.copy.document
cash take.copy.receipt.error
cash take.copy.seller.address
cash take.copy.seller.name
cash undo.copy.desk.name
cash undo.copy.document
cash undo.copy.receipt.error
cash undo.copy.seller.address
cash undo.copy.seller.name
catalogue add.name
catalogue add.notes
catalogue archive.name
catalogue archive.notes
catalogue edit.name
catalogue edit.notes
catalogue list.name
catalogue restore.name
catalogue restore.notes
catalogue show.fields.value
catalogue show.name
charge rehearse.charged.text
connect check.plans.name
connect check.plans.reason
connect check.streets.name
consents export.decisions.name
consents export.decisions.title
consents list.decisions.name
consents list.decisions.text
consents list.decisions.title
consents list.standings.name
consents list.standings.title
contract close.notes
contract hand-over.notes
contract join.notes
contract move.services.reason
desk.desks.name
desk.payments.document
desk.shift.desk.name
desks add.name
desks list.name
goals list.name
house edit.name
houses list.name
inbox list.deferred.title
inbox list.items.title
incidents plan.told.title
incidents publish.told.title
incidents show.told.title
keys add.name
keys end.name
keys list.name
ledger verify.findings.subject
me passkey-add.name
me passkey-new.rp_name
me passkey-new.user_name
me passkey-rename.name
me passkeys.name
me sessions.address
me.login
me.name
orders form.checks.cure.text
orders form.goals.name
orders list.items.held_by.name
orders show.checks.cure.text
orders show.events.author_name
orders show.held_by.name
orders show.ready.text
orders show.ready.title
outbox list.title
packages list.name
payments findings.subject
payments reconcile.findings.subject
plan change.notes
plan list.options.control.text
plan list.options.name
plan list.plan.name
plan list.planned.control.text
plan list.planned.plan.name
plan list.plans.control.text
plan list.plans.name
plan list.undo.plan.name
prices list.name
prices plan.name
prices preview.name
prices withdraw.name
rates list.zone_name
rates plan.zone_name
rates withdraw.zone_name
network nas-add.name
network nas-edit.name
network nas-remove.name
network nas.name
network state.name
network template-add.value
network template-remove.value
network templates.value
number block.notes
number unblock.notes
service block.notes
service price-end.notes
service price.notes
service unblock.notes
shift close.desk.name
shift open.desk.name
shift safe.desk.name
shift show.desk.name
shift x.desk.name
staff add.login
staff add.name
staff block.keys.name
staff block.login
staff invite.login
staff invite.name
staff list.login
staff list.name
staff roles.login
staff unblock.login
street add.name
street edit.name
street merge.name
streets list.streets.name
texts check.wrong.reason
texts export.name
texts export.texts.subject
texts export.texts.text
texts export.texts.title
texts load.wrong.reason
texts reset.name
timeline.items.who
town add.name
town edit.name
towns list.name
transfers import.wrong.reason
zones add.name
zones edit.name
zones list.name
`;
