import { hash } from 'node:crypto'

/**
 * Ids of reference data are opaque to clients and the same on every host: they are derived from the key that
 * first named the record. 64 bits: no collision is to be expected below hundreds of millions of records.
 */
export const referenceId = (prefix: 'act' | 'apt', key: string): string =>
  `${prefix}_${hash('sha256', key, 'hex').slice(0, 16)}`
