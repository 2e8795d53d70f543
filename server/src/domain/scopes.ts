/**
 * The scope catalogue: every scope there is, what the consent page says of it, and which scopes a kind of
 * application may ask for at most. Consent texts, the gate, the schema's descriptions and the command line
 * all read this one table.
 */

/** `area` groups scopes on consent and key pages; `noun` completes "It will not be able to see / change …". */
interface ScopeEntry {
  readonly area: string
  readonly access: 'read' | 'write'
  readonly text: string
  readonly noun: string
}

const CATALOGUE = {
  'aircraft:read': {
    area: 'Fleet',
    access: 'read',
    text: 'See your fleet, seats, equipment and maintenance blocks',
    noun: 'fleet',
  },
  'aircraft:write': {
    area: 'Fleet',
    access: 'write',
    text: 'Change your fleet, seats, equipment and maintenance blocks',
    noun: 'fleet',
  },
  'availability:read': {
    area: 'Sales',
    access: 'read',
    text: 'See when and where aircraft are taken (no flight, passenger or crew), and published empty legs',
    noun: 'free aircraft',
  },
  'sales:read': { area: 'Sales', access: 'read', text: 'See charter requests and quotes', noun: 'sales' },
  'sales:write': {
    area: 'Sales',
    access: 'write',
    text: 'Create and answer charter requests and quotes, publish or hold empty legs',
    noun: 'sales',
  },
  'flight:read': { area: 'Flights', access: 'read', text: 'See trips and flights', noun: 'trips and flights' },
  'flight:write': {
    area: 'Flights',
    access: 'write',
    text: 'Create, change and cancel trips and flights',
    noun: 'trips and flights',
  },
  'movement:write': {
    area: 'Flights',
    access: 'write',
    text: 'Report off-block, take-off, landing and on-block times, and delays',
    noun: 'reported times',
  },
  'passenger:read': {
    area: 'Passengers',
    access: 'read',
    text: 'See passenger names and travel documents',
    noun: 'passengers',
  },
  'passenger:write': {
    area: 'Passengers',
    access: 'write',
    text: 'Change passenger names and travel documents',
    noun: 'passengers',
  },
  'manifest:read': {
    area: 'Passengers',
    access: 'read',
    text: 'See the names of crew and passengers on the visits it handles',
    noun: 'names on visits',
  },
  'service:read': {
    area: 'Flight support',
    access: 'read',
    text: 'See handling, fuel and permit requests',
    noun: 'handling requests',
  },
  'service:write': {
    area: 'Flight support',
    access: 'write',
    text: 'Create and answer handling, fuel and permit requests',
    noun: 'handling requests',
  },
  'document:read': {
    area: 'Documents',
    access: 'read',
    text: 'See documents of flights, aircraft and the company',
    noun: 'documents',
  },
  'document:write': {
    area: 'Documents',
    access: 'write',
    text: 'Add and change documents of flights, aircraft and the company',
    noun: 'documents',
  },
  'log:read': { area: 'Logs', access: 'read', text: 'See journey and technical logs', noun: 'logs' },
  'log:write': { area: 'Logs', access: 'write', text: 'Write journey and technical logs', noun: 'logs' },
  'crew:read': { area: 'Crew', access: 'read', text: 'See crew, duties and qualifications', noun: 'crew' },
  'crew:write': { area: 'Crew', access: 'write', text: 'Change crew, duties and qualifications', noun: 'crew' },
  'safety:read': { area: 'Safety', access: 'read', text: 'See safety reports', noun: 'safety reports' },
  'safety:write': {
    area: 'Safety',
    access: 'write',
    text: 'Create and process safety reports',
    noun: 'safety reports',
  },
  'safety:reporter:read': {
    area: 'Safety',
    access: 'read',
    text: 'See who reported, and the report as it was written',
    noun: 'who reported',
  },
  'contact:read': { area: 'Contacts', access: 'read', text: 'See contacts and users', noun: 'contacts' },
  'contact:write': { area: 'Contacts', access: 'write', text: 'Change contacts', noun: 'contacts' },
  'settings:read': {
    area: 'Company',
    access: 'read',
    text: 'See your company’s details and rules',
    noun: 'company details',
  },
  'settings:write': {
    area: 'Company',
    access: 'write',
    text: 'Change your company’s details and rules',
    noun: 'company details',
  },
  'own:profile': {
    area: 'Yourself',
    access: 'read',
    text: 'See your own name and qualifications',
    noun: 'your name and qualifications',
  },
  'own:roster': {
    area: 'Yourself',
    access: 'read',
    text: 'See your own duties and flights',
    noun: 'your duties and flights',
  },
  'own:logbook:read': { area: 'Yourself', access: 'read', text: 'See your own logbook', noun: 'your logbook' },
  'own:logbook:write': {
    area: 'Yourself',
    access: 'write',
    text: 'Add and change entries of your own logbook',
    noun: 'your logbook',
  },
  'own:safety': {
    area: 'Yourself',
    access: 'write',
    text: 'Send safety reports and follow your own',
    noun: 'your safety reports',
  },
  'api-key:read': { area: 'API keys', access: 'read', text: 'See API keys', noun: 'API keys' },
  'api-key:write': { area: 'API keys', access: 'write', text: 'Create, rotate and revoke API keys', noun: 'API keys' },
  'add-on:read': { area: 'Add-ons', access: 'read', text: 'See connected applications and their use', noun: 'add-ons' },
  'add-on:write': { area: 'Add-ons', access: 'write', text: 'Narrow and disconnect applications', noun: 'add-ons' },
  'user:read': { area: 'Users', access: 'read', text: 'See who can sign in, and how', noun: 'users' },
  'user:write': { area: 'Users', access: 'write', text: 'Invite and remove users, change their roles', noun: 'users' },
  'audit:read': { area: 'Audit log', access: 'read', text: 'See who did what', noun: 'audit log' },
  'account:read': { area: 'Account', access: 'read', text: 'See your own account', noun: 'account' },
  'account:write': { area: 'Account', access: 'write', text: 'Change your own account', noun: 'account' },
} as const satisfies Record<string, ScopeEntry>

