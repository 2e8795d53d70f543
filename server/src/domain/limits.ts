/** Every number of access-model §13, in one place. */

export const CODE_TTL_SECONDS = 600
export const ACCESS_TOKEN_TTL_SECONDS = 1800
export const GRANT_REFRESH_TOKEN_IDLE_SECONDS = 30 * 24 * 3600
export const MAX_ACTIVE_ACCESS_TOKENS = 500
export const MAX_REFRESH_TOKENS_PER_GRANT = 50

export const MAX_REQUEST_HEAD_BYTES = 64 * 1024
export const MAX_TOKEN_BODY_BYTES = 64 * 1024
export const MAX_QUERY_BODY_BYTES = 1024 * 1024
export const MAX_LOGO_BYTES = 1024 * 1024

/** One file of a document (data §9). */
export const MAX_DOCUMENT_BYTES = 25_000_000
/** All files of an operator, those on their way included. */
export const MAX_DOCUMENT_SPACE_BYTES = 20_000_000_000
export const MAX_DOCUMENT_FILES = 200_000
/** What people begin to send to one operator within a day with reports of their own, which names nobody. */
export const MAX_OWN_REPORT_BYTES_A_DAY = 2_000_000_000
export const MAX_DOCUMENT_REVISIONS = 500
/** What hangs on one service request; the bytes are what its provider may fill of it. */
export const MAX_REQUEST_DOCUMENTS = 50
export const MAX_REQUEST_BYTES = 250_000_000
/** Uploads that one principal began and did not make a document of. */
export const MAX_OPEN_UPLOADS = 50
export const UPLOAD_SECONDS = 30 * 60
export const DOCUMENT_LINK_SECONDS = 5 * 60
/** How long content beside the store outlives its row: whoever copies the store and then the contents, or reads a snapshot, finds both. */
export const CONTENT_KEPT_SECONDS = 24 * 3600
/** How long the bytes of one file may take to arrive, or to be fetched. */
export const MAX_TRANSFER_SECONDS = 5 * 60
export const MAX_STATE_BYTES = 8 * 1024
/** A state of which every octet is encoded has 24 KB. */
export const MAX_PAGE_QUERY_BYTES = 32 * 1024
export const MAX_PAGE_QUERY_PARAMETERS = 64

export const MAX_QUERY_TOKENS = 10_000
export const MAX_QUERY_DEPTH = 15
export const MAX_QUERY_ALIASES = 200
export const MAX_QUERY_ROOT_FIELDS = 50
export const MAX_QUERY_DIRECTIVES = 50
/** Selections after fragments are expanded, so that fragments cannot multiply a document past its limits. */
export const MAX_QUERY_EXPANDED_SELECTIONS = MAX_QUERY_TOKENS
/** Nesting of brackets of any kind; bounds the parser's recursion. */
export const MAX_QUERY_NESTING = 64
/** Characters and lines of a document: longer texts come as variables. */
export const MAX_QUERY_CHARACTERS = 256 * 1024
export const MAX_QUERY_LINES = MAX_QUERY_TOKENS
/** Values and member names in the JSON of a body, however short each is. */
export const MAX_BODY_VALUES = 50_000
/** Length of an alias or another name in a document: the answer repeats each with every record. */
export const MAX_NAME_LENGTH = 128
/** Length of the text that `echo` returns. */
export const MAX_ECHO_LENGTH = 1_000

export const MAX_COST_PER_REQUEST = 10_000
export const COST_BUCKET = 20_000
export const COST_REFILL_PER_SECOND = 1_000

/** Work before execution: a body by its size, a document that was not seen before by its tokens. */
export const BODY_COST_PER_KILOBYTE = 5
export const ANSWER_COST_PER_KILOBYTE = 1
/**
 * An answer is one text of JSON in memory, made in one turn, and as many bytes again on their way out: the longest
 * texts with the most to escape stay below 30 MB and 50 ms.
 */
export const MAX_ANSWER_CHARACTERS = 4_000_000
/**
 * Work on a request before it runs, in steps of `graphql/work-meter`: what one request may take, and what 1 of cost
 * pays for. A step takes at most two microseconds, ten times what it usually does, so a bucket's refill buys less
 * than a fifth of a processor.
 */
