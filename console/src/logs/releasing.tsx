/** Release to service: name, licence and approval of who certifies it; who can sign in is asked for a signature. */
import { TextInput } from '@mantine/core'
import { useChange } from '../graph/change.ts'
import { StepDialog } from '../parts/step-dialog.tsx'
import { type Problems, typed, useDraft } from '../parts/use-draft.ts'
import { useViewer } from '../shell/viewer.ts'
import { toSecond } from '../text/instant.ts'
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

const EMPTY = { name: '', licenceNumber: '', approvalReference: '', station: '', crewMemberId: '' }

const draftProblems = (draft: typeof EMPTY): Problems =>
  Object.fromEntries(
    (['name', 'licenceNumber', 'approvalReference'] as const)
      .filter((name) => draft[name].trim() === '')
      .map((name) => [name, 'A release names it.']),
  )

const termsOf = ({ name, licenceNumber, approvalReference, station }: typeof EMPTY): Release => ({
  name: name.trim(),
  licenceNumber: licenceNumber.trim(),
  approvalReference: approvalReference.trim(),
  ...(station.trim() === '' ? {} : { station: station.trim().toUpperCase() }),
  at: toSecond(Date.now()),
})

interface ReleasingProps {
  readonly defect: Defect
  readonly registration: string
  readonly logs: readonly Standing[]
  readonly onAsked: (asked: Asked<Release>) => void
  readonly onClose: () => void
}

export const Releasing = ({ defect, registration, logs, onAsked, onClose }: ReleasingProps) => {
  const viewer = useViewer()
  const ask = useChange(CONFIRMATION_ASK)
  const signers = useSigners(logs)
  const release = useChange(DEFECT_RELEASE)
  const error = ask.error ?? release.error
  const form = useDraft({
    begin: () => ({ ...EMPTY, name: `${viewer.name} ${viewer.surname}` }),
    problemsOf: draftProblems,
    error,
    labels: LABELS,
  })
  const { crewMemberId } = form.draft
  const signer = signers.find((each) => each.crewMemberId === crewMemberId)
  const reset = () => {
    ask.reset()
    release.reset()
  }
  const confirm = () => {
    if (!form.tried()) return
    const terms = termsOf(form.draft)
    const { techLogEntryId, version: expectedVersion } = defect
    if (!signer) return release.mutate({ techLogEntryId, input: terms, expectedVersion }, { onSuccess: onClose })
    ask.mutate(
      { purpose: 'RELEASE_TO_SERVICE', crewMemberId, subjectIdList: [techLogEntryId], release: terms },
      {
        onSuccess: ({ confirmationRequest: { confirmation } }) => {
          if (confirmation) onAsked({ ...confirmation, name: signer.name, terms })
          onClose()
        },
      },
    )
  }
  const field = (name: Exclude<keyof typeof EMPTY, 'crewMemberId'>, placeholder = '') => (
    <TextInput
      label={LABELS[name]}
      placeholder={placeholder}
      maxLength={100}
      autoComplete="off"
      {...typed(form, name)}
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
      change={{ isPending: ask.isPending || release.isPending, error, reset }}
      onConfirm={confirm}
      onClose={onClose}
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
        nobody="Nobody signs here"
        {...typed(form, 'crewMemberId')}
      />
    </StepDialog>
  )
}
