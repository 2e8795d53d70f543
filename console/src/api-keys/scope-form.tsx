/** Another choice of scopes for a key in use: less is saved at once, more is asked about first. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { queryOf } from '../graph/query.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { FormFeet } from '../parts/form-feet.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { Loaded } from '../states/loaded.tsx'
import { Note } from '../states/note.tsx'
import { counted } from '../text/count.ts'
import { ScopePicker } from './new-key/scope-picker.tsx'
import { API_KEY_SCOPE_SET, type ApiKey, type CatalogueScope, SCOPE_CATALOGUE } from './queries.ts'

interface ScopeFormProps {
  readonly apiKey: ApiKey
  readonly onClose: () => void
}

const named = (catalogue: readonly CatalogueScope[], names: ReadonlySet<string>) =>
  catalogue.filter(({ name }) => names.has(name)).map(({ text }) => text.charAt(0).toLowerCase() + text.slice(1))

const Fields = ({ apiKey, catalogue, onClose }: ScopeFormProps & { readonly catalogue: readonly CatalogueScope[] }) => {
  const held = new Set(apiKey.scopeList.map(({ scope }) => scope.name))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(held)
  const [isAsking, setAsking] = useState(false)
  const save = useChange(API_KEY_SCOPE_SET)
  const added = new Set(chosen).difference(held)
  const lost = held.difference(new Set(chosen))
  const send = () =>
    save.mutate(
      { apiKeyId: apiKey.apiKeyId, scopeList: [...chosen] },
      { onSuccess: onClose, onSettled: () => setAsking(false) },
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (added.size === 0 && lost.size === 0) return onClose()
    return added.size > 0 ? setAsking(true) : send()
  }
  return (
    <form className="form" onSubmit={submit}>
      <ScopePicker
        catalogue={catalogue}
        chosen={chosen}
        isLimited={apiKey.aircraftIdList !== null}
        error={problemsByField(save.error).scopeList}
        onChange={setChosen}
      />
      {lost.size > 0 && (
        <Note icon="alert">
          It loses {counted(lost.size, 'scope')} with its next request: {named(catalogue, lost).join('; ')}.
        </Note>
      )}
      <FailureNote error={save.error} what="It keeps its scopes." fields={['scopeList']} />
      <FormFeet verb="Save scopes" isBusy={save.isPending} onCancel={onClose} />
      <ConfirmDialog
        title={`Let ${apiKey.label} do more?`}
        verb="Let it do more"
        isDestructive={false}
        isOpen={isAsking}
        change={{ isPending: save.isPending, error: null }}
        onConfirm={send}
        onClose={() => setAsking(false)}
      >
        <p>Whoever holds this key can then also:</p>
        <ul>
          {named(catalogue, added).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p className="muted">It has them from its next access token on, within 30 minutes.</p>
      </ConfirmDialog>
    </form>
  )
}

export const ScopeForm = (props: ScopeFormProps) => {
  const catalogue = useQuery(queryOf(SCOPE_CATALOGUE, {}))
  return <Loaded query={catalogue}>{({ scopeCatalogue }) => <Fields {...props} catalogue={scopeCatalogue} />}</Loaded>
}
