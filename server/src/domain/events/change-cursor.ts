/** Cursors of the change feed: a position, the time it was given out, and its tenant. */
import { hash } from 'node:crypto'

/** Binds a cursor to its tenant: used at another one, it would silently skip changes there. */
export const tenantMark = (tenantId: string): string => hash('sha256', tenantId, 'base64url').slice(0, 8)

export const changeCursor = (tenantId: string, position: number, at: number): string =>
  Buffer.from(JSON.stringify([position, at, tenantMark(tenantId)])).toString('base64url')
