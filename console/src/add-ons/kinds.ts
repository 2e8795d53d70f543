/** The kinds of applications (access-model §8), as a person says them. */
const KINDS: Record<string, string> = {
  marketplace: 'Marketplace',
  'flight-support': 'Flight support',
  'electronic-flight-bag': 'Electronic flight bag',
  'safety-management': 'Safety management',
  'pilot-logbook': 'Pilot logbook',
  other: 'Other',
}

export const KIND_NAMES = Object.keys(KINDS)

export const kindInWords = (kind: string): string => KINDS[kind] ?? kind