export const MAX_WORK_STEPS = 300_000
export const WORK_STEPS_PER_COST = 100
/** Characters of a text by which something is asked: a filter, a search, a cursor, an id. The longest of ours are notes. */
export const MAX_ASKED_TEXT = 2_000
export const MAX_BYTES_KEPT_PER_REQUEST = 25 * 1024 * 1024
/** Documents of more tokens that are not valid are told the first thing that is wrong, not all. */
export const MAX_EXPLAINED_TOKENS = 2_000
/** How far a bucket may go below zero for work that was done already. */
export const MAX_COST_OWED = 10 * MAX_COST_PER_REQUEST
/**
 * How many rows a search looks through for a cost of 1, by what it does with each (ADR 109): the store compares a
 * column; a text is compared or another table asked; an airport that is held in memory is looked at; an entry of the
 * feed is passed over; the names under which it is filed are asked for, too; a row is read to compute something, beyond what the operation paid for its objects; a record is
 * read and written because another changed. Charged once it is known.
 */
export const ROWS_FOR_COST = {
  compared: 40,
  examined: 25,
  held: 200,
  passed: 500,
  named: 100,
  read: 10,
  followed: 1,
} as const
/** A statement of a write takes as long as so many rows that are read, whatever it answers. */
export const WRITING_STATEMENT_ROWS = 5
/** For each millisecond of a search that was cut off, because how far it came is not known; a bucket at most. */
export const CUT_OFF_COST_PER_MS = 5
/** Cost of a search through all airports, beside the cost of what it finds. */
export const AIRPORT_SEARCH_COST = 20
/** More, by how long the costliest patterns take: stars are looked for in one pass, question marks letter by letter. */
export const AIRPORT_GLOB_COST = { stars: 10, questionMarks: 80 } as const
/**
 * To fetch a file by a link or to send one, and the bytes of it that cost 1: as they are kept, or written from rows on
 * the way.
 */
export const COST_TO_TRANSFER = 10
export const KEPT_BYTES_FOR_COST = 16 * 1024
export const WRITTEN_BYTES_FOR_COST = 2 * 1024
/**
 * A statement of its own that a root field sends for one value, a link that is written down, and the clock of a sandbox
 * moved with all that happens on the way: what each takes at 5 for a millisecond (ADR 109, threats rows 413 and 414).
 */
export const STATEMENT_COST = 2
/** A page of what a user is told: it passes over what others are told, thousands in ninety days where much goes on. */
export const NOTICES_COST = 20
/** What an application did in two weeks, summed at each of its operators (threats row 448). */
export const MEASURED_COST = 35
export const LINK_COST = 5
export const CLOCK_COST = 50
/** For each password that a mutation checks or hashes, which takes some 60 ms of processor time (threats row 412). */
export const PASSWORD_COST = 300
/** A document that was not seen before, whatever its size, and how many of its tokens cost 1 more. */
export const NEW_DOCUMENT_COST = 5
export const DOCUMENT_TOKENS_PER_COST = 5
/** A refused request costs at least this, with what it paid before. */
export const MIN_REFUSAL_COST = 5
export const MAX_VARIABLE_DEPTH = 64

export const DEFAULT_PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 500

export const SESSION_IDLE_SECONDS = 12 * 3600
export const MAX_SESSION_SECONDS = 7 * 24 * 3600
/** How long a sign-in page may stay open before its form is refused. */
export const SIGN_IN_FORM_SECONDS = 12 * 3600
/** How long a browser counts as known after its user last signed in with it. */
export const KNOWN_DEVICE_SECONDS = 180 * 24 * 3600
/** Of one person. */
export const MAX_KNOWN_DEVICES = 50

/** How long a hand-over from the portal to a sandbox may take, and how long a browser may take to ask for it. */
export const HAND_OVER_SECONDS = 60
export const HAND_OVER_BROWSER_SECONDS = 600

/** How long a browser may take to have a passkey's challenge signed, and how many passkeys a user may have. */
export const PASSKEY_CHALLENGE_SECONDS = 300
export const MAX_PASSKEYS_PER_USER = 20
/** For this long after a sign-in, a sensitive change does not ask for the password again. */
export const RECENT_SIGN_IN_SECONDS = 600
/** How long a session may take from asking for a second step's secret to confirming a code of it. */
export const SECOND_STEP_SETUP_SECONDS = 600

/** An invitation to choose a password, and how often its code may be mistyped. */
export const INVITATION_SECONDS = 72 * 3600
export const MAX_INVITATION_TRIES = 10
/** Invitations carry strangers' words by mail, so they are limited per sender and hour, and per address and day. */
export const MAX_INVITATIONS_PER_HOUR = { production: 20, sandbox: 5 } as const
export const MAX_INVITATIONS_PER_ADDRESS_AND_DAY = 3

