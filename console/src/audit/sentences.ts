/** An entry as a sentence: who did what to whom. `{by}` and `{about}` are names that lead to more entries. */

import { itemInWords } from '../add-ons/item-words.ts'
import { roleInWords } from '../people/roles.ts'
import { counted } from '../text/count.ts'
import { listed } from '../text/listed.ts'
import { type DetailValues, namesIn } from './detail-values.ts'

type Sentence = string | ((detail: DetailValues) => string)

const scopeCount = (detail: DetailValues, name: string): string => counted(namesIn(detail[name]).length, 'scope')

const rolesChanged: Sentence = (detail) => {
  const before = new Set(namesIn(detail.before))
  const after = new Set(namesIn(detail.after))
  const words = (roles: ReadonlySet<string>): string => listed([...roles].map(roleInWords))
  const given = after.difference(before)
  const taken = before.difference(after)
  if (given.size > 0 && taken.size === 0) return `{by} gave {about} the role ${words(given)}`
  if (taken.size > 0 && given.size === 0) return `{by} removed the role ${words(taken)} from {about}`
  return '{by} changed the roles of {about}'
}

const changedItems = (detail: DetailValues): string => listed(namesIn(detail.changed).map(itemInWords))

const narrowed: Sentence = (detail) => {
  const lost = new Set(namesIn(detail.before)).difference(new Set(namesIn(detail.after))).size
  return `{by} narrowed {about} by ${counted(lost, 'scope')}`
}

const invited: Sentence = (detail) => {
  const roles = namesIn(detail.roles)
  return roles.length === 0 ? '{by} invited {about}' : `{by} invited {about} as ${listed(roles.map(roleInWords))}`
}

const crewUserChanged: Sentence = ({ code, before, after }) => {
  const member = `crew member ${String(code)}`
  if (after === null) return `{by} ended that ${String(before)} is ${member}`
  return `{by} made ${String(after)} ${member}${before === null ? '' : ` instead of ${String(before)}`}`
}

/** Leaves out parts whose value is missing. */
const countsOf = (counts: Readonly<Record<string, unknown>>): string => {
  const said = Object.entries(counts).filter(([, count]) => Number(count) > 0)
  return said.length === 0 ? 'nothing changed' : said.map(([word, count]) => `${String(count)} ${word}`).join(', ')
}

const MEANS: Readonly<Record<string, string>> = {
  authenticator: 'the password and a code',
  'hand-over': 'what the developer portal handed over',
  passkey: 'a passkey',
  password: 'the password',
  'password link': 'a link from the mail',
  'recovery code': 'the password and a recovery code',
}

const WRONG_MEANS: Readonly<Record<string, string>> = {
  authenticator: 'a wrong code',
  passkey: 'a passkey that was refused',
  password: 'a wrong password',
}

const withMeans = ({ means }: DetailValues): string => MEANS[String(means)] ?? String(means)

const wrongMeans = ({ means }: DetailValues): string => WRONG_MEANS[String(means)] ?? `a wrong ${String(means)}`

const failedSignIn: Sentence = (detail) => {
  if (detail.means === 'hand-over') return 'Somebody came from the developer portal with a hand-over that was not valid'
  if (detail.account === 'many') {
    return `More than ${String(detail.listed)} sign-ins failed within an hour; those that came after are not listed`
  }
  return detail.account === 'unknown'
    ? 'Somebody tried to sign in with an address that has no account here'
    : `Somebody tried to sign in as {about} with ${wrongMeans(detail)}`
}

