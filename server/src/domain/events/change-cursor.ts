/** Cursors of the change feed: a position, the time it was given out, and its tenant. */
import { hash } from 'node:crypto'

/** Binds a cursor to its tenant: used at another one, it would silently skip changes there. */
export const tenantMark = (tenantId: string): string => hash('sha256', tenantId, 'base64url').slice(0, 8)

/** Those that are given out at one time: the mark is worked out once, not for each change of a page. */
export const changeCursors = (tenantId: string, at: number): ((position: number) => string) => {
  const mark = tenantMark(tenantId)
  return (position) => Buffer.from(JSON.stringify([position, at, mark])).toString('base64url')
}

export const changeCursor = (tenantId: string, position: number, at: number): string =>
  changeCursors(tenantId, at)(position)
