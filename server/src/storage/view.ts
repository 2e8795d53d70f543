/**
 * Handles that know who looks. Every function that reads an operator's records takes one of these and not a bare
 * `TenantReader`, so that a row-level rule cannot be forgotten on any path.
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

/** The whole operator's records, for what the program itself must know: whether a slot is free hides from nobody. */
export const unrestricted = <T extends ViewReader>(seen: T): T => ({ ...seen, view: WHOLE_OPERATOR })
