/**
 * What somebody is writing, in this tab alone until it is sent: a report that names nobody is not kept by the server
 * before that (ADR 207). Whoever signs in next in this tab does not find it.
 */
import { type Draft, emptyDraft } from '../report-draft.ts'

const KEY = 'report'

interface Kept {
  readonly userId: string
  readonly draft: Draft
}

export const keepText = (userId: string, draft: Draft): void => {
  const kept: Kept = { userId, draft }
  sessionStorage.setItem(KEY, JSON.stringify(kept))
}

export const forgetText = (): void => sessionStorage.removeItem(KEY)

/** Null where there is none, or it is another person's. */
export const keptText = (userId: string): Draft | null => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null
    if (kept?.userId === userId) return { ...emptyDraft(''), ...kept.draft }
  } catch {
    // What is not ours is not read.
  }
  forgetText()
  return null
}
