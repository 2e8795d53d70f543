/**
 * Decides inside a transaction whether whoever it is done for may still write. The embedded store has one writer, so
 * what is read before the job holds until COMMIT. On PostgreSQL the look comes last, so that the rows that decide are
 * locked for the length of a COMMIT only: nobody can put off their own removal by keeping requests running.
 */
import type { TenantTx } from './handles.ts'

export interface WriteGuard {
  /** Before the job: throws where they may not write, and else locks what decides until the transaction ends. */
  first(tx: TenantTx): Promise<void>
  /**
   * After the job, before COMMIT: throws where they may not write. False where it cannot tell, because somebody else is
   * changing what decides, or because the job itself did: the job is then done again behind `first`.
   */
  last(tx: TenantTx): Promise<boolean>
}

/** Takes back what the job did; never leaves the store's own code. */
export class GuardUndecided extends Error {}
