import { isBlank, isShowableLine, isShowableText, UNSHOWABLE_MESSAGE } from './shown-text.ts'

/** Something wrong with an input: which field, and what to do about it. Becomes an entry of `userErrorList`. */
export interface Problem {
  readonly path: readonly string[]
  readonly message: string
  /** Where it is more than a value that does not fit: times in disorder, or that cannot be (data §4.1, §5.2). */
  readonly code?: 'TIME_ORDER' | 'IMPLAUSIBLE'
}

interface TextRule {
  readonly most: number
  /** Tabs and line ends are fine, as in a note. */
  readonly severalLines?: boolean
  readonly required?: boolean
}

export const textProblems = (path: readonly string[], text: string | null, rule: TextRule): Problem[] => {
  if (text === null) return rule.required ? [{ path, message: 'A value is required' }] : []
  if (isBlank(text)) return [{ path, message: 'The text is blank' }]
  const line = text.trim()
  const isShowable = rule.severalLines ? isShowableText(line) : isShowableLine(line)
  if (!isShowable) return [{ path, message: `The text ${UNSHOWABLE_MESSAGE}` }]
  return text.length > rule.most ? [{ path, message: `The text has more than ${rule.most} characters` }] : []
}
