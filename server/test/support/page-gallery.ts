/** Every page in every variant, with made-up users and applications, for tests and screenshots. */

import { type DemoCallbackView, demoCallbackPage } from '../../src/demo/show/demo-callback-page.ts'
import { type LandingView, landingPage } from '../../src/demo/show/landing-page.ts'
import { beyondKind } from '../../src/domain/oauth/beyond-kind.ts'
import { summarizeConsent } from '../../src/domain/oauth/consent-summary.ts'
import type { Paper } from '../../src/domain/operations/logs/paper.ts'
import { isGrantable, isPersonalScope, SCOPES, type Scope } from '../../src/domain/scopes.ts'
import { errorPage, type Problem } from '../../src/pages/error-page.ts'
import { type AccountView, accountPage } from '../../src/pages/identity/account.ts'
import { type ForgottenView, forgottenPage } from '../../src/pages/identity/forgotten.ts'
import { handOverPage } from '../../src/pages/identity/hand-over.ts'
import { recoveryCodesPage } from '../../src/pages/identity/recovery-codes.ts'
import { type ResetView, resetOverPage, resetPage } from '../../src/pages/identity/reset.ts'
import { secondStepPage } from '../../src/pages/identity/second-step.ts'
import { type SetUpView, setUpPage } from '../../src/pages/identity/set-up.ts'
import { type SignInView, signInPage } from '../../src/pages/identity/sign-in.ts'
import type { PagePlace } from '../../src/pages/layout.ts'
import { keptLogbookPage } from '../../src/pages/logbook/kept-logbook.ts'
import {
  type ConfirmOutcomeView,
  type ConfirmView,
  confirmOutcomePage,
  confirmPage,
} from '../../src/pages/logs/confirm.ts'
import type { ApplicationView } from '../../src/pages/oauth/application.ts'
import { askAdministratorPage } from '../../src/pages/oauth/ask-administrator.ts'
import { type ConsentView, consentPage } from '../../src/pages/oauth/consent.ts'
import { type WhichOperatorView, whichOperatorPage } from '../../src/pages/oauth/which-operator.ts'
import type { PageConduct } from '../../src/pages/security-headers.ts'

export interface GalleryPage {
  readonly name: string
  readonly conduct: PageConduct
  readonly markup: string
  readonly isScripted: boolean
}

const AT_MS = Date.UTC(2026, 10, 12, 9, 41, 7)
const DAY_MS = 86_400_000

const PRODUCTION: PagePlace = {
  operatorName: 'Alpine Jet',
  host: 'alpine.localhost:8080',
  environment: 'production',
}
const SANDBOX: PagePlace = { ...PRODUCTION, host: 'alpine.sandbox.localhost:8080', environment: 'sandbox' }

export const SKYLOG: ApplicationView = {
  name: 'Skylog',
  providerName: 'Skylog GmbH, Zürich',
  website: 'https://skylog.example',
  kind: 'electronic-flight-bag',
  personal: false,
  productionSinceMs: null,
  logo: '/assets/mark.svg',
}
const PILOT_BOOK: ApplicationView = {
  ...SKYLOG,
  name: 'Pilot Book',
  providerName: 'Ana Costa',
  website: 'https://pilotbook.example/about',
  kind: 'pilot-logbook',
  personal: true,
  productionSinceMs: AT_MS - 9 * DAY_MS,
  logo: null,
}
const ANNA = { name: 'Anna Keller', email: 'anna@alpine.example', role: 'administrator' }
const MARC = { name: 'Marc Weber', email: 'marc@alpine.example', role: 'pilot' }

const NOT_YOU = { action: '/sign-out/', fields: { request: 'cr_4TqR8mVx' } }

export const FIRST_SCOPES: readonly Scope[] = [
  'flight:read',
  'aircraft:read',
  'crew:read',
  'document:read',
  'movement:write',
  'log:write',
]
const SECOND_SCOPES: readonly Scope[] = [
  'flight:read',
  'aircraft:read',
  'document:read',
  'document:write',
  'movement:write',
  'log:write',
  'passenger:read',
]

