/** The steps of a defect that take a few words: rectified, extended, opened again. */
import { Textarea, TextInput } from '@mantine/core'
import { useChange } from '../graph/change.ts'
import { StepDialog } from '../parts/step-dialog.tsx'
import { typed, useDraft } from '../parts/use-draft.ts'
import { utcDay } from '../text/instant.ts'
import { extendedEnd } from './log-words.ts'
import { DEFECT_EXTEND, DEFECT_RECTIFY, DEFECT_REOPEN, type Defect } from './queries.ts'

interface StepProps {
  readonly defect: Defect
  readonly registration: string
  readonly onClose: () => void
}

const MAX_TEXT = 2000
const MAX_PART = 100

export const Rectifying = ({ defect, registration, onClose }: StepProps) => {
  const rectify = useChange(DEFECT_RECTIFY)
  const form = useDraft({
    begin: () => ({ rectification: '', partOff: '', partOn: '' }),
    problemsOf: ({ rectification }) =>
      rectification.trim() === '' ? { rectification: 'Say what was done: it stands in the release.' } : {},
    error: rectify.error,
  })
  const confirm = () => {
    if (!form.tried()) return
    const { techLogEntryId, version: expectedVersion } = defect
    const { rectification, partOff, partOn } = form.draft
    const parts = { partOff: partOff.trim() || null, partOn: partOn.trim() || null }
    rectify.mutate(
      { techLogEntryId, rectification: rectification.trim(), ...parts, expectedVersion },
      { onSuccess: onClose },
    )
  }
  const part = { placeholder: 'none', maxLength: MAX_PART, autoComplete: 'off' } as const
  return (
    <StepDialog
      question={{
        title: `Is “${defect.description}” rectified?`,
        verb: 'Rectified',
        follows: [
          {
            icon: 'clock',
            says: defect.isNoGo
              ? `${registration} stays on the ground until it is released to service`
              : 'It waits for its release to service',
          },
        ],
      }}
      change={rectify}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Textarea label="What was done" autosize minRows={2} maxLength={MAX_TEXT} {...typed(form, 'rectification')} />
      <div className="pair">
        <TextInput label="Part off" {...part} {...typed(form, 'partOff')} />
        <TextInput label="Part on" {...part} {...typed(form, 'partOn')} />
      </div>
    </StepDialog>
  )
}

export const Extending = ({ defect, onClose }: StepProps) => {
  const extend = useChange(DEFECT_EXTEND)
  const then = extendedEnd(defect)
  const confirm = (reason: string | null) => {
    const { techLogEntryId, version: expectedVersion } = defect
    extend.mutate({ techLogEntryId, reason: reason ?? '', expectedVersion }, { onSuccess: onClose })
  }
  return (
    <StepDialog
      question={
        then && defect.deferredUntil
          ? {
              title: `Extend “${defect.description}”?`,
              verb: 'Extend once',
              about: (
                <>
                  Category {defect.melCategory}, until <s>{utcDay(new Date(defect.deferredUntil))}</s> then{' '}
                  <b>{utcDay(then)}</b>, end of the day in UTC.
                </>
              ),
              follows: [{ icon: 'lock', says: 'A deferral is extended once; after that it is rectified' }],
              reason: { label: 'Reason', isNeeded: true, reader: 'whoever opens the technical log' },
            }
          : null
      }
      change={extend}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

export const Reopening = ({ defect, registration, onClose }: StepProps) => {
  const reopen = useChange(DEFECT_REOPEN)
  const confirm = (reason: string | null) => {
    const { techLogEntryId, version: expectedVersion } = defect
    reopen.mutate({ techLogEntryId, reason: reason ?? '', expectedVersion }, { onSuccess: onClose })
  }
  return (
    <StepDialog
      question={{
        title: `Open “${defect.description}” again?`,
        verb: 'Open it again',
        follows: [
          ...(defect.isNoGo ? [{ icon: 'aircraft' as const, says: `${registration} stays on the ground` }] : []),
          { icon: 'list', says: 'It stands as it was found; what was done stays in its history' },
        ],
        reason: { label: 'Why', isNeeded: true, reader: 'whoever opens the technical log' },
      }}
      change={reopen}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
