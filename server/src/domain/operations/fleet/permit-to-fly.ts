/** A permit to fly: under it an aircraft that is grounded may be ferried or tested (data §4.6). */
import type { Problem } from '../../problem.ts'

/** As it is kept with the block that grounds the aircraft. */
interface Permitting {
  readonly from: number
  readonly permitAuthority: string | null
  readonly permitNumber: string | null
  /** The start of the block where nobody said otherwise. */
  readonly permitFrom: number | null
  readonly permitTo: number | null
  readonly permitConditions: string | null
}

export const NO_PERMIT: Omit<Permitting, 'from'> = {
  permitAuthority: null,
  permitNumber: null,
  permitFrom: null,
  permitTo: null,
  permitConditions: null,
}

const permitMissing = ({ permitAuthority, permitNumber, permitTo }: Permitting): Problem[] =>
  Object.entries({ permitAuthority, permitNumber, permitTo })
    .filter(([, value]) => value === null)
    .map(([field]) => ({ path: [field], message: 'A permit to fly has permitAuthority, permitNumber and permitTo' }))

/** It says who gave it, under which number and until when; it belongs to a grounding. */
export const permitProblems = (block: Permitting, isGrounding: boolean): Problem[] => {
  const { from, permitAuthority, permitNumber, permitFrom, permitTo, permitConditions } = block
  const given = [permitAuthority, permitNumber, permitFrom, permitTo, permitConditions]
  if (given.every((value) => value === null)) return []
  if (!isGrounding) {
    return [{ path: ['permitNumber'], message: 'A permit to fly belongs to a block of reason AOG or MAINTENANCE' }]
  }
  const missing = permitMissing(block)
  if (missing.length > 0 || permitTo === null || permitTo > (permitFrom ?? from)) return missing
  return [{ path: ['permitTo'], message: 'permitTo must be after the permit begins', code: 'TIME_ORDER' }]
}

/** Kinds of flight that a permit to fly is given for. */
const PERMITTED_KINDS: ReadonlySet<string> = new Set(['FERRY', 'TEST'])

interface Permitted {
  readonly kind: string
  readonly offBlock: number
  readonly onBlock: number
}

/** Whether any permit would let it go. */
export const canBePermitted = ({ kind }: Pick<Permitted, 'kind'>): boolean => PERMITTED_KINDS.has(kind)

/** Whether the permit of a grounding lets a flight go in it. */
export const permits = (block: Permitting, { kind, offBlock, onBlock }: Permitted): boolean =>
  block.permitNumber !== null &&
  block.permitTo !== null &&
  canBePermitted({ kind }) &&
  (block.permitFrom ?? block.from) <= offBlock &&
  onBlock <= block.permitTo
