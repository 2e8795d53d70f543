/**
 * The epoch of each validity area: a number that rises with every transaction that changes what is valid there. Every
 * process polls the areas that changed within the last minute and drops what it has cached for them. The poll works on
 * both engines; PostgreSQL's NOTIFY is faster, but is lost when its connection breaks.
 */
import { sql } from 'kysely'
import { applicationArea, tenantArea, type ValidityArea } from '../domain/validity-area.ts'
import { type Session, storeNow } from './engines/engine.ts'
import { prepared } from './engines/prepared.ts'
import type { TenantTx } from './handles.ts'

declare module './engines/tables.ts' {
  interface Tables {
    validity_area: { area: ValidityArea; epoch: number; changed_at: number }
  }
}

/** Longer than a transaction takes from raising an epoch to COMMIT, and longer than a process goes without a poll. */
export const RECENT_CHANGE_MS = 60_000

const raise = prepared<{ area: ValidityArea }, unknown>((db, argument, kind) =>
  db
    .insertInto('validity_area')
    .values({ area: argument('area'), epoch: 1, changed_at: storeNow(kind, 0) })
    .onConflict((conflict) =>
      conflict
        .column('area')
        .doUpdateSet((eb) => ({ epoch: eb('validity_area.epoch', '+', 1), changed_at: eb.ref('excluded.changed_at') })),
    ),
)

/** Raises epochs in one order, so that transactions that raise the same ones cannot deadlock. */
export const raiseEpochs = async (session: Session, areas: ReadonlySet<ValidityArea>): Promise<void> => {
  for (const area of [...areas].sort()) await raise(session, { area })
}

/** The epochs at which a token was found valid; the application's is null for an API key. */
export interface ValidityEpochs {
  readonly tenant: number
  readonly application: number | null
}

const locked = prepared<{ tenant: ValidityArea; application: ValidityArea }, { area: ValidityArea; epoch: number }>(
  (db, argument, kind) =>
    db
      .selectFrom('validity_area')
      .select(['area', 'epoch'])
      .where('area', 'in', [argument('tenant'), argument('application')])
      .orderBy('area')
      .$if(kind === 'postgres', (query) => query.forShare()),
)

/**
 * Locks and returns the current epochs of a tenant and an application. A transaction that raises one of them waits for
 * this one, or this one for it.
 */
export const lockEpochs = async (tx: TenantTx, clientId: string | null): Promise<ValidityEpochs> => {
  const tenant = tenantArea(tx.tenantId)
  const application = clientId === null ? tenant : applicationArea(clientId)
  const { rows } = await locked(tx, { tenant, application })
  const epochOf = (area: ValidityArea) => rows.find((row) => row.area === area)?.epoch ?? 0
  return { tenant: epochOf(tenant), application: clientId === null ? null : epochOf(application) }
}

export interface RecentChanges {
  /** The store's clock at the time of the poll, without the offset of a test clock. */
  readonly at: number
  readonly epochs: ReadonlyMap<ValidityArea, number>
  /** When the statement was sent, by `performance.now`, and how long its answer took. */
  readonly sentAt: number
  readonly tookMs: number
}

interface RecentRow {
  at: number
  area: ValidityArea | null
  epoch: number | null
}

const recent = prepared<object, RecentRow>((db, _argument, kind) =>
  db
    .selectFrom(sql<{ at: number }>`(select ${storeNow(kind, 0)} as at)`.as('clock'))
    .leftJoin('validity_area', (join) =>
      join.on('validity_area.changed_at', '>', sql<number>`clock.at - ${sql.lit(RECENT_CHANGE_MS)}`),
    )
    .select(['clock.at', 'validity_area.area', 'validity_area.epoch']),
)

/** The areas that changed within the last minute, with their epochs. */
export const recentChanges = async (session: Session): Promise<RecentChanges> => {
  const sentAt = performance.now()
  const { rows } = await recent(session, {})
  const tookMs = performance.now() - sentAt
  const epochs = new Map<ValidityArea, number>()
  for (const { area, epoch } of rows) if (area !== null && epoch !== null) epochs.set(area, epoch)
  return { at: (rows[0] as RecentRow).at, epochs, sentAt, tookMs }
}
