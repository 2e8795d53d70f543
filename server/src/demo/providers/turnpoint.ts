/** Turnpoint, whose owner's credentials the demo prints: a provider with an application in every mode. */
import type { PlannedApplication, PlannedProvider } from './plan.ts'
import { CAREFUL_USE, FAILING_USE, NARROW_USE, WASTEFUL_USE } from './uses.ts'

const MEASURED = ['At least 100 requests in 14 days', 'Under 2 % failed', 'Tokens reused', 'A refresh seen']
const SHOWN = ['Refuses a wrong state', 'Honours Retry-After', 'Demo held with a real operator’s case']

const OWN_SANDBOX = { operatorId: null, environment: 'sandbox' } as const
const NORTHSEA_SANDBOX = { operatorId: 'northsea', environment: 'sandbox' } as const

const OF_TURNPOINT = {
  kind: 'flight-support',
  isPersonal: false,
  phoneNumber: '+441252526000',
  scope: 'aircraft:read flight:read',
  use: CAREFUL_USE,
  usedUntilDaysAgo: null,
  connections: [],
  steps: [],
} as const

const IN_PRODUCTION: PlannedApplication = {
  ...OF_TURNPOINT,
  name: 'Turnpoint',
  description: 'Arranges the handling of every visit, and tells you when it stands.',
  redirectUri: 'https://app.turnpoint.example/airside/callback',
  registeredDaysAgo: 96.4,
  connections: [
    { ...OWN_SANDBOX, daysAgo: 95.2 },
    { operatorId: 'northsea', environment: 'production', daysAgo: 61.7 },
    { operatorId: 'liberty', environment: 'production', daysAgo: 44.3 },
  ],
  steps: [
    { step: 'ask', daysAgo: 76.2, firstTimeInDays: -73, attendees: 'Tom, Priya', note: 'A day at Farnborough.' },
    { step: 'schedule', daysAgo: 75.1, staff: 'lea', demoInDays: -72.9, note: 'Please bring a cancelled visit too.' },
    {
      step: 'decide',
      daysAgo: 72.8,
      staff: 'lea',
      isApproved: true,
      met: [...MEASURED, ...SHOWN],
      unmet: [],
      reason: 'All of it was shown, the cancelled visit included.',
    },
  ],
  endpoints: [
    {
      url: 'https://hooks.turnpoint.example/airside',
      description: 'Arrivals, all operators',
      environment: 'production',
      daysAgo: 38.6,
      isFailing: false,
    },
    {
      url: 'https://desk.turnpoint.example/events',
      description: 'Night desk',
      environment: 'production',
      daysAgo: 21.3,
      isFailing: true,
    },
  ],
}

const IN_TEST: PlannedApplication = {
  ...OF_TURNPOINT,
  name: 'Fuelboard',
  description: 'Fuel orders beside the schedule.',
  redirectUri: 'http://localhost:4000/airside/callback',
  registeredDaysAgo: 12.6,
  connections: [{ ...OWN_SANDBOX, daysAgo: 11.9 }],
  use: WASTEFUL_USE,
}

const ASKED_FOR: PlannedApplication = {
  ...OF_TURNPOINT,
  name: 'Stand Planner',
  description: 'Plans stands by arrival and size of aircraft.',
  redirectUri: 'https://stands.turnpoint.example/callback',
  registeredDaysAgo: 24.5,
  connections: [
    { ...OWN_SANDBOX, daysAgo: 23.8 },
    { ...NORTHSEA_SANDBOX, daysAgo: 15.4 },
  ],
  use: NARROW_USE,
  steps: [
    {
      step: 'ask',
      daysAgo: 2.1,
      firstTimeInDays: 4,
      attendees: 'Tom, Priya',
      note: 'We show how a late arrival moves the others.',
    },
    { step: 'answer', daysAgo: 1.8, staff: 'lea', text: 'aircraft:read is never used. Do you need it?' },
    { step: 'write', daysAgo: 1.4, text: 'From the next release on, for wing spans. It comes this week.' },
  ],
}