export const CONSENT: ConsentView = {
  place: SANDBOX,
  application: SKYLOG,
  person: ANNA,
  summary: summarizeConsent(FIRST_SCOPES, null, false),
  earlier: null,
  redirectUri: 'https://app.skylog.example/airside/callback',
  endAccessHref: '/add-ons/',
  action: '/oauth2/code/authorize/',
  request: 'cr_4TqR8mVx',
  beyondKind: null,
  choices: null,
  isChoiceMissing: false,
  changed: null,
  seen: '',
  proof: null,
  notYou: NOT_YOU,
}
const CONSENT_PROOF = {
  asksCode: false,
  passkey: { options: '/sign-in/passkey/options/', action: '/sign-in/passkey/' },
  problem: null,
}
const IN_PRODUCTION = {
  ...CONSENT,
  place: PRODUCTION,
  application: { ...SKYLOG, productionSinceMs: AT_MS - 9 * DAY_MS },
}
const FOR_PROVIDERS: ConsentView = {
  ...IN_PRODUCTION,
  application: { ...IN_PRODUCTION.application, name: 'Rampline', kind: 'flight-support' },
  summary: summarizeConsent(['service:read', 'service:write', 'manifest:read', 'movement:write'], null, false),
  choices: {
    of: 'providers',
    list: [
      { id: 'con_1', name: 'Jet Aviation', detail: 'Handler · Zürich LSZH · ops@jet.example', isChosen: true },
      { id: 'con_2', name: 'Rampline Genève', detail: 'Handler', isChosen: false },
      { id: 'con_3', name: 'Alpenfuel', detail: 'Supplier', isChosen: false },
    ],
    total: 41,
    isMore: false,
    kept: 0,
    search: 'gen',
    found: 2,
  },
}
const FOR_AIRCRAFT: ConsentView = {
  ...IN_PRODUCTION,
  application: { ...IN_PRODUCTION.application, name: 'JetMatch', kind: 'marketplace' },
  summary: summarizeConsent(['availability:read', 'sales:read', 'sales:write'], null, false),
  choices: {
    of: 'aircraft',
    list: [
      { id: 'acf_1', name: 'HB-JAA Cessna Citation Latitude', detail: '9 seats, Zürich LSZH', isChosen: true },
      { id: 'acf_2', name: 'HB-JAB Pilatus PC-24', detail: '8 seats, Geneva LSGG', isChosen: false },
    ],
    total: 2,
    isMore: false,
    kept: 0,
    search: '',
    found: 2,
  },
}
const NOTHING_TO_CHOOSE = { list: [], total: 0, isMore: false, kept: 0, search: '', found: 0 }
const BEYOND: readonly Scope[] = ['passenger:read', 'passenger:write', 'manifest:read']
const EARLIER = { byName: null, atMs: AT_MS - 9 * DAY_MS }
const EVERYTHING = SCOPES.filter((scope) => isGrantable(scope) && !isPersonalScope(scope))
const OWN = SCOPES.filter(isPersonalScope)

/** What a stranger could register (threats row 27): every field tries to be more than text. */
const ATTACK =
  '"><script>globalThis.attacked = true</script><img src=x onerror="globalThis.attacked = true"><svg onload=alert(1)>'
const HOSTILE: ApplicationView = {
  ...SKYLOG,
  name: `Sky\u202elog ${ATTACK}`,
  providerName: `'${ATTACK}`,
  website: 'javascript:globalThis.attacked=true',
  logo: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.attacked=true"/>',
}

