/** The state of the new key's form: fields, errors and creation. */
import { type FormEvent, useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { networksIn } from '../networks.ts'
import { API_KEY_CREATE, type CatalogueScope } from '../queries.ts'
import { expiryOf, OWN_DAY } from './expiry.ts'
import type { MadeSecret } from './fresh-secret.ts'

interface KeyDraft {
  readonly label: string
  readonly scopes: ReadonlySet<string>
  readonly expiry: string
  readonly day: string
  readonly aircraft: ReadonlySet<string> | null
  /** As typed. */
  readonly networks: string
}

type Problems = Partial<Record<'label' | 'scopeList' | 'expiresAt' | 'aircraftIdList' | 'networkList', string>>

const EMPTY: KeyDraft = { label: '', scopes: new Set(), expiry: '90', day: '', aircraft: null, networks: '' }

const problemsOf = ({ label, scopes, expiry, day, aircraft }: KeyDraft): Problems => ({
  ...(label.trim() === '' ? { label: 'Give it a label: what is it for?' } : {}),
  ...(scopes.size === 0 ? { scopeList: 'Choose at least one scope.' } : {}),
  ...(expiry === OWN_DAY && day === '' ? { expiresAt: 'Choose the day.' } : {}),
  ...(aircraft?.size === 0 ? { aircraftIdList: 'Choose at least one aircraft.' } : {}),
})

/** Limiting a key to aircraft removes the scopes for which the limit could not be enforced (access-model §6). */
const settled = (draft: KeyDraft, catalogue: readonly CatalogueScope[]): KeyDraft => {
  if (draft.aircraft === null) return draft
  const bound = new Set(catalogue.filter(({ isAircraftBound }) => isAircraftBound).map(({ name }) => name))
  return { ...draft, scopes: draft.scopes.intersection(bound) }
}

export const useKeyDraft = (
  catalogue: readonly CatalogueScope[],
  openedAt: Date,
  onCreated: (made: MadeSecret) => void,
) => {
  const [draft, setDraft] = useState(EMPTY)
  const [isTried, setTried] = useState(false)
  const creation = useChange(API_KEY_CREATE, ({ apiKeyCreate: { apiKey, refreshToken } }) => {
    if (apiKey)
      onCreated(refreshToken === null ? { ...apiKey, refreshToken, overlapHours: 0 } : { ...apiKey, refreshToken })
  })
  const found = problemsOf(draft)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(found).length > 0) return
    const input = {
      label: draft.label.trim(),
      scopeList: [...draft.scopes],
      expiresAt: expiryOf(draft.expiry, draft.day, openedAt),
      aircraftIdList: draft.aircraft && [...draft.aircraft],
      networkList: networksIn(draft.networks),
    }
    creation.mutate({ input })
  }
  return {
    draft,
    change: (part: Partial<KeyDraft>) => setDraft((before) => settled({ ...before, ...part }, catalogue)),
    problems: { ...problemsByField(creation.error), ...(isTried ? found : {}) } as Problems,
    submit,
    creation,
  }
}
