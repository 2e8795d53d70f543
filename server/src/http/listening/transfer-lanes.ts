/**
 * Places for files that are sent or fetched: so many at once, and of them so many of one operator. Whoever finds none is
 * told to come again, so that slow files delay nobody else (threats row 247).
 */
import { Failure } from '../../domain/failure.ts'

const RETRY_SECONDS = 5

export interface LaneBounds {
  readonly places: number
  readonly placesPerOperator: number
}

export class TransferLanes {
  readonly #bounds: LaneBounds
  readonly #byTenant = new Map<string, number>()
  #taken = 0

  constructor(bounds: LaneBounds) {
    this.#bounds = bounds
  }

  /** Takes a place; the caller calls what is returned once, when the file is through. */
  enter(tenantId: string): () => void {
    const { places, placesPerOperator } = this.#bounds
    const ofTenant = this.#byTenant.get(tenantId) ?? 0
    if (this.#taken >= places || ofTenant >= placesPerOperator) {
      throw new Failure('temporarily_unavailable', 'Too many files are on their way: nothing was done, try again', {
        retryAfterSeconds: RETRY_SECONDS,
      })
    }
    this.#taken++
    this.#byTenant.set(tenantId, ofTenant + 1)
    return () => this.#leave(tenantId)
  }

  #leave(tenantId: string): void {
    this.#taken--
    const left = (this.#byTenant.get(tenantId) ?? 1) - 1
    if (left > 0) this.#byTenant.set(tenantId, left)
    else this.#byTenant.delete(tenantId)
  }
}
