/**
 * How much of an operation is about the sender's own safety reports. Of one that is about nothing else no trace is left
 * that tells who sent it or when: no line, no row of the request log, no count, no span (data §11.2, ADR 205). Of one
 * that is about other things too, the log has those alone.
 */
import { scopesOfField } from '../access-declaration.ts'
import type { PlannedField } from '../execution/planned-field.ts'
import type { WorkMeter } from '../work-meter.ts'

export type Secrecy = 'none' | 'partly' | 'whole'

const TYPE_NAME = '__typename'

export const secrecyOf = (rootFields: readonly PlannedField[], meter: WorkMeter): Secrecy => {
  let secret = 0
  let others = 0
  for (const { field } of meter.over(rootFields)) {
    if (scopesOfField(field).includes('own:safety')) secret++
    else if (field.name !== TYPE_NAME) others++
  }
  if (secret === 0) return 'none'
  return others === 0 ? 'whole' : 'partly'
}
