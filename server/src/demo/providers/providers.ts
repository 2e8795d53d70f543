/** Providers with one application each: their cases fill the queue of support with every kind of work and every age. */
import type { PlannedApplication, PlannedPerson, PlannedProvider, PlannedStaff } from './plan.ts'
import { TURNPOINT } from './turnpoint.ts'
import { CAREFUL_USE, LOGBOOK_USE, ROSTER_USE, WASTEFUL_USE } from './uses.ts'

export const PLANNED_STAFF: Readonly<Record<PlannedStaff, PlannedPerson>> = {
  lea: { name: 'Lea Marti', email: 'lea@support.example' },
  jonas: { name: 'Jonas Frey', email: 'jonas@support.example' },
}
export const STAFF_JOINED_DAYS_AGO = 118.4

const NORTHSEA_SANDBOX = { operatorId: 'northsea', environment: 'sandbox' } as const

type OneCase = Omit<PlannedProvider, 'members' | 'invited' | 'applications'> & {
  readonly application: Omit<PlannedApplication, 'usedUntilDaysAgo'>
}

const withOneCase = ({ application, ...provider }: OneCase): PlannedProvider => ({
  ...provider,
  members: [],
  invited: [],
  applications: [{ ...application, usedUntilDaysAgo: null }],
})

const DEMO_HELD = withOneCase({
  company: 'Rosterwise AG',
  contact: 'Rosterwise AG, Bern',
  website: 'https://rosterwise.example',
  signedUpDaysAgo: 58.2,
  owner: { name: 'Nils Aebi', email: 'nils@rosterwise.example' },
  application: {
    name: 'Rosterwise',
    kind: 'other',
    isPersonal: false,
    description: 'Rosters that crews accept.',
    redirectUri: 'https://rosterwise.example/callback',
    phoneNumber: '+41313124500',
    scope: 'crew:read flight:read',
    registeredDaysAgo: 57.9,
    connections: [{ ...NORTHSEA_SANDBOX, daysAgo: 34.6 }],
    use: ROSTER_USE,
    steps: [
      { step: 'ask', daysAgo: 12.8, firstTimeInDays: -7, attendees: 'Nils', note: 'A month of rosters.' },
      { step: 'schedule', daysAgo: 11.3, staff: 'jonas', demoInDays: -6.2, note: 'Show a refused swap as well.' },
    ],
  },
})

const PHONE_LOST = withOneCase({
  company: 'Tankerly BV',
  contact: 'Tankerly BV, Rotterdam',
  website: 'https://tankerly.example',
  signedUpDaysAgo: 39.1,
  owner: { name: 'Joost Bakker', email: 'joost@tankerly.example' },
  application: {
    name: 'Tankerly',
    kind: 'flight-support',
    isPersonal: false,
    description: 'Where to tanker fuel, and where not.',
    redirectUri: 'https://tankerly.example/oauth/callback',
    phoneNumber: '+31104130021',
    scope: 'aircraft:read flight:read',
    registeredDaysAgo: 38.8,
    connections: [{ ...NORTHSEA_SANDBOX, daysAgo: 20.4 }],
    use: CAREFUL_USE,
    steps: [
      {
        step: 'lose-phone',
        daysAgo: 3.2,
        phoneNumber: '+31104130022',
        note: 'The phone was stolen. Please call our office on the number of the website.',
      },
    ],
  },
})

const ON_HOLD = withOneCase({
  company: 'Loglite Oy',
  contact: 'Loglite Oy, Helsinki',
  website: 'https://loglite.example',
  signedUpDaysAgo: 33.5,
  owner: { name: 'Aino Virta', email: 'aino@loglite.example' },
  application: {
    name: 'Loglite',
    kind: 'pilot-logbook',
    isPersonal: true,
    description: 'A logbook that fills itself.',
    redirectUri: 'https://loglite.example/callback',
    phoneNumber: '+358942410100',
    scope: 'own:profile own:roster',
    registeredDaysAgo: 33.1,
    connections: [{ ...NORTHSEA_SANDBOX, daysAgo: 18.3 }],
    use: LOGBOOK_USE,
    steps: [
      { step: 'ask', daysAgo: 6.4, firstTimeInDays: 0.5, attendees: 'Aino', note: '' },
      { step: 'schedule', daysAgo: 5.5, staff: 'lea', demoInDays: 0.5, note: 'See you then.' },
      { step: 'hold', daysAgo: 1.3, staff: 'lea', reason: 'One question before the demo.' },
      {
        step: 'answer',
        daysAgo: 1.2,
        staff: 'lea',
        text: 'Why does it ask for safety reports, which it may not have?',
      },
    ],
  },
})

const FRESH = withOneCase({
  company: 'NordQuote AB',
  contact: 'NordQuote AB, Malmö',
  website: 'https://nordquote.example',
  signedUpDaysAgo: 9.3,
  owner: { name: 'Maja Lind', email: 'maja@nordquote.example' },
  application: {
    name: 'NordQuote',
    kind: 'marketplace',
    isPersonal: false,
    description: 'Quotes for charter in the north.',
    redirectUri: 'https://nordquote.example/airside',
    phoneNumber: '+46406023000',
    scope: 'aircraft:read flight:read',
    registeredDaysAgo: 8.8,
    connections: [{ ...NORTHSEA_SANDBOX, daysAgo: 5.6 }],
    use: WASTEFUL_USE,
    steps: [{ step: 'ask', daysAgo: 0.13, firstTimeInDays: 5, attendees: 'Maja, Elin', note: 'We are new here.' }],
  },
})

/** The demo prints the credentials of the first one's owner. */
export const PLANNED_PROVIDERS: readonly [PlannedProvider, ...PlannedProvider[]] = [
  TURNPOINT,
  DEMO_HELD,
  PHONE_LOST,
  ON_HOLD,
  FRESH,
]