const CONSENTS: Record<string, ConsentView> = {
  'consent-first': CONSENT,
  'consent-production': IN_PRODUCTION,
  'consent-second': {
    ...IN_PRODUCTION,
    earlier: EARLIER,
    summary: summarizeConsent(SECOND_SCOPES, FIRST_SCOPES, false),
  },
  'consent-unchanged': {
    ...IN_PRODUCTION,
    earlier: { ...EARLIER, byName: 'Beat Huber' },
    summary: summarizeConsent(FIRST_SCOPES, FIRST_SCOPES, false),
  },
  'consent-beyond-kind': {
    ...IN_PRODUCTION,
    application: { ...IN_PRODUCTION.application, name: 'Vektor Ops', kind: 'other' },
    summary: summarizeConsent(['flight:read', 'flight:write', ...BEYOND], null, false),
    beyondKind: beyondKind(BEYOND, AT_MS + 60 * DAY_MS),
  },
  'consent-providers': FOR_PROVIDERS,
  'consent-changed': { ...FOR_PROVIDERS, changed: ['its name', 'what it is allowed already'] },
  'consent-provider-missing': { ...FOR_PROVIDERS, isChoiceMissing: true },
  'consent-without-providers': { ...FOR_PROVIDERS, choices: { of: 'providers', ...NOTHING_TO_CHOOSE } },
  'consent-aircraft': FOR_AIRCRAFT,
  'consent-aircraft-missing': { ...FOR_AIRCRAFT, isChoiceMissing: true },
  'consent-without-aircraft': { ...FOR_AIRCRAFT, choices: { of: 'aircraft', ...NOTHING_TO_CHOOSE } },
  'consent-everything': { ...CONSENT, summary: summarizeConsent(EVERYTHING, null, false) },
  'consent-one-scope': { ...CONSENT, summary: summarizeConsent(['availability:read'], null, false) },
  'consent-personal': {
    ...CONSENT,
    place: PRODUCTION,
    application: PILOT_BOOK,
    person: MARC,
    summary: summarizeConsent(['own:profile', 'own:logbook:read', 'own:logbook:write'], null, true),
    redirectUri: 'http://127.0.0.1:5010/callback?from=airside',
    endAccessHref: '/account/',
  },
  'consent-personal-second': {
    ...CONSENT,
    application: PILOT_BOOK,
    person: MARC,
    earlier: EARLIER,
    summary: summarizeConsent(OWN, ['own:profile', 'own:logbook:read'], true),
    endAccessHref: '/account/',
  },
  'consent-hostile': { ...CONSENT, application: HOSTILE, person: { ...ANNA, name: ATTACK }, request: ATTACK },
  'consent-long-names': {
    ...CONSENT,
    place: { ...SANDBOX, operatorName: 'Donaudampfschifffahrtselektrizitätengesellschaft Luftfahrt' },
    application: { ...SKYLOG, name: 'Luftfahrzeuginstandhaltungsverwaltung Professional', logo: null },
    redirectUri: `https://a-very-long-subdomain-of-an-application.customers.skylog.example/airside/${'callback'.repeat(12)}?tenant=alpine`,
  },
}

export const SIGN_IN: SignInView = {
  place: PRODUCTION,
  application: SKYLOG,
  state: { kind: 'first' },
  email: '',
  form: { action: '/sign-in/', fields: { next: 'si_8f2k' } },
  passkey: { options: '/sign-in/passkey/options/', action: '/sign-in/passkey/' },
  forgottenHref: '/forgotten/',
  signUpHref: null,
  landingUrl: 'http://localhost:8080/',
}
const THROTTLED = { kind: 'throttled', waitSeconds: 48, untilMs: AT_MS + 53_000, isAmongMany: false } as const

const PASSKEYS: AccountView['passkeys'] = {
  list: [
    {
      passkeyId: 'pky_1',
      name: 'Chrome on Windows',
      isBackedUp: false,
      addedAtMs: AT_MS - 9 * DAY_MS,
      lastUsedAtMs: null,
    },
    {
      passkeyId: 'pky_2',
      name: ATTACK.slice(0, 60),
      isBackedUp: true,
      addedAtMs: AT_MS - 40 * DAY_MS,
      lastUsedAtMs: AT_MS,
    },
  ],
  optionsPath: '/account/passkey/options/',
  maxNameCharacters: 60,
}

const SIGN_INS: Record<string, SignInView> = {
  'sign-in-first': SIGN_IN,
  'sign-in-sandbox': { ...SIGN_IN, place: SANDBOX, application: null },
  'sign-in-wrong': { ...SIGN_IN, state: { kind: 'wrong' }, email: 'anna@alpine.example' },
  'sign-in-throttled': { ...SIGN_IN, state: THROTTLED, email: 'anna@alpine.example' },
  'sign-in-throttled-among-many': { ...SIGN_IN, state: { ...THROTTLED, isAmongMany: true } },
  'sign-in-expired': { ...SIGN_IN, state: { kind: 'expired' } },
  'sign-in-wrong-passkey': { ...SIGN_IN, state: { kind: 'wrong-passkey' } },
  'sign-in-stale-passkey': { ...SIGN_IN, state: { kind: 'stale-passkey' } },
  'sign-in-passkey-needed': { ...SIGN_IN, state: { kind: 'passkey-needed' } },
  'sign-in-stale': { ...SIGN_IN, state: { kind: 'stale-form', onward: null } },
  'sign-in-twice': { ...SIGN_IN, state: { kind: 'stale-form', onward: '/console/' } },
}

