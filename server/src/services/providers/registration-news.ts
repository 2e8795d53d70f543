/** What changed of what operators and support know of an application. */
import type { Registration } from '../oauth/registration.ts'

/** The items by which operators know an application. */
export type RegistrationItems = Partial<
  Pick<Registration, 'name' | 'redirectUris' | 'description' | 'website' | 'connectUrl'>
>

/** One change, or several as one: what stood before the first and what stands after the last. */
export interface RegistrationNews {
  readonly changed: readonly string[]
  readonly before?: RegistrationItems
  readonly after?: RegistrationItems
  /** How many changes it was, where they are several. */
  readonly times?: number
}
