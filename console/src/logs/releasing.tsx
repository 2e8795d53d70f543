/** Release to service: name, licence and approval of who certifies it; who can sign in is asked for a signature. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { StepDialog } from '../parts/step-dialog.tsx'
import { useViewer } from '../shell/viewer.ts'
import type { Asked } from './asked.tsx'
import { CONFIRMATION_ASK, DEFECT_RELEASE, type Defect, type Standing } from './queries.ts'
import { SignerField, useSigners } from './signer-field.tsx'

export interface Release {
  readonly name: string
  readonly licenceNumber: string
  readonly approvalReference: string
  readonly station?: string
  readonly at: string
}

const LABELS = {
  name: 'Name',
  licenceNumber: 'Licence',
  approvalReference: 'Approval',
  station: 'Station',
  at: 'When',
  crewMemberId: 'Signed by',
}

type Field = 'name' | 'licenceNumber' | 'approvalReference' | 'station'

interface ReleasingProps {
  readonly defect: Defect
  readonly registration: string
  readonly logs: readonly Standing[]
  readonly onAsked: (asked: Asked<Release>) => void
  readonly onClose: () => void
}

export const Releasing = ({ defect, registration, logs, onAsked, onClose }: ReleasingProps) => {
  const viewer = useViewer()
  const [draft, setDraft] = useState<Readonly<Record<Field, string>>>({
    name: `${viewer.name} ${viewer.surname}`,
    ...{ licenceNumber: '', approvalReference: '', station: '' },
  })
  const [crewMemberId, setSigner] = useState('')
  const [isTried, setTried] = useState(false)
  const ask = useChange(CONFIRMATION_ASK)
  const signers = useSigners(logs)
  const release = useChange(DEFECT_RELEASE)
  const error = ask.error ?? release.error
  const signer = signers.find((each) => each.crewMemberId === crewMemberId)
  const missing = (['name', 'licenceNumber', 'approvalReference'] as const).filter((name) => draft[name].trim() === '')
  const problems: Readonly<Record<string, string>> = {
    ...problemsByField(error, LABELS),
    ...(isTried ? Object.fromEntries(missing.map((name) => [name, 'A release names it.'])) : {}),
  }
  const close = () => {
    ask.reset()
    release.reset()
    onClose()
  }
  const confirm = () => {
    setTried(true)
    if (missing.length > 0) return
    const terms: Release = {
      name: draft.name.trim(),
      licenceNumber: draft.licenceNumber.trim(),
      approvalReference: draft.approvalReference.trim(),
      ...(draft.station.trim() === '' ? {} : { station: draft.station.trim().toUpperCase() }),
      at: `${new Date().toISOString().slice(0, 19)}Z`,
    }
    const { techLogEntryId, version: expectedVersion } = defect
    if (!signer) return release.mutate({ techLogEntryId, input: terms, expectedVersion }, { onSuccess: close })
    ask.mutate(
      { purpose: 'RELEASE_TO_SERVICE', crewMemberId, subjectIdList: [techLogEntryId], release: terms },
      {
        onSuccess: ({ confirmationRequest: { confirmation } }) => {
          if (confirmation) onAsked({ ...confirmation, name: signer.name, terms })
          close()
        },
      },
    )
  }
  const field = (name: Field, placeholder = '') => (
    <TextInput
      label={LABELS[name]}
      name={name}
      placeholder={placeholder}
      maxLength={100}
      autoComplete="off"
      value={draft[name]}
      error={problems[name]}
      onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
    />
  )
  return (
    <StepDialog
      question={{
        title: `Release ${registration} to service?`,
        verb: signer ? `Ask ${signer.name}` : 'Release to service',
        about: `“${defect.rectification ?? defect.description}”`,
        follows: [
          ...(defect.isNoGo
            ? [{ icon: 'aircraft' as const, says: `${registration} is no longer on the ground for this defect` }]
            : []),
          {
            icon: 'pencil',
            says: signer
              ? 'The certifying person signs on a page of their own'
              : 'It stands with this name, licence and approval, and with yours as who entered it',
          },
        ],
      }}
      isBusy={ask.isPending || release.isPending}
      error={error}
      onConfirm={confirm}
      onClose={close}
    >
      <div className="pair">
        {field('name')}
        {field('licenceNumber', 'CH.66.1184')}
      </div>
      <div className="pair">
        {field('approvalReference', 'CH.145.0087')}
        {field('station', 'LSZH')}
      </div>
      <SignerField
        label={LABELS.crewMemberId}
        signers={signers}
        value={crewMemberId}
        nobody="Nobody signs here"
        error={problems.crewMemberId}
        onChange={setSigner}
      />
    </StepDialog>
  )
}
