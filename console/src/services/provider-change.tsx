/** Asks somebody else: the request becomes a draft for them, without anything that the one before said. */
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { providerName, providersQuery } from '../add-ons/providers.ts'
import { useChange } from '../graph/change.ts'
import { StepDialog } from '../parts/step-dialog.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { REQUEST_UPDATE, type Request } from './queries.ts'
import { kindWords, type ServiceStatus } from './request-words.ts'

const CHANGING: ReadonlySet<ServiceStatus> = new Set(['DRAFT', 'REQUESTED', 'REJECTED', 'REVIEW'])

interface ProviderFieldProps {
  readonly value: string
  readonly error?: string | undefined
  readonly onChange: (contactId: string) => void
}

export const ProviderField = ({ value, error, onChange }: ProviderFieldProps) => {
  const { data } = useQuery(providersQuery)
  return (
    <NativeSelect
      label="Provider"
      name="providerContactId"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: 'Nobody yet' },
        ...(data ?? []).map((provider) => ({
          value: provider.contactId,
          label: [providerName(provider), provider.airport?.iCAO].filter(Boolean).join(', '),
        })),
      ]}
    />
  )
}

export const ProviderChange = ({ request }: { readonly request: Request }) => {
  const viewer = useViewer()
  const [isAsked, setAsked] = useState(false)
  const [contactId, setContactId] = useState('')
  const change = useChange(REQUEST_UPDATE)
  if (!CHANGING.has(request.status) || !mayDo(viewer, 'service:write') || !mayDo(viewer, 'contact:read')) return null
  const close = () => setAsked(false)
  const { serviceRequestId, version: expectedVersion } = request
  const what = kindWords(request.kind).toLowerCase()
  return (
    <div>
      <Button size="xs" onClick={() => setAsked(true)}>
        {request.provider ? 'Ask somebody else…' : 'Choose a provider…'}
      </Button>
      <StepDialog
        question={
          isAsked
            ? {
                title: `Who does ${what}?`,
                verb: 'Make it a draft for them',
                follows: [
                  ...(request.provider
                    ? [{ icon: 'cross', says: 'Whoever was asked before sees it no more' } as const]
                    : []),
                  { icon: 'pencil', says: 'It is a draft until you send it' },
                ],
              }
            : null
        }
        change={change}
        onConfirm={() =>
          change.mutate(
            { serviceRequestId, input: { providerContactId: contactId || null }, expectedVersion },
            { onSuccess: close },
          )
        }
        onClose={close}
      >
        <ProviderField value={contactId} onChange={setContactId} />
      </StepDialog>
    </div>
  )
}
