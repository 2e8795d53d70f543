/** The life cycles that the documentation draws, each from the one table that mutations obey. */
import { APPLICATION_MODES, MODE_ACTIONS, MODE_RULES } from '../domain/oauth/application-mode.ts'
import { CONDITION_TEXTS, FLIGHT_LIFE_CYCLE } from '../domain/operations/flights/flight-life-cycle.ts'
import { FLIGHT_STATUSES } from '../domain/operations/flights/flight-status.ts'
import { SERVICE_REQUEST_LIFE_CYCLE, SERVICE_STATUSES } from '../domain/operations/handling/service-request.ts'
import { DEFECT_LIFE_CYCLE, DEFECT_STATUSES } from '../domain/operations/logs/defect-life-cycle.ts'
import { SAFETY_LIFE_CYCLE, SAFETY_STATUSES } from '../domain/operations/safety/safety-report.ts'
import { CHARTER_REQUEST_LIFE_CYCLE, CHARTER_REQUEST_STATUSES } from '../domain/operations/sales/charter-request.ts'
import { EMPTY_LEG_LIFE_CYCLE, EMPTY_LEG_STATUSES } from '../domain/operations/sales/empty-leg.ts'
import { QUOTE_LIFE_CYCLE, QUOTE_STATUSES } from '../domain/operations/sales/quote.ts'
import type { Step } from '../domain/operations/step.ts'

export interface LifeCycleStep {
  readonly from: string
  readonly to: string
  readonly who: string
  readonly by: string
  readonly condition: string
  /** Follows from what is reported: drawn lighter than what somebody asks for by name. */
  readonly isImplied: boolean
}

export interface LifeCycle {
  readonly title: string
  /** How its steps are taken, in Markdown. */
  readonly text: string
  /** In the order in which they are drawn. */
  readonly states: readonly string[]
  readonly steps: readonly LifeCycleStep[]
}

const FLIGHT: LifeCycle = {
  title: 'Flight',
  text: `Steps by *set* are asked for with \`flightStatusSet\`, by *close* with \`flightClose\`; steps by *report* follow from the
times of \`flightMovementReport\`, forwards and backwards. With no time left a flight is RELEASED, or CONFIRMED where it
never was released. A diversion is a field, not a state.`,
  states: FLIGHT_STATUSES,
  steps: FLIGHT_LIFE_CYCLE.map(({ from, to, actors, by, condition }) => ({
    from,
    to,
    who: actors.join(', '),
    by: by.join(', '),
    condition: CONDITION_TEXTS[condition],
    isImplied: by.every((each) => each === 'report'),
  })),
}

/** What follows from time, flights or other records is drawn lighter. */
const stepsOfRecord = (table: readonly Step<string>[]): LifeCycleStep[] =>
  table.map(({ actors, by, ...rest }) => ({
    ...rest,
    who: actors.join(', '),
    by,
    isImplied: ['time', 'flight', 'request', 'quote'].includes(by),
  }))

const EMPTY_LEG: LifeCycle = {
  title: 'Empty leg',
  text: `Steps by *hold* are asked for with \`emptyLegHold\`, by *set* with \`emptyLegStatusSet\`. It begins PUBLISHED, with
\`emptyLegPublish\`.`,
  states: EMPTY_LEG_STATUSES,
  steps: stepsOfRecord(EMPTY_LEG_LIFE_CYCLE),
}

const CHARTER_REQUEST: LifeCycle = {
  title: 'Charter request',
  text: `Steps by *set* are asked for with \`charterRequestStatusSet\`; all others follow from its quotes and from time. It
begins OPEN, with \`charterRequestCreate\`.`,
  states: CHARTER_REQUEST_STATUSES,
  steps: stepsOfRecord(CHARTER_REQUEST_LIFE_CYCLE),
}

const QUOTE: LifeCycle = {
  title: 'Quote',
  text: `Steps by *set* are asked for with \`quoteStatusSet\`. It begins as DRAFT, with \`quoteCreate\` or \`quoteRevise\`. To accept
one that is EXPIRED is refused with \`QUOTE_EXPIRED\`.`,
  states: QUOTE_STATUSES,
  steps: stepsOfRecord(QUOTE_LIFE_CYCLE),
}

const SERVICE_REQUEST: LifeCycle = {
  title: 'Service request',
  text: `Steps by *set* are asked for with \`serviceRequestStatusSet\`, steps by *flight* follow from its visit or flight. It
begins REQUESTED, or as DRAFT, with \`serviceRequestCreate\`.`,
  states: SERVICE_STATUSES,
  steps: stepsOfRecord(SERVICE_REQUEST_LIFE_CYCLE),
}

