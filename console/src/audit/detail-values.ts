/** An entry's detail, which is a JSON object, as names and values in words. */

import { roleInWords } from '../people/roles.ts'
import { counted } from '../text/count.ts'

export type DetailValues = Readonly<Record<string, unknown>>

export const detailValues = (text: string): DetailValues => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { value }
  } catch {
    return { value: text }
  }
}

/** Scopes and roles stand in the log as a list or as one text with spaces. */
export const namesIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.map(String).filter(Boolean)
  return typeof value === 'string' ? value.split(' ').filter(Boolean) : []
}

export interface Fact {
  readonly name: string
  readonly words: readonly string[]
  /** Names of scopes and ids are set in the font of code. */
  readonly isCode: boolean
}

const NAMES: Readonly<Record<string, string>> = {
  after: 'After',
  before: 'Before',
  email: 'Email',
  label: 'Label',
  name: 'Name',
  overlapHours: 'Old token works on for',
  people: 'Whose access ended',
  personalApplications: 'Their own applications',
  reason: 'Reason',
  roles: 'Roles',
  scopes: 'Scopes',
}

/** Details that the sentence already contains, and counters without meaning for users. */
const SAID_ELSEWHERE = new Set([
  'account',
  'listed',
  'clientId',
  'application',
  'passkeyId',
  'expectedAbove',
  'signCount',
])

const isScopeName = (text: string): boolean => /^[a-z-]+:[a-z:-]+$/.test(text)

/** Formats an unknown name: "overlapHours" becomes "Overlap hours". */
const spelledName = (name: string): string => {
  const words = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const wordsOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(wordsOf)
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => `${spelledName(name)}: ${wordsOf(inner).join(' ')}`)
  }
  return [String(value)]
}

const factOf = (name: string, value: unknown, action: string): Fact => {
  const title = NAMES[name] ?? spelledName(name)
  if (name === 'overlapHours') return { name: title, words: [counted(Number(value), 'hour')], isCode: false }
  if (name === 'people' || name === 'personalApplications') {
    const [one, many] = name === 'people' ? ['person', 'people'] : ['application', 'applications']
    return { name: title, words: [counted(namesIn(value).length, one, many)], isCode: false }
  }
  const names = namesIn(value)
  if (names.length > 0 && names.every(isScopeName)) return { name: title, words: names, isCode: true }
  if (action.startsWith('user.') && ['before', 'after', 'roles'].includes(name)) {
    return { name: title, words: names.length === 0 ? ['no role'] : names.map(roleInWords), isCode: false }
  }
  return { name: title, words: wordsOf(value), isCode: false }
}

export const factsOf = (action: string, detail: DetailValues): Fact[] =>
  Object.entries(detail)
    .filter(([name, value]) => value !== null && value !== '' && !SAID_ELSEWHERE.has(name))
    .map(([name, value]) => factOf(name, value, action))
