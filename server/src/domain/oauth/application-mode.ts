/** The way of an application from its registration to production (access-model §8). Anything not in the table is illegal. */

export const APPLICATION_MODES = ['test', 'demo-requested', 'demo-scheduled', 'production', 'suspended'] as const
export type ApplicationMode = (typeof APPLICATION_MODES)[number]

export const MODE_ACTIONS = ['request-demo', 'schedule-demo', 'hold-demo', 'refuse', 'suspend', 'resume'] as const
export type ModeAction = (typeof MODE_ACTIONS)[number]

export type ModeActor = 'provider' | 'support' | 'host'

interface ModeRule {
  readonly from: readonly ApplicationMode[]
  readonly to: ApplicationMode
  readonly by: readonly ModeActor[]
}

/** Resuming leads back to where the suspension began; the table names the only place it can begin. */
export const MODE_RULES: Readonly<Record<ModeAction, ModeRule>> = {
  'request-demo': { from: ['test'], to: 'demo-requested', by: ['provider', 'host'] },
  'schedule-demo': { from: ['demo-requested'], to: 'demo-scheduled', by: ['support', 'host'] },
  'hold-demo': { from: ['demo-scheduled'], to: 'production', by: ['support', 'host'] },
  refuse: { from: ['demo-requested', 'demo-scheduled'], to: 'test', by: ['support', 'host'] },
  suspend: { from: ['production'], to: 'suspended', by: ['support', 'host'] },
  resume: { from: ['suspended'], to: 'production', by: ['support', 'host'] },
}

/** The mode after the action, or null where the table has no such step. */
export const nextMode = (mode: ApplicationMode, action: ModeAction, actor: ModeActor): ApplicationMode | null => {
  const rule = MODE_RULES[action]
  return rule.from.includes(mode) && rule.by.includes(actor) ? rule.to : null
}
