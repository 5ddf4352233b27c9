/** Texts of replies that tell nothing of a person, though their names are doubtful. A new one is marked (contract/src/staff/personal.ts), or stands here. */
export const NOBODYS_FIELDS = `
agents reconcile.findings.reason
agents reconcile.unread.reason
audit.address
audit.login
calls import.bad.reason
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
campaign choices.plans.name
campaign choices.towns.name
campaign list.title
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
contract move.services.reason
desk.desks.name
desk.payments.document
desk.shift.desk.name
desks add.name
desks list.name
goals list.name
inbox list.items.title
incidents plan.told.title
incidents publish.told.title
incidents show.told.title
keys add.name
keys end.name
keys list.name
ledger verify.findings.subject
me.login
me passkey-add.name
me passkey-new.rp_name
me passkey-new.user_name
me passkey-rename.name
me passkeys.name
me sessions.address
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
service block.notes
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
texts check.wrong.reason
texts export.name
texts export.texts.subject
texts export.texts.text
texts export.texts.title
texts load.wrong.reason
texts reset.name
timeline.items.who
transfers import.wrong.reason
`;
