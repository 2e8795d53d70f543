/** Kinds of records, as the change feed names them, in words. */
const KINDS: Record<string, string> = {
  AIRCRAFT: 'Aircraft',
  FLIGHT: 'Flights',
  TRIP: 'Trips',
  CHARTER_REQUEST: 'Charter requests',
  QUOTE: 'Quotes',
  EMPTY_LEG: 'Empty legs',
  SERVICE_REQUEST: 'Handling, fuel and permit requests',
  VISIT: 'Visits',
  DOCUMENT: 'Documents',
  FLIGHT_PLAN: 'Flight plans',
  JOURNEY_LOG: 'Journey logs',
  TECH_LOG_ENTRY: 'Technical log entries',
  CREW_MEMBER: 'Crew',
  DUTY: 'Duties',
  SAFETY_REPORT: 'Safety reports',
  CONTACT: 'Contacts',
  LOGBOOK_ENTRY: 'Logbook entries',
  PASSENGER: 'Passengers',
  USER: 'Users',
}

const spelled = (kind: string): string => {
  const words = kind.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const recordKindInWords = (kind: string): string => KINDS[kind] ?? spelled(kind)