/** Mails that anybody causes by naming an address: resets and sign-ups each, from one sender and from all together. */
export const MAX_NAMED_MAILS_PER_SENDER_AND_HOUR = 5
export const MAX_NAMED_RESETS_PER_ADDRESS_AND_HOUR = 50
/** Fewer: nobody who has an account waits for one. */
export const MAX_SIGN_UP_MAILS_PER_ADDRESS_AND_HOUR = 20

/** A link to a new password: how long it works, how often its code may be mistyped, and how many are sent. */
export const RESET_SECONDS = 30 * 60
export const MAX_RESET_TRIES = 10
/** Of those that administrators send. */
export const MAX_RESET_MAILS_PER_ADDRESS_AND_HOUR = 5
export const MAX_RESET_REQUESTS_PER_NETWORK_AND_HOUR = 20

/** A sign-up as a provider: how long its code works, how often it may be mistyped, and how many are sent. */
export const SIGN_UP_SECONDS = 10 * 60
export const MAX_SIGN_UP_TRIES = 5
export const MAX_SIGN_UPS_PER_NETWORK_AND_HOUR = 20

/** What all members of one provider together can cause: strangers sign up, and each of these costs somebody else. */
export const MAX_SANDBOX_RESETS_PER_HOUR = 3
/** How far ahead of the world's time the clock of a sandbox goes: 400 days (events §4). */
export const MAX_TEST_CLOCK_SECONDS = 400 * 86_400
/** Each move is told to every process and looked through for reminders. */
export const MAX_TEST_CLOCK_MOVES_PER_HOUR = 120
export const MAX_MAILS_TO_STAFF_PER_HOUR = 20
export const MAX_PHONE_CODES_PER_PROVIDER_AND_HOUR = 20
export const MAX_LOGOS_PER_PROVIDER_AND_HOUR = 20
/** Of one application, by everybody of its provider: registration, secrets, demo, messages. */
export const MAX_CHANGES_PER_APPLICATION_AND_HOUR = 60
export const MAX_APPLICATIONS_PER_PROVIDER = 50

/**
 * How long a provider's sandbox operator may go unused before it is removed, and how long before that its members are
 * warned.
 */
export const SANDBOX_UNUSED_SECONDS = 180 * 24 * 3600
export const SANDBOX_WARNING_SECONDS = 30 * 24 * 3600
/** Records of a provider's own sandbox operator: it is for building against, not for operating. */
export const MAX_PROVIDER_SANDBOX_RECORDS = 50_000

/** The code by SMS that secures a client secret, and how long the older of two secrets may live on (portals §3). */
export const PHONE_CODE_SECONDS = 10 * 60
export const MAX_PHONE_CODE_TRIES = 5
export const MAX_PHONE_CODES_PER_HOUR = 5
/** Of codes to numbers that nobody has shown to hold: to one number by all strangers, and by one network to any. */
export const MAX_PHONE_CODES_BY_STRANGERS_PER_NUMBER_AND_HOUR = 20
export const MAX_PHONE_CODES_TO_STRANGERS_PER_NETWORK_AND_HOUR = 40
export const MAX_SECRET_OVERLAP_SECONDS = 7 * 24 * 3600
export const MAX_SECRET_OVERLAP_HOURS = MAX_SECRET_OVERLAP_SECONDS / 3600
export const SECRETS_BLOCKED_SECONDS = 24 * 3600
/** How long the delivery of a mail about an application is retried. */
export const NOTICE_SECONDS = 3 * 24 * 3600

/** Asking an administrator for access sends mails, so it is limited per user and day and per operator and hour. */
export const MAX_ACCESS_REQUESTS_PER_USER_AND_DAY = 5
export const MAX_ACCESS_REQUESTS_PER_OPERATOR_AND_HOUR = 20
/** Length of a note to the administrators, and of the reason for declining. */
export const MAX_ACCESS_NOTE_CHARACTERS = 300
/** How long notices, and answered requests for access, are kept. */
export const NOTICE_KEPT_SECONDS = 90 * 24 * 3600
/** The share of the cap of active tokens from which administrators are told. */
export const NEAR_CAP_PART = 0.8
/** How many requests must fail within an hour, and be more than those answered, before administrators are told. */
export const MIN_FAILED_REQUESTS = 20
/** Which part of a day's requests must fail, and at least as many as within an hour, before administrators are told. */
export const FAILED_DAY_PART = 0.1
/** How many days before a key expires its administrators are told. */
export const KEY_ENDING_DAYS = [14, 3, 1] as const
export const KEY_UNUSED_SECONDS = 30 * 24 * 3600

/**
 * Lines of one request that imports in the console: on the embedded store nobody else writes meanwhile, and a line takes
 * one to three milliseconds (threats row 419). The console sends a file in parts.
 */
