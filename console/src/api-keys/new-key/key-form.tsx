/** The form of a new key: label, scopes by area, expiry, aircraft, addresses. It keeps the input when the server refuses. */

import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../graph/query.ts'
import { DayField } from '../../parts/day-field.tsx'
import { focusOnMount } from '../../parts/focus-on-mount.ts'
import { FormFeet } from '../../parts/form-feet.tsx'
import { Icon } from '../../parts/icon.tsx'
import { mayDo, useViewer } from '../../shell/viewer.ts'
import { FailureNote } from '../../states/failure-note.tsx'
import { Loaded } from '../../states/loaded.tsx'
import { Note } from '../../states/note.tsx'
import { MAX_LABEL_CHARACTERS } from '../label.ts'
import { type CatalogueScope, FLEET, type FleetAircraft, SCOPE_CATALOGUE } from '../queries.ts'
import { AircraftLimit } from './aircraft-limit.tsx'
import { expiryChoices, OWN_DAY } from './expiry.ts'
import type { MadeSecret } from './fresh-secret.ts'
import { ScopePicker } from './scope-picker.tsx'
import { useKeyDraft } from './use-key-draft.ts'

const KEY_FIELDS = ['label', 'scopeList', 'expiresAt', 'aircraftIdList', 'networkList']

interface KeyFormProps {
  readonly onCreated: (made: MadeSecret) => void
  readonly onCancel: () => void
}

const ChangesData = ({ scopes }: { readonly scopes: readonly CatalogueScope[] }) =>
  scopes.length === 0 ? null : (
    <Note icon="pencil">
      This key <b>changes data</b>: {scopes.map(({ text }) => text.charAt(0).toLowerCase() + text.slice(1)).join('; ')}.
    </Note>
  )

interface FieldsProps extends KeyFormProps {
  readonly catalogue: readonly CatalogueScope[]
  readonly fleet: readonly FleetAircraft[]
}

const Fields = ({ catalogue, fleet, onCreated, onCancel }: FieldsProps) => {
  const [openedAt] = useState(() => new Date())
  const { draft, change, problems, submit, creation } = useKeyDraft(catalogue, openedAt, onCreated)
  const written = catalogue.filter(({ name, access }) => access === 'write' && draft.scopes.has(name))
  return (
    <form className="form" onSubmit={submit} noValidate>
      <TextInput
        data-autofocus
        ref={focusOnMount}
        label="Label"
        description="What it is for. You can change it later."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.label}
        error={problems.label}
        maxLength={MAX_LABEL_CHARACTERS}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <ScopePicker
        catalogue={catalogue}
        chosen={draft.scopes}
        isLimited={draft.aircraft !== null}
        error={problems.scopeList}
        onChange={(scopes) => change({ scopes })}
      />
      <div className="pair">
        <div className="stack-tight">
          <NativeSelect
            label="Expires"
            data={expiryChoices(openedAt)}
            value={draft.expiry}
            error={draft.expiry === OWN_DAY ? undefined : problems.expiresAt}
            onChange={(event) => change({ expiry: event.currentTarget.value })}
          />
          {draft.expiry === OWN_DAY && (
            <DayField
              label="Day it expires, at its end in UTC"
              value={draft.day === '' ? undefined : draft.day}
              error={problems.expiresAt}
              onChange={(day) => change({ day: day ?? '' })}
            />
          )}
        </div>
        {fleet.length > 0 && (
          <AircraftLimit
            fleet={fleet}
            chosen={draft.aircraft}
            error={problems.aircraftIdList}
            onChange={(aircraft) => change({ aircraft })}
          />
        )}
      </div>
      <Textarea
        label="Allowed addresses (optional)"
        description="One per line, such as 203.0.113.7 or 203.0.113.0/24. Requests from elsewhere are refused. Empty allows every address."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        value={draft.networks}
        error={problems.networkList}
        onChange={(event) => change({ networks: event.currentTarget.value })}
      />
      <ChangesData scopes={written} />
      <FailureNote error={creation.error} what="The key was not created." fields={KEY_FIELDS} />
      <FormFeet verb="Create key" isBusy={creation.isPending} onCancel={onCancel} icon={<Icon name="key" />} inDrawer />
    </form>
  )
}

export const KeyForm = (props: KeyFormProps) => {
  const viewer = useViewer()
  const catalogue = useQuery(queryOf(SCOPE_CATALOGUE, {}))
  const fleet = useQuery({ ...queryOf(FLEET, {}), enabled: mayDo(viewer, 'aircraft:read') })
  return (
    <Loaded query={catalogue}>
      {({ scopeCatalogue }) => (
        <Fields {...props} catalogue={scopeCatalogue} fleet={fleet.data?.aircraftList.nodeList ?? []} />
      )}
    </Loaded>
  )
}