const SENTENCES: Readonly<Record<string, Sentence>> = {
  'access.asked': '{by} asked the administrators for {about}',
  'access.refused': (detail) => `{by} declined {about}, which ${String(detail.askedBy)} had asked for`,
  'access-token.revoked': '{by} gave back an access token',
  'add-on.changed': (detail) => `The provider of {about} changed ${changedItems(detail)}`,
  'add-on.deleted': 'Airside deleted {about}; its tokens stopped',
  'add-on.aircraft-set': '{by} chose which aircraft {about} may offer',
  'add-on.providers-set': '{by} chose for whom {about} acts',
  'add-on.disconnected': '{by} disconnected {about}; its tokens stopped',
  'add-on.everything-revoked': 'Airside revoked every token of {about}',
  'add-on.resumed': 'Airside resumed {about}',
  'add-on.suspended': 'Airside suspended {about}',
  'api-key.addresses-changed': '{by} changed the addresses that the API key {about} may come from',
  'api-key.created': (detail) => `{by} made the API key {about} with ${scopeCount(detail, 'scopes')}`,
  'api-key.renamed': (detail) => `{by} renamed the API key ${String(detail.before)} to ${String(detail.after)}`,
  'api-key.resumed': 'Airside resumed the API key {about}',
  'api-key.revoked': '{by} revoked the API key {about}',
  'api-key.rotated': '{by} rotated the API key {about}',
  'api-key.scopes-changed': '{by} changed the scopes of the API key {about}',
  'api-key.suspended': 'Airside suspended the API key {about}',
  'consent.allowed': (detail) => `{by} connected {about} with ${scopeCount(detail, 'scopes')}`,
  'crew-member.user-changed': crewUserChanged,
  'flight-plan.acceptance-ended': (detail) =>
    `{by} gave ${String(detail.flight)} another commander; ${String(detail.acceptedBy)} had accepted its flight plan`,
  'grant.ended': '{by} ended the access of {about} to their own details',
  'grant.narrowed': narrowed,
  'grant.resumed': 'Airside resumed an access',
  'grant.suspended': 'Airside suspended an access',
  'operator.created': '{by} set this operator up',
  'operator.export-asked': '{by} asked for an export of everything',
  'operator.export-ended':
    'The export was ended: who asked for it is no administrator any more, or the operator was suspended',
  'operator.export-made': (detail) => `The export was made: ${counted(Number(detail.rows), 'row')}`,
  'operator.export-taken': (detail) => `{by} saved ${String(detail.file)} of the export`,
  'operator.export-too-large': 'The export is larger than is kept here',
  'operator.exported': 'Airside wrote this operator into a file',
  'operator.everything-revoked': 'Airside revoked what was issued here: sessions, keys, tokens',
  'operator.renamed': (detail) => `Airside renamed this operator to ${String(detail.name)}`,
  'operator.resumed': 'Airside opened this operator again',
  'operator.second-step-optional': '{by} no longer requires a second step',
  'operator.second-step-required': '{by} required a second step of everybody',
  'operator.suspended': 'Airside suspended this operator',
  'records.import-undone': (detail) =>
    `{by} undid an import of ${String(detail.kind)}: ${countsOf({ removed: detail.removed, kept: detail.kept })}`,
  'records.imported': (detail) =>
    `{by} imported ${String(detail.kind)}: ${countsOf({ new: detail.created, changed: detail.updated })}`,
  'refresh-token.revoked': (detail) =>
    detail.reason === undefined ? '{by} gave back a refresh token' : 'A refresh token of {by} was revoked',
  'support.request-looked-up': 'Airside support looked up a request',
  'user.created': '{by} added {about}',
  'user.invited': invited,
  'user.logbook-sent': 'A link to their logbook was sent to {about}',
  'user.logbook-taken': '{about} took their logbook along',
  'user.passkey-added': '{by} added a passkey',
  'user.passkey-removed': '{by} removed a passkey',
  'user.passkey-copy-suspected': 'Somebody may have copied a passkey of {about}',
  'user.password-changed': '{by} changed the password',
  'user.password-chosen': '{by} chose a password',
  'user.password-reset': '{by} chose a new password by a link from the mail',
  'user.password-taken-over':
    '{about} can sign in with the password of the developer portal: the last administrator left',
  'user.recovery-code-used': '{by} signed in with a recovery code',
  'user.recovery-codes-renewed': '{by} made new recovery codes',
  'user.removed': '{by} removed {about}',
  'user.reset-asked': 'Somebody asked for a password link for {about}',
  'user.reset-sent': '{by} sent {about} a password link',
  'user.resumed': 'Airside lets {about} sign in again',
  'user.roles-changed': rolesChanged,
  'user.signed-in': (detail) => `{by} signed in with ${withMeans(detail)}`,
  'user.sign-in-failed': failedSignIn,
  'user.second-step-ended': '{by} ended the second step of {about}',
  'user.second-step-off': '{by} turned the second step off',
  'user.second-step-on': '{by} turned a second step on',
  'user.sessions-ended': 'Airside signed {about} out everywhere',
  'user.suspended': 'Airside suspended {about}',
  'test-clock.advanced': (detail) => `{by} moved the test clock by ${String(detail.seconds)} seconds`,
  'webhook.changed': (detail) => `{by} changed the webhook to ${String(detail.host)}`,
  'webhook.created': (detail) => `{by} added a webhook to ${String(detail.host)}`,
  'webhook.removed': (detail) => `{by} removed the webhook to ${String(detail.host)}`,
  'webhook.secret-replaced': (detail) => `{by} replaced the signing secret of the webhook to ${String(detail.host)}`,
  'webhook.sent-again': (detail) => `{by} had events sent again to ${String(detail.host)}`,
  'webhook.switched-on': (detail) => `{by} switched on the webhook to ${String(detail.host)}`,
  'webhook.switched-off': (detail) =>
    detail.reason === undefined
      ? `{by} switched off the webhook to ${String(detail.host)}`
      : `The webhook to ${String(detail.host)} was switched off: ${String(detail.reason)}`,
}

/** Describes an action without a sentence by its name, so that nothing is hidden. */
const unknownAction = (action: string): string => `{by}: ${action.replaceAll(/[.-]/g, ' ')}, {about}`

export const sentenceOf = (action: string, detail: DetailValues): string => {
  const sentence = SENTENCES[action] ?? unknownAction(action)
  return typeof sentence === 'string' ? sentence : sentence(detail)
}

/** Outcomes other than success, shown beside the sentence. */
const FAILED_ACTIONS = new Set(['user.passkey-copy-suspected', 'user.sign-in-failed'])

export const isFailure = (action: string): boolean => FAILED_ACTIONS.has(action)
