/** What is typed into a form: what is missing is said once somebody tried to send it, what was refused at once. */
import { type ChangeEvent, type FormEvent, useState } from 'react'
import { type Labels, problemsByField } from '../graph/problems.ts'

export type Problems = Readonly<Partial<Record<string, string>>>

export interface Typed<Draft> {
  readonly draft: Draft
  readonly problems: Problems
  readonly change: (part: Partial<Draft>) => void
}

interface DraftRules<Draft> {
  readonly begin: () => Draft
  /** What is missing or cannot be read, by the name of its field. */
  readonly problemsOf?: (draft: Draft) => Problems
  /** Why the server refused it. */
  readonly error: unknown
  readonly labels?: Labels
}

const none = () => ({})

export const useDraft = <Draft extends object>({ begin, problemsOf = none, error, labels }: DraftRules<Draft>) => {
  const [draft, setDraft] = useState(begin)
  const [isTried, setTried] = useState(false)
  const own: Problems = problemsOf(draft)
  const problems: Problems = { ...problemsByField(error, labels), ...(isTried ? own : {}) }
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  /** Whether it can be sent. */
  const tried = (): boolean => {
    setTried(true)
    return Object.keys(own).length === 0
  }
  const whenSent = (send: () => void) => (event: FormEvent) => {
    event.preventDefault()
    if (tried()) send()
  }
  return { draft, problems, change, tried, whenSent }
}

/** The input of one text of a draft. */
export const typed = <Draft, Name extends keyof Draft & string>(
  { draft, problems, change }: Typed<Draft>,
  name: Name,
) => ({
  name,
  value: draft[name],
  error: problems[name],
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
    change({ [name]: event.currentTarget.value } as unknown as Partial<Draft>),
})
