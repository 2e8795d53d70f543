/** Housekeeping as a process that has just begun does it: a portion of everything. */
import { pino } from 'pino'
import { Housekeeping } from '../../src/background/housekeeping.ts'
import { USUAL_RETENTION } from '../../src/domain/tenancy/retention.ts'
import type { Storage } from '../../src/storage/storage.ts'

/** True if more is left to do. */
export const tidyUp = (storage: Storage, retention = USUAL_RETENTION): Promise<boolean> =>
  new Housekeeping({ storage, retention, log: pino({ level: 'silent' }) }).step()
