/** How the demo's providers, applications and their way to production are described. Days count back from today. */
import type { ApplicationKind } from '../../domain/scopes.ts'
import type { Environment } from '../../domain/tenancy/tenant.ts'
import type { UsePlan } from '../data/use-plan.ts'

export interface PlannedPerson {
  readonly name: string
  readonly email: string
}

/** Which member of staff acts: the one whose credentials are printed, or a colleague. */
export type PlannedStaff = 'lea' | 'jonas'

interface ByStaff {
  readonly daysAgo: number
  readonly staff: PlannedStaff
}

/** One step, in the order of time. Steps without staff are the provider's. */
export type PlannedStep =
  | {
      readonly step: 'ask'
      readonly daysAgo: number
      /** The first of the three times that the provider offers, in days from today. */
      readonly firstTimeInDays: number
      readonly attendees: string
      readonly note: string
    }
  | { readonly step: 'write'; readonly daysAgo: number; readonly text: string }
  | { readonly step: 'lose-phone'; readonly daysAgo: number; readonly phoneNumber: string; readonly note: string }
  | (ByStaff & { readonly step: 'answer'; readonly text: string })
  | (ByStaff & {
      readonly step: 'schedule'
      /** In days from today: below zero where the demo was held already. */
      readonly demoInDays: number
      readonly note: string
    })
  | (ByStaff & { readonly step: 'hold' | 'suspend'; readonly reason: string })
  | (ByStaff & {
      readonly step: 'decide'
      readonly isApproved: boolean
      readonly met: readonly string[]
      readonly unmet: readonly string[]
      readonly reason: string
    })

export interface PlannedConnection {
  /** Null for the provider's own sandbox operator. */
  readonly operatorId: string | null
  readonly environment: Environment
  readonly daysAgo: number
}

export interface PlannedApplication {
  readonly name: string
  readonly kind: ApplicationKind
  readonly isPersonal: boolean
  readonly description: string
  readonly redirectUri: string
  readonly phoneNumber: string
  readonly scope: string
  readonly registeredDaysAgo: number
  readonly connections: readonly PlannedConnection[]
  readonly use: UsePlan | null
  /** Null while it is in use. */
  readonly usedUntilDaysAgo: number | null
  readonly steps: readonly PlannedStep[]
  readonly endpoints?: readonly PlannedEndpoint[]
}

/** Where events are sent to since `daysAgo`. */
export interface PlannedEndpoint {
  readonly url: string
  readonly description: string
  readonly environment: Environment
  readonly daysAgo: number
  /** Its receiver answers 503 at the moment. */
  readonly isFailing: boolean
}

export interface PlannedProvider {
  readonly company: string
  readonly contact: string
  readonly website: string
  readonly signedUpDaysAgo: number
  readonly owner: PlannedPerson
  /** The members who accepted the owner's invitation, and those who have not yet. */
  readonly members: readonly PlannedPerson[]
  readonly invited: readonly PlannedPerson[]
  readonly applications: readonly PlannedApplication[]
}
