/** What a decision after the demo was taken on: lines that were measured, and lines that staff tick by hand (portals §5). */
import { userError } from '../../domain/user-error.ts'
import { checkedLine } from '../providers/conversation.ts'
import { EVIDENCE_LABELS } from '../providers/evidence.ts'

const MAX_REQUIREMENTS = 30
const MAX_TEXT = 500

export interface Requirement {
  readonly text: string
  readonly isMet: boolean
}

const MEASURED: ReadonlySet<string> = new Set(Object.values(EVIDENCE_LABELS))

const refuse = (description: string): never => {
  throw userError('VALIDATION', description, ['requirementList'])
}

/** Measured lines alone put nothing into production: a member of staff ticks what they saw. */
export const checkedRequirements = (given: {
  readonly isApproved: boolean
  readonly requirements: readonly Requirement[]
}): Requirement[] => {
  if (given.requirements.length > MAX_REQUIREMENTS) refuse(`At most ${MAX_REQUIREMENTS} requirements are ticked`)
  const checked = given.requirements.map(({ text, isMet }) => ({
    text: checkedLine(text, 'requirementList', MAX_TEXT),
    isMet,
  }))
  if (given.isApproved && !checked.some(({ text, isMet }) => isMet && !MEASURED.has(text))) {
    refuse('Tick at least one requirement that you saw met in the demo, or send the application back')
  }
  return checked
}
