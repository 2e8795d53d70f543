/**
 * What a principal may see of an operator's records: the row-level rules (access-model §7). Scopes say which kinds
 * of record; a view says which of them. Records outside the view read as if they did not exist.
 */
export type View =
  /**
   * `withoutPassengers`: it holds no passenger:read, so contacts of kind PASSENGER and documents that name passengers do
   * not exist for it (data §3.5, §9). `withoutCrew`: it holds no crew:read, so papers of crew members do not.
   * `documents`: which of the others it sees, where that is not all.
   */
  | {
      readonly of: 'operator'
      readonly withoutPassengers?: true
      readonly withoutCrew?: true
      readonly documents?: DocumentsSeen
      /** The application that looks, where it is none of the operator's people or keys. */
      readonly application?: string
    }
  /** A key limited to some aircraft. */
  | { readonly of: 'aircraft'; readonly aircraftIds: readonly string[]; readonly withoutPassengers?: true }
  /** A marketplace: the trips that it bought. */
  | { readonly of: 'buyer'; readonly buyer: string }
  /** A flight support application: what its provider was asked for. `withoutPassengers`: it holds no manifest:read. */
  | { readonly of: 'provider'; readonly provider: string; readonly withoutPassengers?: true }
  /** A personal application: its person's own records. */
  | { readonly of: 'person'; readonly userId: string }

/** The operator's own people and keys; everybody else sees it from outside. */
export const isInsideView = ({ of }: View): boolean => of === 'operator' || of === 'aircraft'

/** Sees every record of the operator: nothing can leave it. */
export const isWholeView = (view: View): boolean =>
  view.of === 'operator' && !view.withoutPassengers && !view.withoutCrew && !view.documents

/** The application whose view it is; null for the operator's people and keys, and for people's own applications. */
export const applicationOf = (view: View): string | null => {
  if (view.of === 'buyer') return view.buyer
  if (view.of === 'provider') return view.provider
  return view.of === 'operator' ? (view.application ?? null) : null
}

/** Which documents somebody sees who sees the whole operator otherwise (data §9). */
export type DocumentsSeen =
  /** What is for crew, of every crew. */
  | { readonly as: 'flight-deck' }
  /** What is for crew and concerns this person; and the documents of aircraft where they keep them. */
  | { readonly as: 'person'; readonly userId: string; readonly withAircraft: boolean }

/**
 * A viewer is a name under which the change feed files who saw a record before and after a change, so that what
 * enters a view reads as CREATED and what leaves it as DELETED, whenever the feed is read.
 */
export type Viewer = string

/** Every provider sees the whole fleet, though not the whole schedule. A marketplace sees the aircraft offered to it. */
export const FLEET_VIEWER: Viewer = 'fleet'
/** Everybody who reads contacts, passengers or not: sees those that are no passengers. */
export const OPEN_CONTACTS: Viewer = 'open contacts'

/** What a document is, as far as it decides who sees it. */
export interface DocumentTraits {
  readonly namesPassengers: boolean
  readonly isOfCrewMember: boolean
  readonly isForOthersThanCrew: boolean
}

const TRAITS = ['namesPassengers', 'isOfCrewMember', 'isForOthersThanCrew'] as const

/** Readers who see no document with any of these traits. */
const documentsWithout = (hidden: Partial<DocumentTraits>): Viewer =>
  `documents without ${TRAITS.filter((trait) => hidden[trait]).join(' ')}`

/** Every set of traits that somebody may not see. */
const HIDDEN_TRAITS: readonly Partial<DocumentTraits>[] = Array.from({ length: 2 ** TRAITS.length }, (_, bits) =>
  Object.fromEntries(TRAITS.map((trait, index) => [trait, (bits & (1 << index)) !== 0])),
).slice(1)

/** Under which names a document is filed for readers who do not see all of them. */
export const documentViewers = (document: DocumentTraits): Viewer[] =>
  HIDDEN_TRAITS.filter((hidden) => !TRAITS.some((trait) => hidden[trait] && document[trait])).map(documentsWithout)

/** Nothing is filed under it: which documents concern a person changes with crews, so their feed has none. */
const NO_DOCUMENTS: Viewer = 'no documents'
/** What names passengers on an aircraft's flights. */
export const passengersOnViewer = (aircraftId: string): Viewer => `passengers on ${aircraftId}`
export const aircraftViewer = (aircraftId: string): Viewer => `aircraft/${aircraftId}`
/** The applications of one person, for that person's own records. */
export const personViewer = (userId: string): Viewer => `person/${userId}`
export const buyerViewer = (buyer: string): Viewer => `buyer/${buyer}`
/** One flight support application, for whomever it acts. */
export const providerViewer = (clientId: string): Viewer => `provider/${clientId}`
/** Whoever acts for this contact now: read with the feed, so that it ends at once (threats row 277). */
export const contactViewer = (contactId: string): Viewer => `provider contact/${contactId}`

/** The same for documents that name passengers: of those who hold manifest:read. */
export const providerNamesViewer = (clientId: string): Viewer => `provider names/${clientId}`
export const contactNamesViewer = (contactId: string): Viewer => `provider contact names/${contactId}`

/** Under which names a view finds its changes; null where it sees them all. */
export const viewersOf = (view: View): readonly Viewer[] | null => {
  if (view.of === 'operator') return null
  if (view.of === 'aircraft') {
    const seen = view.aircraftIds.map(aircraftViewer)
    return view.withoutPassengers ? seen : [...seen, ...view.aircraftIds.map(passengersOnViewer)]
  }
  if (view.of === 'buyer') return [buyerViewer(view.buyer)]
  if (view.of !== 'provider') return []
  const seen = [FLEET_VIEWER, providerViewer(view.provider)]
  return view.withoutPassengers ? seen : [...seen, providerNamesViewer(view.provider)]
}

/** The viewer that says which documents a view of the whole operator sees; null where it sees them all. */
export const documentViewer = (view: View): Viewer | null => {
  if (view.of !== 'operator') return null
  if (view.documents?.as === 'person') return NO_DOCUMENTS
  const hidden = {
    namesPassengers: view.withoutPassengers === true,
    isOfCrewMember: view.withoutCrew === true,
    isForOthersThanCrew: view.documents !== undefined,
  }
  return TRAITS.some((trait) => hidden[trait]) ? documentsWithout(hidden) : null
}
