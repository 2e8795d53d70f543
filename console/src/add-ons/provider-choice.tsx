/** Ticks the contacts that an application answers for. */
import { Link } from '@tanstack/react-router'
import { spelled } from '../data/spelled.ts'
import { useChange } from '../graph/change.ts'
import { Empty } from '../states/empty.tsx'
import { ChoiceForm, type Choosable } from './choice-form.tsx'
import { providerName } from './providers.ts'
import { ADD_ON_PROVIDERS, type AddOn, type Provider } from './queries.ts'

const choosable = (provider: Provider): Choosable => {
  const { contactId, kind, airport } = provider
  const where = airport && [airport.city, airport.iCAO].filter(Boolean).join(' ')
  return { id: contactId, name: providerName(provider), about: [spelled(kind), where].filter(Boolean).join(' · ') }
}

interface ProviderChoiceProps {
  readonly addOn: AddOn
  readonly providers: readonly Provider[]
  readonly onClose: () => void
}

export const ProviderChoice = ({ addOn, providers, onClose }: ProviderChoiceProps) => {
  const change = useChange(ADD_ON_PROVIDERS)
  const { clientId, name, providerContactList } = addOn
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
        {name} answers for providers among your contacts. Add the one it works for.
      </Empty>
    )
  }
  return (
    <ChoiceForm
      options={providers.map(choosable)}
      before={providerContactList.map(({ contactId }) => contactId)}
      legend="Contacts it answers for"
      many="providers"
      change={change}
      onSave={(contactIdList) => change.mutate({ clientId, contactIdList }, { onSuccess: onClose })}
      onClose={onClose}
    >
      Taking one off: its requests are closed to {name} at once. Requests stay yours.
    </ChoiceForm>
  )
}
