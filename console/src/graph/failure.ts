/** Why an answer did not come, in the words a person reads. What they typed stays where it is: nothing is reloaded. */

/**
 * - `lost`: the server was not reached; whether a change arrived is unknown.
 * - `signed-out`: the session has ended.
 * - `refused`: the server understood and said no; `messages` says why.
 * - `forbidden`: the person's role does not allow it; trying again changes nothing.
 * - `arrived`: an earlier try was carried out after all, with what the form said then.
 * - `slow`: the server did not answer in time; whether a change was made is to be looked at.
 * - `broken`: the server failed, or answered something that is not an answer.
 */
export type FailureKind = 'lost' | 'signed-out' | 'refused' | 'forbidden' | 'arrived' | 'slow' | 'broken'

export interface Refusal {
  readonly message: string
  /** The field of the input it is about, where there is one. */
  readonly field: string | null
  /** The whole way to it, where the server says it. */
  readonly path?: readonly string[] | null
  readonly code?: string | undefined
}

export class GraphFailure extends Error {
  readonly kind: FailureKind
  readonly requestId: string | null
  readonly refusals: readonly Refusal[]
  /** After how many seconds the same question is answered, where too much was asked in a short time. */
  readonly waitSeconds: number | null = null

  constructor(kind: FailureKind, message: string, requestId: string | null = null, refusals: readonly Refusal[] = []) {
    super(message)
    this.name = 'GraphFailure'
    this.kind = kind
    this.requestId = requestId
    this.refusals = refusals
  }

  /** The same failure, which a wait mends. */
  after(waitSeconds: number): GraphFailure {
    return Object.assign(this, { waitSeconds })
  }
}

export const asGraphFailure = (error: unknown): GraphFailure =>
  error instanceof GraphFailure ? error : new GraphFailure('broken', 'Something failed in this page. Reload it.')