export type Scope = keyof typeof CATALOGUE

export const SCOPES = Object.keys(CATALOGUE) as Scope[]

export const scopeEntry = (scope: Scope): ScopeEntry => CATALOGUE[scope]

export const isScope = (text: string): text is Scope => Object.hasOwn(CATALOGUE, text)

/**
 * The resources of the console itself are for people who are signed in; nobody can grant their scopes to an
 * application or a key (access-model §6).
 */
export const isGrantable = (scope: Scope): boolean => !/^(api-key|add-on|user|audit|account):/.test(scope)

/**
 * Known scopes that open nothing yet. A request may name them; nobody is given them, and nobody is shown them. The
 * schema is not built where this list says something else than its nodes.
 */
export const NOT_YET_USED: ReadonlySet<Scope> = new Set()

/** Offered on consent and key pages, in ceilings and metadata: it opens something, and somebody can grant it. */
export const isOffered = (scope: Scope): boolean => isGrantable(scope) && !NOT_YET_USED.has(scope)

export const isPersonalScope = (scope: Scope): boolean => scope.startsWith('own:')

/**
 * Who reported is for the safety office and an application of its kind: each reading names who read, which a key would
 * hide, and no decision of support widens it (data §11.2).
 */
export const isForOfficeAlone = (scope: Scope): boolean => scope === 'safety:reporter:read'

export const isForKeys = (scope: Scope): boolean =>
  isGrantable(scope) && !isPersonalScope(scope) && !isForOfficeAlone(scope)

/** What a key that is limited to some aircraft cannot carry: the limit could not be enforced there (access-model §6). */
export const isAircraftBound = (scope: Scope): boolean =>
  isGrantable(scope) && !/^(contact|crew|manifest|sales|safety|settings|own):/.test(scope)

export const APPLICATION_KINDS = [
  'marketplace',
  'flight-support',
  'electronic-flight-bag',
  'safety-management',
  'pilot-logbook',
  'other',
] as const

export type ApplicationKind = (typeof APPLICATION_KINDS)[number]

