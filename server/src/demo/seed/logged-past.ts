/**
 * The request log of the demo's past days, as far as it is worth its rows: what was refused or failed, and now and then
 * an answered request, so that latency and errors by code have a past as the counts do.
 */
import { DAY_MS, HOUR_MS } from '../../domain/interval.ts'
import type { RequestRow } from '../../storage/usage/request-log.ts'
import type { Outcome, UsageCount } from '../../storage/usage/usage.ts'
import { OPERATION_TEXTS } from '../data/operation-texts.ts'
import { Seeded } from '../data/seeded.ts'
import { CODES, type PlannedUse, reasonOf } from '../data/use-plan.ts'

const LOGGED_DAYS = 14
/** Of each outcome, for each row of counts. */
const MOST: Readonly<Partial<Record<UsageCount['metric'], number>>> = { answered: 2, refused: 4, failed: 4 }

const WORDS = {
  answered: { code: null, least: 6, most: 70 },
  refused: { code: CODES.refused, least: 1, most: 4 },
  failed: { code: CODES.failed, least: 900, most: 2000 },
} as const

type Logged = keyof typeof WORDS

const isLogged = (metric: string): metric is Logged & Outcome => metric in WORDS

const requestOf = ({ actor, plan, seed }: PlannedUse, outcome: Logged, at: number, number: number): RequestRow => {
  const chance = new Seeded(`${seed}/logged/${outcome}/${at}/${number}`)
  const { code, least, most } = WORDS[outcome]
  const operation = plan.operations[chance.whole(0, plan.operations.length - 1)]
  const name = (outcome === 'refused' ? plan.refused : operation)?.name ?? null
  return {
    actor,
    at: at + chance.whole(0, HOUR_MS - 1),
    request_id: chance.id('req').slice(0, 16),
    operation: name,
    outcome,
    code,
    took_ms: chance.whole(least, most),
    cost: outcome === 'answered' ? 1 + chance.whole(0, 20) : null,
    scopes: outcome === 'refused' ? plan.refused.lacks : (operation?.scopes.join(' ') ?? ''),
    address: null,
    agent: null,
    document_id: OPERATION_TEXTS.get(name ?? '')?.documentId ?? null,
    path: null,
    reason: outcome === 'refused' ? reasonOf(plan) : null,
  }
}

/** Of the counts before `until`, those of the last days; oldest first. */
export const loggedPast = (use: PlannedUse, counts: readonly UsageCount[], until: number): RequestRow[] =>
  counts
    .filter(({ at }) => at >= until - LOGGED_DAYS * DAY_MS)
    .flatMap(({ metric, at, amount }) => {
      if (!isLogged(metric)) return []
      const count = Math.min(amount, MOST[metric] ?? 0)
      return Array.from({ length: count }, (_, number) => requestOf(use, metric, at, number))
    })
    .sort((a, b) => a.at - b.at)
