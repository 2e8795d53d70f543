/**
 * Places for files that are sent or fetched: so many at once, and of them so many of one operator. Where none is free,
 * whoever holds most gives one to whoever holds fewer; otherwise the newcomer is told to come again. So neither slow
 * files nor one busy operator, key or person keep others from theirs (threats row 247).
 */
import { Failure } from '../../domain/failure.ts'

const RETRY_SECONDS = 5

export interface LaneBounds {
  readonly places: number
  readonly placesPerOperator: number
}

export interface Transfer {
  readonly tenantId: string
  /** The key, connection or person whose file it is. */
  readonly holder: string
  /** Ends it, because another needs the place. */
  readonly giveUp: (failure: Failure) => void
}

const tooMany = (message: string): Failure =>
  new Failure('temporarily_unavailable', message, { retryAfterSeconds: RETRY_SECONDS })

const FULL = 'Too many files are on their way: nothing was done, try again'
const DISPLACED = 'Others who had fewer files on their way needed the place: nothing was kept, try again'

export class TransferLanes {
  readonly #bounds: LaneBounds
  /** In the order in which they began. */
  readonly #transfers = new Set<Transfer>()

  constructor(bounds: LaneBounds) {
    this.#bounds = bounds
  }

  /** With a place, until the file is through or was given up. */
  async withPlace<T>(transfer: Transfer, job: () => Promise<T>): Promise<T> {
    const leave = this.enter(transfer)
    try {
      return await job()
    } finally {
      leave()
    }
  }

  /** Takes a place; the caller calls what is returned to give it back. */
  enter(transfer: Transfer): () => void {
    const { places, placesPerOperator } = this.#bounds
    const { tenantId, holder } = transfer
    const all = [...this.#transfers]
    const ofTenant = all.filter((each) => each.tenantId === tenantId)
    if (ofTenant.length >= placesPerOperator) this.#makeRoom(ofTenant, 'holder', holder)
    else if (all.length >= places) this.#makeRoom(all, 'tenantId', tenantId)
    this.#transfers.add(transfer)
    return () => void this.#transfers.delete(transfer)
  }

  /** The oldest of whoever holds most goes, if that leaves them no fewer than the newcomer then has. */
  #makeRoom(transfers: readonly Transfer[], by: 'holder' | 'tenantId', newcomer: string): void {
    const groups = Map.groupBy(transfers, (each) => each[by])
    const [most = []] = [...groups.values()].toSorted((a, b) => b.length - a.length)
    const oldest = most[0]
    if (!oldest || most.length <= (groups.get(newcomer)?.length ?? 0) + 1) throw tooMany(FULL)
    this.#transfers.delete(oldest)
    oldest.giveUp(tooMany(DISPLACED))
  }
}