const SECOND_STEP = {
  place: PRODUCTION,
  email: 'anna@alpine.example',
  form: { action: '/sign-in/code/', fields: { next: 'si_8f2k' } },
  backHref: '/sign-in/',
  otherHref: '/sign-in/recovery/',
  asksFor: 'authenticator',
} as const

const PROBLEMS: Problem[] = [
  { kind: 'unknown-client' },
  { kind: 'wrong-redirect', askedFor: 'https://app.skylog.example/cb' },
  { kind: 'not-in-production', applicationName: 'Skylog' },
  { kind: 'suspended', applicationName: 'Skylog' },
  { kind: 'suspended-here', applicationName: 'Skylog' },
  { kind: 'stale-form' },
  { kind: 'unreadable-form' },
  { kind: 'long-query', kilobytes: 32, parameters: 64 },
  { kind: 'forbidden' },
  { kind: 'for-administrators' },
  { kind: 'not-your-sandbox' },
  { kind: 'hand-over-over' },
  { kind: 'no-account-there' },
  { kind: 'not-found' },
  {
    kind: 'unknown-operator',
    operatorId: 'alpin',
    meant: { href: 'https://alpine.airside.example/', host: 'alpine.airside.example' },
    visited: [{ href: 'https://northsea.sandbox.airside.example/', host: 'northsea.sandbox.airside.example' }],
  },
  {
    kind: 'operator-suspended',
    name: 'Alpine Jet',
    since: AT_MS,
    contact: 'support@airside.example',
    reason: 'Two invoices are open.',
  },
  { kind: 'unknown-address' },
  { kind: 'unknown-path', path: '/console', meant: '/console/' },
  { kind: 'sandbox-suspended', operatorId: 'vektor-dev' },
  { kind: 'wrong-method' },
  { kind: 'broken' },
  { kind: 'too-many', retryAfterSeconds: 12 },
  { kind: 'unavailable', retryAfterSeconds: 5 },
  { kind: 'outcome-unknown' },
]

const problemPage = (problem: Problem): string =>
  errorPage({
    place: problem.kind === 'not-found' ? null : PRODUCTION,
    host: PRODUCTION.host,
    problem,
    developer: { code: 'invalid_request', requestId: 'req_7Hq2mVx04T', atMs: AT_MS },
    home: problem.kind === 'not-found' ? null : { label: 'Go to Alpine Jet', href: '/' },
  })

const ACCOUNT: AccountView = {
  place: PRODUCTION,
  person: MARC,
  notice: null,
  grants: [
    {
      grantId: 'gr_1',
      application: PILOT_BOOK,
      scopes: ['own:profile', 'own:logbook:read', 'own:logbook:write'],
      grantedAtMs: AT_MS - 40 * DAY_MS,
      lastUsedAtMs: AT_MS - 3_600_000,
    },
    {
      grantId: 'gr_2',
      application: { name: 'Safe Sky', logo: '/assets/mark.svg' },
      scopes: ['own:safety'],
      grantedAtMs: AT_MS - DAY_MS,
      lastUsedAtMs: null,
    },
  ],
  sessions: [
    {
      sessionId: 'se_1',
      device: 'Firefox on Linux',
      ipAddress: '192.0.2.17',
      startedAtMs: AT_MS - 3_600_000,
      lastSeenAtMs: AT_MS,
      current: true,
    },
    {
      sessionId: 'se_2',
      device: 'Safari on iPhone',
      ipAddress: '2001:db8:85a3::8a2e:370:7334',
      startedAtMs: AT_MS - 3 * DAY_MS,
      lastSeenAtMs: AT_MS - DAY_MS,
      current: false,
    },
  ],
  secondStep: { kind: 'off' },
  isPasswordAsked: true,
  passkeys: { ...PASSKEYS, list: [] },
  minPasswordCharacters: 12,
  action: '/account/',
}
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const OTPAUTH = `otpauth://totp/Airside%20Alpine%20Jet:marc%40alpine.example?secret=${SECRET}&issuer=Airside%20Alpine%20Jet`

