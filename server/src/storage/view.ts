/**
 * Handles that carry the view of the principal. Every function that reads an operator's records takes one of these
 * instead of a bare `TenantReader`, so that no path can skip the row-level rules.
 */
import type { View } from '../domain/view.ts'
import type { TenantReader, TenantTx } from './handles.ts'

export interface ViewReader extends TenantReader {
  readonly view: View
}

export interface ViewTx extends TenantTx {
  readonly view: View
}

export const readingAs = (reader: TenantReader, view: View): ViewReader => ({ ...reader, view })

export const writingAs = (tx: TenantTx, view: View): ViewTx => ({ ...tx, view })

const WHOLE_OPERATOR: View = { of: 'operator' }

/** The same handle without row-level rules, for checks that must see every record, e.g. whether a slot is free. */
export const unrestricted = <T extends ViewReader>(seen: T): T => ({ ...seen, view: WHOLE_OPERATOR })

/** Whether a list is walked in its order for what it sees; the request pays for what it passes over (threats row 97). */
export const isLookedFor = ({ of }: View): boolean => of === 'buyer' || of === 'aircraft' || of === 'provider'
