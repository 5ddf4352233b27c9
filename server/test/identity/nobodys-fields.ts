/** Texts of replies that tell nothing of a person, though their names are doubtful. A new one is marked (contract/src/staff/personal.ts), or stands here. */
export const NOBODYS_FIELDS = `
agents reconcile.findings.reason
agents reconcile.unread.reason
audit.address
audit.login
calls import.bad.reason
card.chain.links.checks.cure.text
card.services.plan.name
card.services.planned_plan.name
charge rehearse.charged.text
consents export.decisions.name
consents export.decisions.title
consents list.decisions.name
consents list.decisions.text
consents list.decisions.title
consents list.standings.name
consents list.standings.title
goals list.name
keys add.name
keys end.name
keys list.name
ledger verify.findings.subject
me.login
me sessions.address
me.name
orders show.events.author_name
outbox list.title
payments findings.subject
payments reconcile.findings.subject
prices list.name
prices plan.name
prices preview.name
prices withdraw.name
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