const ACCOUNTS: Record<string, AccountView> = {
  'account-off': ACCOUNT,
  'account-off-long-signed-in': { ...ACCOUNT, isPasswordAsked: true },
  'account-enrolling': {
    ...ACCOUNT,
    secondStep: { kind: 'enrolling', secret: SECRET, otpauthUri: OTPAUTH },
    notice: { tone: 'failed', text: 'The code was wrong. Take the one shown now.' },
  },
  'account-on': {
    ...ACCOUNT,
    place: SANDBOX,
    secondStep: { kind: 'on', sinceMs: AT_MS - 30 * DAY_MS, recoveryCodesLeft: 7 },
    isPasswordAsked: true,
    passkeys: PASSKEYS,
    notice: { tone: 'good', text: 'The access of Safe Sky has ended.' },
    grants: [],
  },
}

const RECOVERY_CODE = { ...SECOND_STEP, otherHref: '/sign-in/second-step/', asksFor: 'recovery-code' } as const
const FORGOTTEN_FIRST: ForgottenView = {
  place: PRODUCTION,
  state: { kind: 'first' },
  email: '',
  form: { action: '/forgotten/', fields: { form: 'ticket' } },
  signInHref: '/sign-in/',
}
const FORGOTTEN: Record<string, ForgottenView> = {
  'forgotten-first': FORGOTTEN_FIRST,
  'forgotten-no-mail': { ...FORGOTTEN_FIRST, place: SANDBOX, state: { kind: 'no-mail' } },
  'forgotten-sent': {
    ...FORGOTTEN_FIRST,
    email: ATTACK,
    state: { kind: 'sent', sentAtMs: AT_MS, untilMs: AT_MS + 1_800_000, demo: null },
  },
  'forgotten-demo': {
    ...FORGOTTEN_FIRST,
    email: 'anna@alpine.example',
    state: {
      kind: 'sent',
      sentAtMs: AT_MS,
      untilMs: AT_MS + 1_800_000,
      demo: { link: 'https://alpine.airside.example/reset/?reset=rst_1#code' },
    },
  },
}
const RESET: ResetView = {
  place: PRODUCTION,
  email: 'anna@alpine.example',
  problem: null,
  code: '',
  minPasswordCharacters: 10,
  form: { action: '/reset/', fields: { reset: 'rst_1' } },
}
const RECOVERY_CODES = {
  place: PRODUCTION,
  email: 'anna@alpine.example',
  codes: [
    '7QKD-M2XR',
    'H4VN-9TCB',
    'W8FZ-3LPJ',
    'C6YS-K5GD',
    'R2NX-7BQH',
    'T9LM-4WVF',
    'J3PC-8ZKS',
    'D5GR-6NYT',
    'A2BC-D3EF',
    'K7LM-N8PQ',
  ],
  onward: '/console/',
}
const SET_UP: SetUpView = {
  place: PRODUCTION,
  email: 'anna@alpine.example',
  notice: null,
  setting: { kind: 'off' },
  isPasswordAsked: false,
  passkeys: { ...PASSKEYS, list: [] },
  action: '/sign-in/set-up/',
}
const SET_UPS: Record<string, SetUpView> = {
  'set-up-first': SET_UP,
  'set-up-enrolling': {
    ...SET_UP,
    place: SANDBOX,
    isPasswordAsked: true,
    setting: { kind: 'enrolling', secret: SECRET, otpauthUri: OTPAUTH },
    notice: { tone: 'failed', text: 'The code is wrong: wait for the next one and enter it' },
  },
}

