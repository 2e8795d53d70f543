/**
 * What becomes of each table of an operator's data when the operator is carried to another place (ADR 102). A table
 * that is keyed by a tenant and has no decision here fails a test.
 */

export interface Carried {
  /** Columns that are empty in the file unless credentials are carried. */
  readonly withCredentials?: readonly string[]
  /** Columns that are empty in every file: people set these up again. */
  readonly never?: readonly string[]
  /** Rows only in a file with credentials, and of these only what the condition says. It is our own text. */
  readonly onlyWithCredentials?: string
  /** Rows that a file without credentials does not have: they are a person's own. It is our own text. */
  readonly ofPersons?: string
  /** Rows that no file has, because they are not the operator's yet. It is our own text. */
  readonly notYet?: (tables: ReadonlySet<string>) => string
  /** Rows of today that stay beside those of a backup. It is our own text. */
  readonly staysAtRestore?: string
  /** Columns whose text is an object of JSON, beside those that are called lists. */
  readonly json?: readonly string[]
  /** Means nothing under another address: left out there. */
  readonly ofThisAddress?: true
  /**
   * When the operator is restored out of a backup (ADR 103): its rows are the backup's where nothing is said. `kept`:
   * those of today, because what was revoked or logged since stays so. `filled`: those of today unless there are none.
   * `cleared`: gone, because it speaks of what happened after the backup.
   */
  readonly atRestore?: 'kept' | 'filled' | 'cleared'
}

export interface LeftOut {
  readonly because: string
}

export type Decision = Carried | LeftOut

const TOKENS: LeftOut = { because: 'tokens are never carried: applications and keys get new ones' }
const SIGN_IN: LeftOut = { because: 'people sign in again and set up their second step or passkey again' }
const WEBHOOKS: LeftOut = { because: 'the receiver would be told from two places: it is set up again' }
const COPY: LeftOut = { because: 'a copy for a day of what is carried' }
const PLATFORM: LeftOut = { because: "of the platform's own realms, not of an operator" }
const MOMENT: LeftOut = { because: 'it is about requests of this moment at this place' }

const AUTHORS = ['created_by', 'updated_by']

/** What becomes of a file becomes of its pieces. */
const ofFileThat = (is: string): string =>
  `exists (select 1 from document_file file
    where file.tenant_id = document_piece.tenant_id and file.file_id = document_piece.file_id and ${is})`

const OF_REPORTERS = "uploaded_by like 'own:safety%'"

/** Named by a draft, or by a report that is held until the full hour. */
const WAITING = "uploaded_by = 'own:safety' and arrived_at is not null and expires_at is not null"

/**
 * Uploads that were only begun, files of drafts, and what is being removed; not those of reports that are held, which are
 * made at the new place. A store from before those has no such table.
 */
const notFiled = (file: 'file' | 'document_file', tables: ReadonlySet<string>): string => {
  const held = `exists (select 1 from safety_held held
    where held.tenant_id = ${file}.tenant_id and held.act like '%"' || ${file}.file_id || '"%')`
  return `${file}.expires_at is not null${tables.has('safety_held') ? ` and not (${WAITING} and ${held})` : ''}`
}

