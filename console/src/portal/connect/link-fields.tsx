/** Where the link leads, where the answer goes, and what protects both. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import type { Application } from '../queries.ts'
import { APPLICATION_CHANGE } from '../registration/queries.ts'
import { originIn } from './link.ts'
import { canHash, newState, newVerifier } from './pkce.ts'
import type { LinkDraft } from './use-link-draft.ts'

interface LinkFieldsProps {
  readonly application: Application
  readonly sandbox: { readonly name: string; readonly origin: string }
  readonly callbackUri: string
  readonly draft: LinkDraft
  readonly change: (more: Partial<LinkDraft>) => void
}

const OperatorField = ({ sandbox, draft, change }: LinkFieldsProps) => {
  const [typed, setTyped] = useState(draft.origin === sandbox.origin ? '' : draft.origin)
  const [isOther, setOther] = useState(draft.origin !== sandbox.origin)
  const type = (text: string) => {
    setTyped(text)
    const origin = originIn(text)
    if (origin !== null) change({ origin })
  }
  return (
    <div className="stack-tight">
      <NativeSelect
        label="Operator"
        value={isOther ? 'other' : 'own'}
        data={[
          { value: 'own', label: `Your own: ${sandbox.name}` },
          { value: 'other', label: 'Another address' },
        ]}
        onChange={(event) => {
          const goesElsewhere = event.currentTarget.value === 'other'
          setOther(goesElsewhere)
          change({ origin: goesElsewhere ? (originIn(typed) ?? draft.origin) : sandbox.origin })
        }}
      />
      {isOther && (
        <TextInput
          label="Its address"
          type="url"
          placeholder="https://alpine.sandbox.…"
          value={typed}
          error={typed !== '' && originIn(typed) === null ? 'An operator’s address is an http or https URL' : undefined}
          onChange={(event) => type(event.currentTarget.value)}
        />
      )}
    </div>
  )
}

/** The portal can take the answer itself once its callback is registered. */
const AddCallback = ({ application, callbackUri, change }: LinkFieldsProps) => {
  const addition = useChange(APPLICATION_CHANGE)
  const { clientId, redirectUriList } = application
  const add = () =>
    addition.mutate(
      { clientId, input: { redirectUriList: [...redirectUriList, callbackUri] } },
      { onSuccess: () => change({ redirectUri: callbackUri }) },
    )
  if (redirectUriList.includes(callbackUri)) return null
  return (
    <>
      <p className="small muted">
        This portal can take the answer and check it for you, at sandbox addresses: <code>{callbackUri}</code>
      </p>
      <div>
        <Button size="xs" loading={addition.isPending} onClick={add}>
          Add this portal’s callback
        </Button>
      </div>
      <FailureNote error={addition.error} what="The callback was not added." />
    </>
  )
}

const RedirectField = (props: LinkFieldsProps) => {
  const { application, callbackUri, draft, change } = props
  return (
    <div className="stack-tight">
      <NativeSelect
        label="Redirect address"
        value={draft.redirectUri}
        data={application.redirectUriList.map((uri) => ({
          value: uri,
          label: uri === callbackUri ? 'This portal’s callback' : uri,
        }))}
        onChange={(event) => change({ redirectUri: event.currentTarget.value })}
      />
      <AddCallback {...props} />
    </div>
  )
}

const PkceField = ({ draft: { verifier }, change }: LinkFieldsProps) => (
  <div className="stack-tight">
    <Checkbox
      label="PKCE: bind the code to a verifier that only you have"
      checked={verifier !== null}
      disabled={!canHash()}
      onChange={(event) => change({ verifier: event.currentTarget.checked ? newVerifier() : null })}
    />
    {!canHash() && <p className="small muted">This browser hashes on https and on this machine only.</p>}
    {verifier !== null && (
      <div className="row small">
        <span className="muted">Verifier</span> <code>{verifier}</code>
        <CopyButton text={verifier} label="Copy the verifier" />
      </div>
    )}
  </div>
)

export const LinkFields = (props: LinkFieldsProps) => {
  const { draft, change } = props
  return (
    <>
      <div className="halves connect-pair">
        <OperatorField {...props} />
        <RedirectField {...props} />
      </div>
      <div className="connect-state">
        <TextInput
          label="State"
          className="connect-grow"
          value={draft.state}
          onChange={(event) => change({ state: event.currentTarget.value })}
        />
        <Button onClick={() => change({ state: newState() })}>New state</Button>
      </div>
      <PkceField {...props} />
    </>
  )
}
