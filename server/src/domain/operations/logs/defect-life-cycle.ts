/** The life cycle of a defect: one table of its steps (data §10.4). What is not here is an ILLEGAL_TRANSITION. */
import type { Step } from '../step.ts'

export const DEFECT_STATUSES = ['OPEN', 'DEFERRED', 'RECTIFIED', 'RELEASED'] as const
export type DefectStatus = (typeof DEFECT_STATUSES)[number]

const step = (from: DefectStatus, to: DefectStatus, by: string, condition = ''): Step<DefectStatus> => ({
  from,
  to,
  actors: ['operator', 'flight-deck'],
  by,
  condition,
})

const WITH_REASON = 'with a reason'

/** Mutations obey it, `docs/life-cycles.md` is generated from it, and a test tries every triple against it. */
export const DEFECT_LIFE_CYCLE: readonly Step<DefectStatus>[] = [
  step('OPEN', 'DEFERRED', 'defer', 'a person accepted exactly this deferral'),
  step('OPEN', 'RECTIFIED', 'rectify'),
  step('DEFERRED', 'RECTIFIED', 'rectify'),
  step('RECTIFIED', 'RELEASED', 'release', 'with name, licence and approval'),
  step('RECTIFIED', 'OPEN', 'reopen', WITH_REASON),
  step('RELEASED', 'OPEN', 'reopen', WITH_REASON),
]

/** Whether a defect with which the aircraft must not fly keeps it on the ground: until it is deferred or released. */
export const groundsAs = (status: DefectStatus): boolean => status === 'OPEN' || status === 'RECTIFIED'