const DECISIONS = {
  aircraft_schedule: {},
  aircraft: { json: [...AUTHORS, 'insured_liability'] },
  charter_request: { json: AUTHORS },
  contact: { json: AUTHORS },
  conversation_message: { json: ['author'] },
  conversation_read: {},
  crew_member: { json: [...AUTHORS, 'rating_periods'] },
  document: { json: AUTHORS },
  document_acknowledgement: {},
  document_content_over: { because: 'what is being removed here is not taken anywhere' },
  // Of reporters who are not to be known (data §11.8). Bytes are pieces in every file, wherever they lie, and a file
  // never says where (threats row 370).
  document_file: {
    ofPersons: OF_REPORTERS,
    notYet: (tables) => notFiled('document_file', tables),
    staysAtRestore: WAITING,
    never: ['place', 'content_id'],
  },
  document_link: MOMENT,
  document_piece: {
    ofPersons: ofFileThat(OF_REPORTERS),
    notYet: (tables) => ofFileThat(notFiled('file', tables)),
    staysAtRestore: ofFileThat(WAITING),
  },
  document_revision: { json: ['created_by'] },
  duty: { json: [...AUTHORS, 'entered'] },
  empty_leg: { json: [...AUTHORS, 'price', 'held_by'] },
  external_id: { ofPersons: "kind like 'logbook_entry/%'" },
  external_id_system: {},
  flight: { json: [...AUTHORS, 'actual', 'fuel', 'load'] },
  flight_crew: {},
  flight_passenger: {},
  flight_plan: { json: [...AUTHORS, 'acceptance'] },
  journey_log: { json: [...AUTHORS, 'times', 'fuel', 'signature'] },
  logbook_link: MOMENT,
  logbook_to_fill: {},
  // What is kept for somebody is removed in time wherever it is.
  kept_logbook: { onlyWithCredentials: '1 = 1', atRestore: 'kept' },
  logbook_entry: { json: AUTHORS, ofPersons: '1 = 1' },
  qualification: { json: AUTHORS },
  quote: { json: [...AUTHORS, 'net', 'tax', 'gross', 'terms'] },
  service_request: { json: [...AUTHORS, 'permit', 'result', 'agreed'] },
  risk_matrix: { json: ['matrix'] },
  safety_code: {},
  safety_draft: { because: 'what a person has not sent is nobody else’s' },
  // Acknowledged, and made at the next full hour: there, where nobody makes it here any more (threats row 390).
  safety_held: { json: ['act'], onlyWithCredentials: '1 = 1', atRestore: 'kept' },
  safety_link: MOMENT,
  safety_original: { ofPersons: '1 = 1' },
  safety_report: { json: [...AUTHORS, 'initial_risk', 'residual_risk'] },
  record_counter: { atRestore: 'filled' },
  maintenance_due: { json: AUTHORS },
  tech_log_entry: { json: [...AUTHORS, 'acceptance', 'release'] },
  travel_document: { json: AUTHORS },
  trip: { json: AUTHORS },
  unavailability: { json: AUTHORS },
  visit: { json: AUTHORS },

  operator_profile: {},
  operator_settings: { json: ['rules', 'updated_by'] },

  audit_entry: { json: ['detail'], atRestore: 'kept' },
  change_entry: { ofPersons: "entity = 'LOGBOOK_ENTRY'", atRestore: 'cleared' },
  change_head: { atRestore: 'kept' },
  change_viewer: {
    // By its key: a list of all such entries would be made for each row (threats row 450).
    ofPersons: `exists (select 1 from change_entry entry where entry.tenant_id = change_viewer.tenant_id
      and entry.position = change_viewer.position and entry.entity = 'LOGBOOK_ENTRY')`,
    atRestore: 'cleared',
  },
  import_addition: { atRestore: 'cleared' },
  import_run: { json: ['made_by'], atRestore: 'cleared' },
  notice: { atRestore: 'kept' },
  notice_choice: { atRestore: 'kept' },
  notice_quiet: { atRestore: 'kept' },
  notice_read: { atRestore: 'kept' },
  reminder: {},
  usage_actor: { atRestore: 'filled' },
  usage_count: { atRestore: 'filled' },
  usage_document: { atRestore: 'filled' },
  usage_request: { atRestore: 'filled' },

  user_account: {
    withCredentials: ['password_hash'],
    never: ['totp_secret', 'totp_confirmed_at', 'totp_last_step', 'totp_started_at', 'totp_started_by'],
    atRestore: 'kept',
  },
  api_key: { atRestore: 'kept' },
  // What is handed out of a key is its refresh token; those of grants are tokens of applications.
  refresh_token: { onlyWithCredentials: 'api_key_id is not null', ofThisAddress: true, atRestore: 'kept' },
  oauth_grant: { ofThisAddress: true, atRestore: 'kept' },
  application_provider: { ofThisAddress: true, atRestore: 'kept' },
  application_aircraft: { ofThisAddress: true, atRestore: 'kept' },
  access_request: { ofThisAddress: true, atRestore: 'kept' },

  access_token: TOKENS,
  asked_reset: MOMENT,
  authorization_code: TOKENS,
  confirmation: MOMENT,
  consent_request: MOMENT,
  cost_bucket: MOMENT,
  guess_brake: MOMENT,
  idempotency: MOMENT,
  outbox_message: { because: 'a message that was sent here would be sent again there' },
  passkey: SIGN_IN,
  passkey_challenge: SIGN_IN,
  known_device: SIGN_IN,
  recovery_code: SIGN_IN,
  spent_form: MOMENT,
  user_session: SIGN_IN,
  password_reset: { because: 'the link in the mail leads to the old address' },
  user_invitation: { because: 'the link in the mail leads to the old address' },

  operator_export: COPY,
  operator_export_part: COPY,
  test_clock: { because: 'a sandbox begins at its new place by the world’s time' },
  webhook: WEBHOOKS,
  webhook_attempt: WEBHOOKS,
  webhook_parked: WEBHOOKS,

  member_sign_up: PLATFORM,
  news_seen: PLATFORM,
  phone_code: PLATFORM,
  provider_member: PLATFORM,
} as const satisfies Readonly<Record<string, Decision>>

export const decisionOn = (table: string): Decision | null =>
  Object.hasOwn(DECISIONS, table) ? ((DECISIONS as Readonly<Record<string, Decision>>)[table] ?? null) : null

export const carriedAs = (table: string): Carried | null => {
  const decision = decisionOn(table)
  return decision === null || 'because' in decision ? null : decision
}

/** Roles are words with spaces between them. */
const WORDS = 'role_list'

/** Whether the text of a column is a list or object of JSON: what is not would stop every reader of the row. */
export const holdsJson = (table: string, column: string): boolean =>
  (column.endsWith('_list') && column !== WORDS) || (carriedAs(table)?.json?.includes(column) ?? false)