const SCHEDULED: PlannedApplication = {
  ...OF_TURNPOINT,
  name: 'Ramp Radio',
  kind: 'other',
  description: 'Reads times aloud to the crew on the ramp.',
  redirectUri: 'https://radio.turnpoint.example/callback',
  registeredDaysAgo: 30.2,
  connections: [{ ...OWN_SANDBOX, daysAgo: 29.5 }],
  steps: [
    { step: 'ask', daysAgo: 5.3, firstTimeInDays: 1.2, attendees: 'Priya', note: '' },
    {
      step: 'schedule',
      daysAgo: 4.2,
      staff: 'jonas',
      demoInDays: 1.2,
      note: 'Show what happens when a time is corrected.',
    },
  ],
}

const SENT_BACK: PlannedApplication = {
  ...OF_TURNPOINT,
  name: 'Crew Transfer',
  description: 'Cars for crews, on time for their flights.',
  redirectUri: 'https://cars.turnpoint.example/callback',
  registeredDaysAgo: 41.7,
  connections: [{ ...OWN_SANDBOX, daysAgo: 40.9 }],
  use: FAILING_USE,
  steps: [
    { step: 'ask', daysAgo: 13.4, firstTimeInDays: -9, attendees: 'Tom', note: 'Short and simple.' },
    { step: 'schedule', daysAgo: 12.2, staff: 'jonas', demoInDays: -8.6, note: 'Half an hour is enough.' },
    {
      step: 'decide',
      daysAgo: 8.5,
      staff: 'jonas',
      isApproved: false,
      met: ['At least 100 requests in 14 days', 'Tokens reused', 'Refuses a wrong state'],
      unmet: ['Under 2 % failed', 'Honours Retry-After'],
      reason:
        'One request in twelve asks for passengers, which flight support cannot have. Leave that out and ask again.',
    },
  ],
}

const SUSPENDED: PlannedApplication = {
  ...OF_TURNPOINT,
  name: 'Visit Export',
  kind: 'other',
  description: 'Visits of the week as a spreadsheet.',
  redirectUri: 'https://export.turnpoint.example/callback',
  registeredDaysAgo: 88.3,
  connections: [
    { ...OWN_SANDBOX, daysAgo: 87.6 },
    { operatorId: 'northsea', environment: 'production', daysAgo: 50.8 },
  ],
  usedUntilDaysAgo: 9.4,
  steps: [
    { step: 'ask', daysAgo: 70.3, firstTimeInDays: -66, attendees: 'Tom', note: '' },
    { step: 'schedule', daysAgo: 69.4, staff: 'lea', demoInDays: -66, note: 'See you then.' },
    {
      step: 'decide',
      daysAgo: 65.9,
      staff: 'lea',
      isApproved: true,
      met: [...MEASURED, ...SHOWN],
      unmet: [],
      reason: 'Fine.',
    },
    {
      step: 'suspend',
      daysAgo: 9.4,
      staff: 'lea',
      reason: 'Its client secret stood in a public repository. Make a new one, end the old one, and write to us.',
    },
  ],
}

export const TURNPOINT: PlannedProvider = {
  company: 'Turnpoint Ltd',
  contact: 'Turnpoint Ltd, Farnborough',
  website: 'https://turnpoint.example',
  signedUpDaysAgo: 97.2,
  owner: { name: 'Tom Shaw', email: 'tom@turnpoint.example' },
  members: [{ name: 'Priya Nair', email: 'priya@turnpoint.example' }],
  invited: [{ name: 'Nadia Petit', email: 'nadia@turnpoint.example' }],
  applications: [IN_PRODUCTION, SUSPENDED, SENT_BACK, SCHEDULED, ASKED_FOR, IN_TEST],
}
