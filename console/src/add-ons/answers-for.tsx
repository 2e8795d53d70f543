/** For which contacts a flight support application answers; an administrator changes them here. */
import { spelled } from '../data/spelled.ts'
import { ChosenPanel } from './chosen-panel.tsx'
import { ProviderChoice } from './provider-choice.tsx'
import { providerName, providersQuery } from './providers.ts'
import type { AddOn } from './queries.ts'

/** Nothing for an application that answers for nobody. */
export const AnswersFor = ({ addOn }: { readonly addOn: AddOn }) =>
  addOn.kind === 'flight-support' &&
  !addOn.isPersonal && (
    <ChosenPanel
      title={`${addOn.name} answers for`}
      offered={providersQuery}
      readScope="contact:read"
      chosen={(providers) => {
        const kinds = new Map(providers.map(({ contactId, kind }) => [contactId, kind]))
        return addOn.providerContactList.map((contact) => ({
          id: contact.contactId,
          name: providerName(contact),
          about: spelled(kinds.get(contact.contactId) ?? ''),
        }))
      }}
      ifNone="Nobody yet: it sees no requests."
      foot={`Taking one off: its requests are closed to ${addOn.name} at once. Requests stay yours.`}
      choice={(providers, close) => <ProviderChoice addOn={addOn} providers={providers} onClose={close} />}
    />
  )