const RETURNED = [
  { name: 'code', value: 'air_live_ac_Q3ZpLr9XbT0vKe2HsYm8NcUf5JgA1oRiB4Gk7w' },
  { name: 'state', value: 'demo-5f0c8e21' },
  { name: 'iss', value: 'http://alpine.localhost:8080' },
]
const CALLBACK: DemoCallbackView = {
  host: 'localhost:8080',
  application: { name: 'Skylog', logo: '/assets/mark.svg' },
  operatorName: 'Alpine Jet',
  environment: 'production',
  returned: RETURNED,
  stateMatches: true,
  exchange: null,
  query: null,
  later: null,
  isRevoked: false,
  notice: null,
  form: { action: '/demo/callback/', fields: { walk: 'dw_71' } },
  actions: ['exchange'],
  consoleHref: 'http://alpine.localhost:8080/console/',
  againHref: '/demo/start/',
}
const TOKENS = JSON.stringify(
  {
    token_type: 'Bearer',
    expires_in: 1800,
    access_token: 'air_live_at_Zb8qWm2XcT7vKe4HsYp6NdUf9JgB3oRiC1Gk5yQ0',
    refresh_token: 'air_live_rt_Lr4QtN8bVx2ZpKe7HsYm5McUf1JgA9oRiD6Gk3wS',
    scope: 'aircraft:read flight:read',
  },
  null,
  2,
)
const CONNECTED: DemoCallbackView = {
  ...CALLBACK,
  exchange: {
    request: 'POST http://alpine.localhost:8080/oauth2/code/token/',
    sent: [
      { name: 'grant_type', value: 'authorization_code' },
      { name: 'code', value: 'air_live_ac_Q3Zp…7w' },
    ],
    status: 200,
    answer: TOKENS,
  },
  query: {
    request: 'POST http://alpine.localhost:8080/api/graphql/',
    sent: [{ name: 'query', value: '{ aircraftTypeList(wildcard: "B738") { acftTypeId iCAO } }' }],
    status: 200,
    answer: '{"data":{"aircraftTypeList":[{"acftTypeId":"boeing-737-800","iCAO":"B738"}]}}',
  },
  actions: ['query', 'refresh', 'revoke'],
}

const CALLBACKS: Record<string, DemoCallbackView> = {
  'callback-code': CALLBACK,
  'callback-connected': CONNECTED,
  'callback-revoked': {
    ...CONNECTED,
    environment: 'sandbox',
    later: {
      request: 'POST http://alpine.localhost:8080/oauth2/revoke/',
      sent: [{ name: 'token', value: 'air_live_rt_Lr4Q…wS' }],
      status: 200,
      answer: '',
    },
    isRevoked: true,
    notice: { tone: 'good', text: 'Revoked: the access tokens answer 401 from now on.' },
    form: null,
    actions: [],
  },
  'callback-denied': {
    ...CALLBACK,
    returned: [
      { name: 'error', value: 'access_denied' },
      { name: 'error_description', value: 'The user did not allow the access' },
      { name: 'state', value: 'demo-5f0c8e21' },
    ],
    form: null,
    actions: [],
  },
}

const landingDoors = (isDemo: boolean): LandingView['doors'] =>
  (['tower', 'code', 'inbox', 'terminal'] as const).map((icon, at) => ({
    icon,
    title: ['Operator', 'Developer', 'Support', 'Explorer'][at] ?? '',
    text: 'See what is connected, what it touches, and end it.',
    href: isDemo ? 'http://alpine.localhost:8080/' : null,
    facts: isDemo
      ? [
          { label: 'Address', value: 'alpine.localhost:8080' },
          { label: 'Sign in', value: 'anna@alpine.example', isCopied: true },
          { label: 'Password', value: 'k7Qm-2xVt-9pLz', isCopied: true },
        ]
      : [{ label: 'Address', value: '<operator_id>.localhost:8080' }],
  }))

const landing = (demo: boolean): string =>
  landingPage({
    publicUrl: 'http://localhost:8080',
    addressPattern: 'http://<operator_id>.localhost:8080',
    links: [{ label: 'Documentation', href: 'https://airside.example/docs' }],
    doors: landingDoors(demo),
    demo: demo
      ? {
          places: (['production', 'sandbox'] as const).map((environment) => ({
            operatorName: 'Alpine Jet',
            environment,
            href: 'http://alpine.localhost:8080/',
            admin: 'anna@alpine.example',
            pilot: 'marc@alpine.example',
            password: 'k7Qm-2xVt-9pLz',
          })),
          walks: [
            {
              application: SKYLOG,
              text: 'Sees flights and fleet. Needs an administrator.',
              operatorName: 'Alpine Jet',
              environment: 'production',
              href: 'http://localhost:8080/demo/start/?walk=1',
            },
            {
              application: PILOT_BOOK,
              text: 'Sees your own details only. Any user can allow it.',
              operatorName: 'Alpine Jet',
              environment: 'sandbox',
              href: 'http://localhost:8080/demo/start/?walk=2',
            },
          ],
          terminal: {
            token:
              'TOKEN=$(curl -s http://alpine.sandbox.localhost:8080/access_token/refresh/ \\\n  -d refresh_token=air_test_ak_demoQ3ZpLr9XbT0vKe2HsYm8NcUf5JgA1oRi4Bt6Gk)',
            query:
              'curl -s http://alpine.sandbox.localhost:8080/api/graphql/ \\\n  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\\n  -d \'{"query":"{ aircraftTypeList(wildcard: \\"B738\\") { acftTypeId iCAO } }"}\'',
            answer: '{"data":{"aircraftTypeList":[{"acftTypeId":"boeing-737-800","iCAO":"B738"}]}}',
          },
        }
      : null,
  })

