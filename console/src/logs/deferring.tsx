/** Deferring a defect by the minimum equipment list: the end is counted, and the person who accepts it is asked. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { StepDialog } from '../parts/step-dialog.tsx'
import { utcFull } from '../text/instant.ts'
import { readTime } from '../text/read-time.ts'
import type { Asked } from './asked.tsx'
import { CATEGORY_CHOICES, type Category, deferralEnd } from './log-words.ts'
import { CONFIRMATION_ASK, type Defect, type Standing } from './queries.ts'
import { SignerField, useSigners } from './signer-field.tsx'

export interface Deferral {
  readonly melReference: string
  readonly melCategory: Category
  readonly deferredUntil?: string
  readonly restrictionList?: string[]
}

const LABELS = {
  melReference: 'MEL reference',
  melCategory: 'Category',
  deferredUntil: 'Until (UTC)',
  restrictionList: 'Restriction',
  crewMemberId: 'Accepted by',
}

interface DeferringProps {
  readonly defect: Defect
  readonly registration: string
  readonly logs: readonly Standing[]
  readonly onAsked: (asked: Asked<Deferral>) => void
  readonly onClose: () => void
}

export const Deferring = ({ defect, registration, logs, onAsked, onClose }: DeferringProps) => {
  const [melReference, setReference] = useState('')
  const [melCategory, setCategory] = useState<Category>('C')
  const [until, setUntil] = useState('')
  const [restriction, setRestriction] = useState('')
  const [crewMemberId, setSigner] = useState('')
  const [isTried, setTried] = useState(false)
  const ask = useChange(CONFIRMATION_ASK)
  const signers = useSigners(logs)
  const signer = signers.find((each) => each.crewMemberId === crewMemberId)
  const deferredUntil = melCategory === 'A' ? readTime(until) : undefined
  const own: Readonly<Record<string, string>> = {
    ...(melReference.trim() === '' ? { melReference: 'As the list calls the item, e.g. 32-51-01.' } : {}),
    ...(melCategory === 'A' && deferredUntil === undefined
      ? { deferredUntil: 'A day and a time, e.g. 22 Nov 2026 23:59Z.' }
      : {}),
    ...(signer ? {} : { crewMemberId: 'Choose who accepts it.' }),
  }
  const problems: Readonly<Record<string, string>> = {
    ...problemsByField(ask.error, LABELS),
    ...(isTried ? own : {}),
  }
  const close = () => {
    ask.reset()
    onClose()
  }
  const confirm = () => {
    setTried(true)
    if (!signer || Object.keys(own).length > 0) return
    const terms: Deferral = {
      melReference: melReference.trim(),
      melCategory,
      ...(deferredUntil === undefined ? {} : { deferredUntil }),
      ...(restriction.trim() === '' ? {} : { restrictionList: [restriction.trim()] }),
    }
    ask.mutate(
      { purpose: 'DEFERRAL_ACCEPT', crewMemberId, subjectIdList: [defect.techLogEntryId], deferral: terms },
      {
        onSuccess: ({ confirmationRequest: { confirmation } }) => {
          if (confirmation) onAsked({ ...confirmation, name: signer.name, terms })
          close()
        },
      },
    )
  }
  return (
    <StepDialog
      question={{
        title: `Defer “${defect.description}”?`,
        verb: signer ? `Ask ${signer.name}` : 'Ask',
        follows: [
          { icon: 'pencil', says: 'Who accepts it confirms on a page of their own; nobody signs for them' },
          ...(defect.isNoGo
            ? [{ icon: 'aircraft' as const, says: `Then the block that grounds ${registration} ends` }]
            : []),
        ],
      }}
      isBusy={ask.isPending}
      error={ask.error}
      onConfirm={confirm}
      onClose={close}
    >
      <div className="pair">
        <TextInput
          label={LABELS.melReference}
          name="melReference"
          placeholder="32-51-01"
          maxLength={60}
          autoComplete="off"
          value={melReference}
          error={problems.melReference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
        <NativeSelect
          label={LABELS.melCategory}
          name="melCategory"
          data={CATEGORY_CHOICES}
          value={melCategory}
          error={problems.melCategory}
          onChange={(event) => setCategory(event.currentTarget.value as Category)}
        />
      </div>
      {melCategory === 'A' ? (
        <TextInput
          label={LABELS.deferredUntil}
          name="deferredUntil"
          placeholder="22 Nov 2026 23:59Z"
          autoComplete="off"
          value={until}
          error={problems.deferredUntil}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      ) : (
        <p>
          Until <b>{utcFull(deferralEnd(defect.foundAt, melCategory))}</b>
        </p>
      )}
      <TextInput
        label="Restriction, shown on flights"
        name="restrictionList"
        placeholder="none"
        maxLength={200}
        autoComplete="off"
        value={restriction}
        error={problems.restrictionList}
        onChange={(event) => setRestriction(event.currentTarget.value)}
      />
      <SignerField
        label={LABELS.crewMemberId}
        signers={signers}
        value={crewMemberId}
        error={problems.crewMemberId}
        onChange={setSigner}
      />
    </StepDialog>
  )
}
