/** Deferring a defect by the minimum equipment list: the end is counted, and the person who accepts it is asked. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useChange } from '../graph/change.ts'
import { StepDialog } from '../parts/step-dialog.tsx'
import { type Problems, typed, useDraft } from '../parts/use-draft.ts'
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

interface Draft {
  readonly melReference: string
  readonly melCategory: Category
  /** As it is typed, in UTC; asked for where the category has no days of its own. */
  readonly deferredUntil: string
  readonly restrictionList: string
  readonly crewMemberId: string
}

const EMPTY: Draft = { melReference: '', melCategory: 'C', deferredUntil: '', restrictionList: '', crewMemberId: '' }

const draftProblems = ({ melReference, melCategory, deferredUntil, crewMemberId }: Draft): Problems => ({
  ...(melReference.trim() === '' ? { melReference: 'As the list calls the item, e.g. 32-51-01.' } : {}),
  ...(melCategory === 'A' && readTime(deferredUntil) === undefined
    ? { deferredUntil: 'A day and a time, e.g. 22 Nov 2026 23:59Z.' }
    : {}),
  ...(crewMemberId === '' ? { crewMemberId: 'Choose who accepts it.' } : {}),
})

/** The draft has no problems. */
const termsOf = ({ melReference, melCategory, deferredUntil, restrictionList }: Draft): Deferral => ({
  melReference: melReference.trim(),
  melCategory,
  ...(melCategory === 'A' ? { deferredUntil: readTime(deferredUntil) ?? '' } : {}),
  ...(restrictionList.trim() === '' ? {} : { restrictionList: [restrictionList.trim()] }),
})

interface DeferringProps {
  readonly defect: Defect
  readonly registration: string
  readonly logs: readonly Standing[]
  readonly onAsked: (asked: Asked<Deferral>) => void
  readonly onClose: () => void
}

export const Deferring = ({ defect, registration, logs, onAsked, onClose }: DeferringProps) => {
  const ask = useChange(CONFIRMATION_ASK)
  const form = useDraft({ begin: () => EMPTY, problemsOf: draftProblems, error: ask.error, labels: LABELS })
  const { melCategory, crewMemberId } = form.draft
  const signers = useSigners(logs)
  const signer = signers.find((each) => each.crewMemberId === crewMemberId)
  const confirm = () => {
    if (!form.tried() || !signer) return
    const terms = termsOf(form.draft)
    ask.mutate(
      { purpose: 'DEFERRAL_ACCEPT', crewMemberId, subjectIdList: [defect.techLogEntryId], deferral: terms },
      {
        onSuccess: ({ confirmationRequest: { confirmation } }) => {
          if (confirmation) onAsked({ ...confirmation, name: signer.name, terms })
          onClose()
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
      change={ask}
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className="pair">
        <TextInput
          label={LABELS.melReference}
          placeholder="32-51-01"
          maxLength={60}
          autoComplete="off"
          {...typed(form, 'melReference')}
        />
        <NativeSelect label={LABELS.melCategory} data={CATEGORY_CHOICES} {...typed(form, 'melCategory')} />
      </div>
      {melCategory === 'A' ? (
        <TextInput
          label={LABELS.deferredUntil}
          placeholder="22 Nov 2026 23:59Z"
          autoComplete="off"
          {...typed(form, 'deferredUntil')}
        />
      ) : (
        <p>
          Until <b>{utcFull(deferralEnd(defect.foundAt, melCategory))}</b>
        </p>
      )}
      <TextInput
        label="Restriction, shown on flights"
        placeholder="none"
        maxLength={200}
        autoComplete="off"
        {...typed(form, 'restrictionList')}
      />
      <SignerField label={LABELS.crewMemberId} signers={signers} {...typed(form, 'crewMemberId')} />
    </StepDialog>
  )
}