const rendered = <View>(
  views: Record<string, View>,
  render: (view: View) => string,
  conduct: PageConduct,
  isScripted = false,
) => Object.entries(views).map(([name, view]): GalleryPage => ({ name, conduct, markup: render(view), isScripted }))

export const ASKED = {
  ...CONSENT,
  person: MARC,
  administrators: ['Anna Keller', 'Beat Huber'],
  asking: { kind: 'first' },
} as const

const PAPER: Paper = {
  question: 'Sign the journey log of ALP826?',
  name: 'Journey log of ALP826, revision 1',
  act: 'Sign',
  done: 'Signed',
  heading: 'LFPB to LSZH',
  day: '12 Nov 2026',
  note: 'Times and crew are those of the flight; remarks, oil, load and de-icing are as they were written.',
  timeList: [
    { label: 'Off block', text: '08:33Z' },
    { label: 'Take-off', text: '08:44Z' },
    { label: 'Landing', text: '09:36Z' },
    { label: 'On block', text: '09:47Z' },
  ],
  lineList: [
    { label: 'Aircraft', text: 'HB-JAF, F2TH, ferry' },
    { label: 'Block, airborne', text: '1 h 14, 0 h 52' },
    { label: 'Crew', text: 'Pierre Girard, commander, 1 landing\nNina Vogt, FO, 1 take-off' },
    { label: 'Passengers', text: '0' },
    { label: 'Fuel', text: '4,180 kg off, 2,640 kg on, 1,540 kg used' },
    { label: 'De-icing', text: null },
    { label: 'Observations', text: 'Nose wheel steering stiff on taxi in, see technical log.' },
  ],
  thenList: [
    'The values freeze. A correction needs a reason and your signature again',
    'ALP826 can be closed with it; hours, duties and logbooks follow then',
  ],
  notList: ['Release HB-JAF to service: open defects stay open'],
}

const CONFIRM_SHARED = {
  place: PRODUCTION,
  asker: { name: 'Skylog', logo: '/assets/mark.svg', deviceId: 'EFB-07', askedAtMs: AT_MS },
  person: MARC,
  notYou: { action: '/sign-out/', fields: {} },
}

const CONFIRM: ConfirmView = {
  ...CONFIRM_SHARED,
  paper: PAPER,
  expiresAtMs: AT_MS + 900_000,
  secondsLeft: 780,
  action: '/confirm/?id=cnf_1',
  confirmation: 'cnf_1',
  digest: 'digest',
  proof: null,
  changed: null,
}

const PROOF = {
  asksCode: true,
  passkey: { options: '/sign-in/passkey/options/', action: '/sign-in/passkey/' },
  problem: null,
}

const OUTCOMES: Record<string, ConfirmOutcomeView> = {
  'confirm-signed': {
    ...CONFIRM_SHARED,
    outcome: { kind: 'confirmed', atMs: AT_MS, isUsed: false, email: 'marc@alpine.example' },
  },
  'confirm-refused': { ...CONFIRM_SHARED, outcome: { kind: 'refused' } },
  'confirm-late': { ...CONFIRM_SHARED, outcome: { kind: 'late', endedAtMs: AT_MS } },
  'confirm-over': { ...CONFIRM_SHARED, outcome: { kind: 'over', why: 'The journey log was signed since.' } },
  'confirm-other-person': { ...CONFIRM_SHARED, outcome: { kind: 'other-person', waitsFor: 'Pierre Girard' } },
}

const WHICH_OPERATOR: WhichOperatorView = {
  host: 'localhost:8080',
  environment: 'production',
  application: SKYLOG,
  backHref: 'https://app.skylog.example/callback?error=access_denied',
  form: { action: '/oauth2/which-operator/', fields: { query: 'client_id=app_1' } },
  remembered: ['alpine', 'northsea'],
  wrong: null,
}