const matching = (...patterns: string[]): Scope[] =>
  SCOPES.filter((scope) =>
    patterns.some((pattern) => (pattern.endsWith('*') ? scope.startsWith(pattern.slice(0, -1)) : scope === pattern)),
  )

const KIND_CEILINGS: Record<ApplicationKind, readonly Scope[]> = {
  marketplace: matching('availability:read', 'sales:*', 'aircraft:read', 'flight:read', 'passenger:write'),
  'flight-support': matching(
    'service:*',
    'flight:read',
    'aircraft:read',
    'document:*',
    'manifest:read',
    'movement:write',
  ),
  'electronic-flight-bag': matching(
    'flight:read',
    'movement:write',
    'aircraft:read',
    'document:*',
    'log:*',
    'crew:read',
    'passenger:read',
  ),
  'safety-management': matching('safety:*', 'flight:read', 'aircraft:read', 'crew:read', 'log:read'),
  'pilot-logbook': matching('own:*'),
  other: SCOPES.filter((scope) => isGrantable(scope) && !/^(passenger|manifest|safety|own):/.test(scope)),
}

/** The most an application may ever hold: own:* alone where it is personal, else its kind's row (data §2). */
export const scopeCeiling = (kind: ApplicationKind, personal: boolean): readonly Scope[] =>
  personal ? KIND_CEILINGS['pilot-logbook'] : KIND_CEILINGS[kind]

/** A set of scopes as bits, so that the gate costs one AND per request. */
export type ScopeSet = bigint & { readonly __scopeSet: never }

const BIT = new Map<string, bigint>(SCOPES.map((scope, index) => [scope, 1n << BigInt(index)]))

export const scopeSet = (scopes: Iterable<string>): ScopeSet => {
  let bits = 0n
  for (const scope of scopes) bits |= BIT.get(scope) ?? 0n
  return bits as ScopeSet
}

export const NO_SCOPES = scopeSet([])

export const GRANTABLE_SCOPES = scopeSet(SCOPES.filter(isGrantable))

export const OFFERED_SCOPES = scopeSet(SCOPES.filter(isOffered))

export const scopesIn = (set: ScopeSet): Scope[] => SCOPES.filter((scope) => (set & (BIT.get(scope) as bigint)) !== 0n)

export const holdsAll = (held: ScopeSet, needed: ScopeSet): boolean => (needed & ~held) === 0n

export const without = (set: ScopeSet, removed: ScopeSet): ScopeSet => (set & ~removed) as ScopeSet

/** What two lists of scopes, as the store keeps them, have in common. */
export const commonScopes = (a: string, b: string): string => joinScopes(intersection(parseScopes(a), parseScopes(b)))

export const intersection = (a: ScopeSet, b: ScopeSet): ScopeSet => (a & b) as ScopeSet

export const union = (a: ScopeSet, b: ScopeSet): ScopeSet => (a | b) as ScopeSet

/** RFC 6749 §3.3: scopes are delimited by single spaces; order and repetition carry no meaning. */
export const splitScopes = (text: string): string[] => [...new Set(text.split(' ').filter((part) => part !== ''))]

const MAX_TEXTS = 1000

/** Every token says its scopes, and most say the same: each text is read, and each set spelled, once. */
const remembered = <K, V>(make: (key: K) => V): ((key: K) => V) => {
  const known = new Map<K, V>()
  return (key) => {
    const value = known.get(key)
    if (value !== undefined) return value
    const made = make(key)
    if (known.size >= MAX_TEXTS) known.clear()
    known.set(key, made)
    return made
  }
}

/** The set of a text as it stands in the store: what is no scope is not in it. */
export const parseScopes = remembered((text: string): ScopeSet => scopeSet(splitScopes(text)))

export const joinScopes = remembered((set: ScopeSet): string => scopesIn(set).join(' '))

const ceilingSet = remembered((kind: ApplicationKind): ScopeSet => scopeSet(KIND_CEILINGS[kind]))

export const scopeCeilingSet = (kind: ApplicationKind, personal: boolean): ScopeSet =>
  ceilingSet(personal ? 'pilot-logbook' : kind)
