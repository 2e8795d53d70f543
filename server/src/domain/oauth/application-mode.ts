/** The way of an application from its registration to production (access-model §8). Anything not in the table is illegal. */

export const APPLICATION_MODES = ['test', 'demo-requested', 'demo-scheduled', 'production', 'suspended'] as const
export type ApplicationMode = (typeof APPLICATION_MODES)[number]

/** Modes in which a demo waits to be scheduled, held or decided on: each is a case of support's queue. */
export const MODES_WITH_CASE = ['demo-requested', 'demo-scheduled'] as const satisfies readonly ApplicationMode[]

export const MODE_ACTIONS = [
  'request-demo',
  'withdraw',
  'schedule-demo',
  'reschedule-demo',
  'postpone-demo',
  'hold-demo',
  'promote',
  'refuse',
  'suspend',
  'resume',
] as const
export type ModeAction = (typeof MODE_ACTIONS)[number]

export type ModeActor = 'provider' | 'support' | 'host'

interface ModeRule {
  readonly from: readonly ApplicationMode[]
  /** `before` leads back to where the suspension began. */
  readonly to: ApplicationMode | 'before'
  readonly by: readonly ModeActor[]
}

export const MODE_RULES: Readonly<Record<ModeAction, ModeRule>> = {
  'request-demo': { from: ['test'], to: 'demo-requested', by: ['provider', 'host'] },
  withdraw: { from: ['demo-requested', 'demo-scheduled'], to: 'test', by: ['provider', 'host'] },
  'schedule-demo': { from: ['demo-requested'], to: 'demo-scheduled', by: ['support', 'host'] },
  'reschedule-demo': { from: ['demo-scheduled'], to: 'demo-scheduled', by: ['support', 'host'] },
  'postpone-demo': { from: ['demo-scheduled'], to: 'demo-requested', by: ['support', 'host'] },
  'hold-demo': { from: ['demo-scheduled'], to: 'production', by: ['support'] },
  // The host's word in place of a demo: recorded as that, and shown to support as that (portals §5).
  promote: { from: ['test', 'demo-requested', 'demo-scheduled'], to: 'production', by: ['host'] },
  refuse: { from: ['demo-requested', 'demo-scheduled'], to: 'test', by: ['support', 'host'] },
  suspend: {
    from: ['test', 'demo-requested', 'demo-scheduled', 'production'],
    to: 'suspended',
    by: ['support', 'host'],
  },
  resume: { from: ['suspended'], to: 'before', by: ['support', 'host'] },
}

/** The mode after the action, or null where the table has no such step. `before` is the mode before the suspension. */
export const nextMode = (
  mode: ApplicationMode,
  action: ModeAction,
  actor: ModeActor,
  before: ApplicationMode = 'production',
): ApplicationMode | null => {
  const rule = MODE_RULES[action]
  if (!rule.from.includes(mode) || !rule.by.includes(actor)) return null
  return rule.to === 'before' ? before : rule.to
}
