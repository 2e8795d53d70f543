/** What an upload is for. Its id tells, so that it is known before a byte is read who may send it and what is noted of it. */
import type { Scope } from '../../scopes.ts'

const PURPOSES = {
  document: { prefix: 'upl', scope: 'document:write' },
  safety: { prefix: 'sup', scope: 'safety:write' },
  /** Of one's own safety report: nothing of its transfer is noted (data §11.2). */
  'own-report': { prefix: 'rup', scope: 'own:safety' },
} as const satisfies Readonly<Record<string, { readonly prefix: string; readonly scope: Scope }>>

export type UploadPurpose = keyof typeof PURPOSES

export const prefixFor = (purpose: UploadPurpose): string => PURPOSES[purpose].prefix

export const scopeFor = (purpose: UploadPurpose): Scope => PURPOSES[purpose].scope

/** One that we did not make is for a document: there is no such upload. */
export const purposeOf = (uploadId: string): UploadPurpose => {
  const found = Object.entries(PURPOSES).find(([, { prefix }]) => uploadId.startsWith(`${prefix}_`))
  return (found?.[0] ?? 'document') as UploadPurpose
}