export const MAX_CONSOLE_IMPORT_LINES = 250
/**
 * What a line of an import costs by the kind of its file, in a dry run too: what checking and writing it takes at 5 for
 * a millisecond (threats row 461). The rows that it looks through are charged where they cost more.
 */
export const IMPORT_LINE_COSTS = {
  aircraft: 6,
  crew: 5,
  qualifications: 10,
  contacts: 3,
  flights: 20,
  'flight-crew': 14,
  duties: 16,
} as const
/** Columns of a file that is imported, many times as many as any kind of record has. */
export const MAX_IMPORT_COLUMNS = 200
/** Records that one import adds with all its parts, so that an undo has an end. */
export const MAX_IMPORT_ADDITIONS = 10_000
/**
 * Imports in the console of one operator in an hour, dry runs, the parts of a long file and undos included: a file of
 * 10,000 lines that is checked and written takes 80 of them.
 */
export const MAX_IMPORTS_PER_HOUR = 300
/** How long an import can be undone. */
export const IMPORT_UNDO_SECONDS = 24 * 3600

/** An export that administrators ask for (ADR 177): how often, how long its files are there, and how large they may be. */
export const EXPORT_SECONDS = 24 * 3600
export const MAX_EXPORT_BYTES = 512 * 1024 * 1024
export const EXPORT_PART_BYTES = 256 * 1024
export const MAX_EXPORT_DOWNLOADS_PER_DAY = 100
/** How long one file may take to be fetched. */
export const MAX_EXPORT_TRANSFER_SECONDS = 3600
/** At once, of one operator in one process. */
export const MAX_OPEN_EXPORT_DOWNLOADS = 4

/** How long delivery of a security notice is retried. */
export const SECURITY_NOTICE_SECONDS = 7 * 24 * 3600

/** The console's forms have the same limit (`console/src/api-keys/label.ts`). */
export const MAX_KEY_LABEL_CHARACTERS = 100

/** Entries that one person adds to a logbook: a life of flying, one by one. */
export const MAX_OWN_LOGBOOK_ENTRIES = 20_000

/** How long the logbook of a removed user is kept for them, and its link works (ADR 209). */
export const KEPT_LOGBOOK_SECONDS = 30 * 24 * 3600

/** Records of one tenant, rows of lists included; the host can raise it for a tenant. */
export const MAX_RECORDS_PER_TENANT = 2_000_000

export const IDEMPOTENCY_TTL_SECONDS = 24 * 3600
/** Changes that a tenant's feed keeps; older cursors expire before their 30 days. */
export const MAX_CHANGES_KEPT = 2_000_000
export const CHANGE_CURSOR_TTL_SECONDS = 30 * 24 * 3600

/** How long a request may wait for changes, and how many may at once (events §1). */
export const MAX_WAIT_SECONDS = 25
/** A request that waited is run again: a look at the feed is paid once, whatever stands beside it twice. */
export const LOOK_AT_FEED_COST = 10
export const MAX_WAITS_PER_PRINCIPAL = 5
export const MAX_WAITS_PER_OPERATOR = 100
export const MAX_WAITS_PER_PROCESS = 1_000

/** Webhooks of one operator (events §2). */
export const MAX_WEBHOOKS = 10
/** How long a message is tried again, before its webhook is switched off. */
export const WEBHOOK_RETRY_SECONDS = 3 * 24 * 3600
export const WEBHOOK_SECRET_OVERLAP_SECONDS = 24 * 3600
export const WEBHOOK_LOG_SECONDS = 30 * 24 * 3600
/** Of the log of one webhook, of an application at each operator; up to a few hundred more until the oldest are removed. */
export const MAX_TRIES_KEPT = 20_000
/** How often a webhook may be sent again from a cursor in an hour; what each time sends is paid as it is sent (ADR 294). */
export const MAX_SENT_AGAIN_PER_HOUR = 10

/** How far the clocks of two processes may be apart without a token or a form being refused for it. */
export const MAX_CLOCK_DIFFERENCE_SECONDS = 60

/** How soon a revocation, suspension or role change made anywhere is honoured by every process. */
export const REVOCATION_REACH_MS = 1000

/** How long the request log keeps a request where the host did not choose otherwise: 30 days. */
export const REQUEST_KEPT_SECONDS = 30 * 24 * 3600

/** To confirm on a page of ours, and then again for the application to use it (data §10). */
export const CONFIRMATION_SECONDS = 15 * 60
/** Confirmations of one application or key that wait for an answer. */
export const MAX_WAITING_CONFIRMATIONS = 50
