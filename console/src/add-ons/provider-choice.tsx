/** Ticks the contacts that an application answers for. */
import { Checkbox, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { spelled } from '../data/spelled.ts'
import { useChange } from '../graph/change.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { Empty } from '../states/empty.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { providerName } from './providers.ts'
import { ADD_ON_PROVIDERS, type AddOn, type Provider } from './queries.ts'

/** More than these are searched. */
const SEEN_AT_ONCE = 8

const aboutProvider = ({ kind, airport }: Provider): string =>
  [spelled(kind), airport && [airport.city, airport.iCAO].filter(Boolean).join(' ')].filter(Boolean).join(' · ')

interface ProviderChoiceProps {
  readonly addOn: AddOn
  readonly providers: readonly Provider[]
  readonly onClose: () => void
}

export const ProviderChoice = ({ addOn, providers, onClose }: ProviderChoiceProps) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(addOn.providerContactList.map(({ contactId }) => contactId)),
  )
  const [typed, setTyped] = useState('')
  const change = useChange(ADD_ON_PROVIDERS)
  if (providers.length === 0) {
    return (
      <Empty
        icon="users"
        title="No handlers, suppliers or authorities yet"
        action={
          <Link to="/data/$kind" params={{ kind: 'contacts' }}>
            Contacts
          </Link>
        }
      >
        {addOn.name} answers for providers among your contacts. Add the one it works for.
      </Empty>
    )
  }
  const searched = typed.trim().toLowerCase()
  const shown = providers.filter((provider) =>
    `${providerName(provider)} ${aboutProvider(provider)}`.toLowerCase().includes(searched),
  )
  // A contact that is no provider any more cannot be kept.
  const contactIdList = providers.map(({ contactId }) => contactId).filter((contactId) => chosen.has(contactId))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ clientId: addOn.clientId, contactIdList }, { onSuccess: onClose })
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      {providers.length > SEEN_AT_ONCE && (
        <TextInput
          label={`Search ${providers.length} providers`}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <fieldset className="stack-tight">
        <legend className="unseen">Contacts it answers for</legend>
        {shown.map((provider) => (
          <Checkbox
            key={provider.contactId}
            label={providerName(provider)}
            description={aboutProvider(provider)}
            checked={chosen.has(provider.contactId)}
            onChange={() => setChosen(chosen.symmetricDifference(new Set([provider.contactId])))}
          />
        ))}
        {shown.length === 0 && <p className="muted">None matches.</p>}
      </fieldset>
      <p className="small muted">
        {contactIdList.length} of {providers.length} chosen. Taking one off: its requests are closed to {addOn.name} at
        once. Requests stay yours.
      </p>
      {change.isError && <FailureNote error={change.error} what="Nothing was changed." />}
      <FormFeet verb="Save" isBusy={change.isPending} onCancel={onClose} inDrawer />
    </form>
  )
}
