/** The cost bucket of one principal at one tenant: refilled over time, drawn from in chunks by every process. */
import { COST_BUCKET, COST_REFILL_PER_SECOND } from '../../domain/limits.ts'
import { fragment, rowsOf } from '../engines/fragment.ts'
import type { TenantReader } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    cost_bucket: { tenant_id: string; principal: string; level: number; refilled_at: number; last_drawn: number | null }
  }
}

export interface BucketDraw {
  /** The amount taken; 0 if the bucket held less than `least`. */
  readonly drawn: number
  readonly left: number
}

export interface DrawAsked {
  readonly least: number
  readonly most: number
  /** Below zero where a process spent more than it had drawn. */
  readonly givenBack: number
}

/** What a bucket that holds so much gives. */
const drawnFrom = (held: number, { least, most }: DrawAsked): number => (held < least ? 0 : Math.min(held, most))

/** The smaller and the larger of two values, as each store spells it. */
const EXTREMES = {
  postgres: { min: fragment.raw('least'), max: fragment.raw('greatest') },
  sqlite: { min: fragment.raw('min'), max: fragment.raw('max') },
} as const

/** In milliseconds. Read once for all columns, and after the row is held: another process may have drawn meanwhile. */
const CLOCK = {
  postgres: fragment.raw('(extract(epoch from clock_timestamp()) * 1000)::bigint'),
  sqlite: fragment.raw("cast(round(unixepoch('subsec') * 1000) as integer)"),
} as const

/**
 * Takes `most`, or what the bucket holds if that is at least `least`, or nothing. One statement, so that PostgreSQL is
 * asked once: it makes a bucket that is not there yet, else holds its row, refills it and takes.
 */
export const drawFromBucket = async (store: TenantReader, principal: string, asked: DrawAsked): Promise<BucketDraw> => {
  const { tenantId, kind, offsetMs, testOffsetMs } = store
  const { min, max } = EXTREMES[kind]
  const now = fragment`${CLOCK[kind]} + ${offsetMs - testOffsetMs}`
  const full = Math.min(COST_BUCKET, COST_BUCKET + asked.givenBack)
  const first = drawnFrom(full, asked)
  const [row] = await rowsOf<BucketDraw>(
    store,
    fragment`insert into cost_bucket (tenant_id, principal, level, refilled_at, last_drawn)
      values (${tenantId}, ${principal}, ${full - first}, ${now}, ${first})
      on conflict (tenant_id, principal) do update set (level, refilled_at, last_drawn) = (
        select held - drawn, at, drawn from (
          select at, held, case when held < ${asked.least} then 0 else ${min}(held, ${asked.most}) end as drawn from (
            select at, ${min}(${COST_BUCKET}, cost_bucket.level + ${asked.givenBack}
              + ${max}(0, at - cost_bucket.refilled_at) * ${COST_REFILL_PER_SECOND} / 1000) as held
            from (select ${now} as at) as clock) as filled) as drawing)
      returning last_drawn as drawn, level as "left"`,
  )
  const { drawn, left } = row as BucketDraw
  return { drawn, left }
}