const SAFETY_REPORT: LifeCycle = {
  title: 'Safety report',
  text: `Steps of the operator and of the safety office are asked for with \`safetyReportStatusSet\`, those of the person who
reported with \`mySafetyReportStatusSet\`. It begins SUBMITTED, with \`mySafetyReportCreate\` or \`safetyReportCreate\`,
or as DRAFT, with \`submit\` false of the former: a draft is its writer’s alone.`,
  states: SAFETY_STATUSES,
  steps: stepsOfRecord(SAFETY_LIFE_CYCLE),
}

const DEFECT: LifeCycle = {
  title: 'Defect',
  text: `Each step is asked for with a mutation of its own: \`techLogEntryDefer\`, \`techLogEntryRectify\`, \`techLogEntryRelease\`,
\`techLogEntryReopen\`. It begins OPEN, with \`techLogEntryCreate\`. While one with which the aircraft must not fly is OPEN or
RECTIFIED, the aircraft has an AOG block of its own. \`techLogEntryExtend\` moves the end of a deferral, once.`,
  states: DEFECT_STATUSES,
  steps: stepsOfRecord(DEFECT_LIFE_CYCLE),
}

const APPLICATION: LifeCycle = {
  title: 'Application',
  text: 'The modes of a registration, from tests to production. Providers step in the portal, support at its queue, the host at its command line.',
  states: APPLICATION_MODES,
  steps: MODE_ACTIONS.flatMap((action) => {
    const { from, to, by } = MODE_RULES[action]
    const back = APPLICATION_MODES.filter((mode) => mode !== 'suspended')
    return from.flatMap((mode) =>
      (to === 'before' ? back : [to]).map((next) => ({
        from: mode,
        to: next,
        who: by.join(', '),
        by: action,
        condition: to === 'before' ? 'where it was before it was suspended' : '',
        isImplied: false,
      })),
    )
  }),
}

export const LIFE_CYCLES: readonly LifeCycle[] = [
  FLIGHT,
  EMPTY_LEG,
  CHARTER_REQUEST,
  QUOTE,
  SERVICE_REQUEST,
  SAFETY_REPORT,
  DEFECT,
  APPLICATION,
]

const SHOWN_AT: Readonly<Record<string, LifeCycle>> = {
  FlightStatus: FLIGHT,
  flightStatusSet: FLIGHT,
  flightMovementReport: FLIGHT,
  flightClose: FLIGHT,
  EmptyLegStatus: EMPTY_LEG,
  emptyLegHold: EMPTY_LEG,
  emptyLegStatusSet: EMPTY_LEG,
  CharterRequestStatus: CHARTER_REQUEST,
  charterRequestStatusSet: CHARTER_REQUEST,
  QuoteStatus: QUOTE,
  quoteRevise: QUOTE,
  quoteStatusSet: QUOTE,
  ServiceStatus: SERVICE_REQUEST,
  serviceRequestStatusSet: SERVICE_REQUEST,
  SafetyStatus: SAFETY_REPORT,
  safetyReportStatusSet: SAFETY_REPORT,
  mySafetyReportStatusSet: SAFETY_REPORT,
  DefectStatus: DEFECT,
  techLogEntryDefer: DEFECT,
  techLogEntryExtend: DEFECT,
  techLogEntryRectify: DEFECT,
  techLogEntryRelease: DEFECT,
  techLogEntryReopen: DEFECT,
}

/** The life cycle that a query, mutation or type is about. */
export const lifeCycleOf = (name: string): LifeCycle | null => SHOWN_AT[name] ?? null

const row = ({ from, to, who, by, condition }: LifeCycleStep): string =>
  `| ${from} | ${to} | ${who} | ${by} | ${condition} |`

export const lifeCycleMarkdown = ({ text, steps }: LifeCycle): string =>
  `${text}\n\n| From | To | Who | By | Condition |\n|---|---|---|---|---|\n${steps.map(row).join('\n')}\n`

export const LIFE_CYCLE_INTRODUCTION = `A step that is not listed here is refused with \`ILLEGAL_TRANSITION\`. Who acts follows from the token: an operator's user,
an operator's API key and an application of kind \`other\` act for the **operator**; an electronic flight bag acts for the
**flight-deck**; a marketplace is the **buyer**; flight support is the **provider**; safety management is the **safety-office**; a personal
application is the **person**; the **system** steps by itself.
`

/** It has no steps of its own. */
export const TRIP_LIFE_CYCLE = `A trip's status follows from its legs: \`OPTION\` while it has none or one of them is an option, \`CANCELLED\` when all are
cancelled, \`COMPLETED\` when all that stand are on block or closed, else \`CONFIRMED\`.
`

export const lifeCyclesMarkdown = (): string =>
  [
    LIFE_CYCLE_INTRODUCTION,
    ...LIFE_CYCLES.map((cycle) => `## ${cycle.title}\n\n${lifeCycleMarkdown(cycle)}`),
    `## Trip\n\n${TRIP_LIFE_CYCLE}`,
  ].join('\n')
