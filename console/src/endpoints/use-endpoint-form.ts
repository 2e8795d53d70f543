/** The state of an endpoint's form, an operator's or an application's: what is chosen, what is wrong with it, sending it. */
import { useDraft } from '../parts/use-draft.ts'
import { HEARING_LABELS, type Hearing, type HearingSet, hearingOf, hearingProblems } from './hearing.ts'

export interface EndpointDraft extends Hearing {
  readonly url: string
  readonly description: string
  readonly currentPassword: string
}

export const ENDPOINT_LABELS = {
  url: 'URL',
  description: 'What it is for',
  ...HEARING_LABELS,
  currentPassword: 'Password',
} as const

export type EndpointProblems = Partial<Record<keyof typeof ENDPOINT_LABELS, string>>

export interface MadeEndpoint {
  readonly webhookId: string
  readonly url: string
  /** Null where the answer that showed it was lost. */
  readonly secret: string | null
}

export interface WhenSent {
  readonly onMade: (made: MadeEndpoint) => void
  readonly onChanged: () => void
}

export const draftOf = (
  changed: (HearingSet & { readonly url: string; readonly description: string }) | null,
): EndpointDraft => ({
  ...hearingOf(changed),
  url: changed?.url ?? '',
  description: changed?.description ?? '',
  currentPassword: '',
})

export const whereTo = ({ url, description, currentPassword }: EndpointDraft) => ({
  url: url.trim(),
  description: description.trim(),
  currentPassword: currentPassword === '' ? null : currentPassword,
})

interface Sending {
  readonly error: Error | null
  readonly isPending: boolean
}

interface EndpointFormState<Draft extends EndpointDraft, Field extends string> {
  readonly start: () => Draft
  readonly labels: Readonly<Record<Field, string>>
  /** What is wrong beside the address and what it hears. */
  readonly problemsOf?: (draft: Draft) => Partial<Record<Field, string>>
  readonly sending: Sending
  readonly send: (draft: Draft) => void
}

export const useEndpointForm = <Draft extends EndpointDraft, Field extends string>({
  start,
  labels,
  problemsOf,
  sending,
  send,
}: EndpointFormState<Draft, Field>) => {
  const { draft, change, problems, whenSent } = useDraft({
    begin: start,
    problemsOf: (typed: Draft) => ({
      ...hearingProblems(typed),
      ...(typed.url.trim() === '' ? { url: 'Where to? An https address of your system.' } : {}),
      ...problemsOf?.(typed),
    }),
    error: sending.error,
    labels,
  })
  return {
    draft,
    change,
    problems: problems as Partial<Record<Field, string>>,
    labels,
    submit: whenSent(() => send(draft)),
    error: sending.error,
    isBusy: sending.isPending,
  }
}