export const PAGE_GALLERY: readonly GalleryPage[] = [
  ...rendered({ confirm: CONFIRM }, confirmPage, 'stays'),
  ...rendered(
    {
      'confirm-proof': { ...CONFIRM, place: SANDBOX, proof: PROOF },
      'confirm-wrong-proof': {
        ...CONFIRM,
        proof: { ...PROOF, asksCode: false, problem: 'The current password is wrong' },
      },
      'confirm-changed': {
        ...CONFIRM,
        proof: { ...PROOF, asksCode: false },
        changed: [{ label: 'On block', read: '09:47Z', now: '09:44Z' }],
      },
    },
    confirmPage,
    'stays',
    true,
  ),
  ...rendered(OUTCOMES, confirmOutcomePage, 'stays'),
  ...rendered(SIGN_INS, signInPage, 'leads-away', true),
  ...rendered(
    {
      'second-step-first': { ...SECOND_STEP, state: { kind: 'first' } as const },
      'second-step-wrong': { ...SECOND_STEP, place: SANDBOX, state: { kind: 'wrong' } as const },
      'second-step-throttled': { ...SECOND_STEP, state: THROTTLED },
      'second-step-stale': { ...SECOND_STEP, state: { kind: 'stale-form', onward: null } as const },
    },
    secondStepPage,
    'leads-away',
  ),
  ...rendered(
    {
      'recovery-code-first': { ...RECOVERY_CODE, state: { kind: 'first' } as const },
      'recovery-code-wrong': { ...RECOVERY_CODE, state: { kind: 'wrong' } as const },
    },
    secondStepPage,
    'leads-away',
  ),
  ...rendered(FORGOTTEN, forgottenPage, 'stays'),
  ...rendered(
    { 'reset-first': RESET, 'reset-wrong': { ...RESET, place: SANDBOX, problem: 'The code is wrong.' } },
    resetPage,
    'stays',
    true,
  ),
  ...rendered(
    {
      'kept-logbook-first': { place: PRODUCTION, problem: null, action: '/logbook/kept/' },
      'kept-logbook-wrong': { place: SANDBOX, problem: 'There is no logbook for this code.', action: '/logbook/kept/' },
    },
    keptLogbookPage,
    'stays',
    true,
  ),
  ...rendered({ 'reset-over': PRODUCTION }, (place) => resetOverPage(place, '/forgotten/'), 'stays'),
  ...rendered(
    { 'hand-over': { place: SANDBOX, action: '/hand-over/', signInHref: '/sign-in/' } },
    handOverPage,
    'stays',
    true,
  ),
  ...rendered({ 'recovery-codes': RECOVERY_CODES }, recoveryCodesPage, 'stays', true),
  ...rendered(SET_UPS, setUpPage, 'stays', true),
  ...rendered(
    {
      'which-operator': WHICH_OPERATOR,
      'which-operator-wrong': {
        ...WHICH_OPERATOR,
        host: 'sandbox.localhost:8080',
        environment: 'sandbox' as const,
        remembered: [],
        wrong: { kind: 'unknown' as const, typed: 'alpina' },
      },
    },
    whichOperatorPage,
    'leads-away',
  ),
  ...rendered(CONSENTS, consentPage, 'leads-away'),
  ...rendered(
    {
      'consent-password': { ...FOR_PROVIDERS, proof: CONSENT_PROOF },
      'consent-wrong-password': {
        ...FOR_PROVIDERS,
        proof: { ...CONSENT_PROOF, problem: 'The current password is wrong' },
      },
    },
    consentPage,
    'leads-away',
    true,
  ),
  ...rendered(
    {
      'ask-administrator': ASKED,
      'ask-administrator-none': { ...ASKED, place: PRODUCTION, administrators: [] },
      'ask-administrator-sent': { ...ASKED, asking: { kind: 'open', sinceMs: AT_MS, isNew: true } as const },
      'ask-administrator-refused': {
        ...ASKED,
        asking: { kind: 'refused', text: 'Too many requests for access: ask again tomorrow.', note: 'Logs' } as const,
      },
    },
    askAdministratorPage,
    'leads-away',
  ),
  ...rendered(Object.fromEntries(PROBLEMS.map((problem) => [`error-${problem.kind}`, problem])), problemPage, 'stays'),
  ...rendered(ACCOUNTS, accountPage, 'stays', true),
  ...rendered({ 'landing-demo': true }, landing, 'stays', true),
  ...rendered({ landing: false }, landing, 'stays'),
  ...rendered(CALLBACKS, demoCallbackPage, 'shows-code'),
]
