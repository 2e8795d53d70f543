/** The release to service of a rectified defect: who certified it, with which licence and approval (data §10.4). */
import { type Problem, textProblems } from '../../problem.ts'
import type { Signature } from './signature.ts'

export interface Release {
  readonly name: string
  readonly licenceNumber: string
  readonly approvalReference: string
  /** The id of an airport. */
  readonly stationId: string | null
  readonly at: number
}

/** As a person is asked for it, with the code of the airport for the page. */
export interface ProposedRelease extends Release {
  readonly station: string | null
}

export interface ReleaseToService extends Release {
  /** Where the person signed on a page of ours. */
  readonly signature: Signature | null
}

const NEEDED = ['name', 'licenceNumber', 'approvalReference'] as const

export const releaseProblems = (release: Pick<Release, (typeof NEEDED)[number]>): Problem[] =>
  NEEDED.flatMap((field) => textProblems([field], release[field], { most: 100, required: true }))
