/** A defect: where it stands, what limits it, who signed, and the steps that can be taken. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Fact, Facts } from '../data/record-parts.tsx'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { Icon } from '../parts/icon.tsx'
import { Life } from '../parts/life.tsx'
import { Moment } from '../parts/moment.tsx'
import { Tag } from '../parts/tag.tsx'
import { cityOf } from '../text/city.ts'
import { utcDay, utcFull, utcNearMinute } from '../text/instant.ts'
import { DAY_MS } from '../text/spans.ts'
import { useAsked, Waiting } from './asked.tsx'
import { type Deferral, Deferring } from './deferring.tsx'
import { Extending, Rectifying, Reopening } from './explained-steps.tsx'
import { firstEnd, leftInWords, lifeOf } from './log-words.ts'
import { DEFECT_DEFER, DEFECT_RELEASE, type Defect, GROUNDED, type Standing } from './queries.ts'
import { type Release, Releasing } from './releasing.tsx'
import { Signed, Unsigned } from './signature.tsx'

const NEAR_MS = 3 * DAY_MS

const StateTag = ({ defect, now }: { readonly defect: Defect; readonly now: number }) => {
  const { status, isNoGo, deferredUntil } = defect
  if (status === 'RELEASED') return <Tag tone="good">Released</Tag>
  if (status === 'RECTIFIED') {
    return (
      <Tag tone="line" icon="wrench">
        Waits for release
      </Tag>
    )
  }
  if (status === 'OPEN') return isNoGo ? <Tag tone="fail">No go</Tag> : <Tag tone="line">Open, may fly</Tag>
  if (deferredUntil === null) return <Tag tone="line">Deferred</Tag>
  const left = Date.parse(deferredUntil) - now
  return (
    <Tag tone={left < 0 ? 'fail' : left < NEAR_MS ? 'solid' : 'line'} icon={left < 0 ? 'circleCross' : 'clock'}>
      {leftInWords(deferredUntil, now)}
    </Tag>
  )
}

interface GroundsProps {
  readonly defect: Defect
  readonly registration: string
  readonly now: number
}

/** The block that the defect owns, and the flights that it keeps from going. */
const Grounds = ({ defect, registration, now }: GroundsProps) => {
  const { aircraftId, techLogEntryId, foundAt } = defect
  const from = new Date(Math.floor(now / DAY_MS) * DAY_MS).toISOString()
  const interval = { from, to: new Date(Date.parse(from) + 4 * DAY_MS).toISOString() }
  const { data } = useQuery(queryOf(GROUNDED, { aircraftId, aircraftIdList: [aircraftId], interval }))
  const block = data?.aircraft?.unavailabilityList.find((each) => each.techLogEntryId === techLogEntryId)
  const atRisk = (data?.flightList.nodeList ?? []).filter(({ isAtRisk }) => isAtRisk)
  return (
    <p className="grounds">
      <Icon name="circleCross" />
      <span>
        Grounds {registration} since {utcNearMinute(new Date(block?.from ?? foundAt), new Date(now))}
        {block &&
          ` (AOG, end ${block.isEndEstimated ? 'estimated ' : ''}${utcNearMinute(new Date(block.to), new Date(now))})`}
        .{' '}
        {atRisk.slice(0, 3).map(({ flightId, flightNo, schedule }, index) => (
          <span key={flightId}>
            {index > 0 && ', '}
            <Link className="mono" to="/data/flights" search={{ open: flightId }}>
              {flightNo}
            </Link>{' '}
            at {utcNearMinute(new Date(schedule.offBlock), new Date(now))}
          </span>
        ))}
        {atRisk.length > 3 && ` and ${atRisk.length - 3} more`}
        {atRisk.length > 0 && (atRisk.length === 1 ? ' is at risk.' : ' are at risk.')}
      </span>
    </p>
  )
}

const limitWords = ({ limitHours, limitCycles }: Defect): string | null =>
  [limitHours && `${limitHours} flight hours`, limitCycles && `${limitCycles} landings`].filter(Boolean).join(', ') ||
  null

const factsOf = (defect: Defect): Fact[] => {
  const { status, deferredUntil, extensionReason, restrictionList, rectification, partOff, partOn } = defect
  const before = firstEnd(defect)
  const limits = limitWords(defect)
  const said: (Fact | null)[] =
    status === 'DEFERRED'
      ? [
          {
            name: 'Until',
            value: (
              <>
                {before && <s className="muted">{utcDay(before)}</s>}{' '}
                <b>{deferredUntil && utcFull(new Date(deferredUntil))}</b>{' '}
                {before && <span className="muted">extended once{extensionReason && `, ${extensionReason}`}</span>}
              </>
            ),
          },
          limits === null ? null : { name: 'At most', value: limits },
          restrictionList.length === 0 ? null : { name: 'Restriction', value: restrictionList.join('; ') },
          defect.operationalProcedure === null ? null : { name: 'Crew', value: defect.operationalProcedure },
          defect.maintenanceProcedure === null ? null : { name: 'Maintenance', value: defect.maintenanceProcedure },
        ]
      : status === 'RECTIFIED'
        ? [
            { name: 'Done', value: rectification },
            partOff === null && partOn === null
              ? null
              : {
                  name: 'Part off, on',
                  value: (
                    <>
                      <code>{partOff ?? '–'}</code>, <code>{partOn ?? '–'}</code>
                    </>
                  ),
                },
          ]
        : []
  return said.filter((fact) => fact !== null)
}

const Released = ({ defect }: { readonly defect: Defect }) => {
  const { release } = defect
  if (!release) return null
  return (
    <>
      <p className="small muted">
        Released <Moment at={release.at} as="full" />
        {release.station && `, ${cityOf(release.station)}`}, by {release.name}, licence {release.licenceNumber},
        approval {release.approvalReference}
      </p>
      {release.signature && <Signed signature={release.signature} />}
    </>
  )
}

type Step = 'defer' | 'extend' | 'rectify' | 'release' | 'reopen'

const LABELS: Readonly<Record<Step, string>> = {
  defer: 'Defer under the MEL…',
  extend: 'Extend once…',
  rectify: 'Rectify…',
  release: 'Release…',
  reopen: 'Reopen…',
}

const stepsOf = ({ status, melCategory, isExtended }: Defect): readonly Step[] => {
  switch (status) {
    case 'OPEN':
      return ['rectify', 'defer']
    case 'DEFERRED':
      return isExtended || melCategory === 'A' ? ['rectify'] : ['rectify', 'extend']
    case 'RECTIFIED':
      return ['release', 'reopen']
    default:
      return ['reopen']
  }
}

/** What was asked for waits in the card, so that whoever asked goes on meanwhile. */
const useWaits = (defect: Defect) => {
  const { asked, setAsked } = useAsked<{ readonly deferral: Deferral } | { readonly release: Release }>(
    defect.techLogEntryId,
  )
  // Handed over, because a list of one state loses the defect while the answer is read.
  const defer = useChange(DEFECT_DEFER, () => setAsked(null))
  const release = useChange(DEFECT_RELEASE, () => setAsked(null))
  const end = () => {
    setAsked(null)
    defer.reset()
    release.reset()
  }
  const run = () => {
    if (!asked) return
    const { techLogEntryId, version: expectedVersion } = defect
    const common = { techLogEntryId, confirmationId: asked.confirmationId, expectedVersion }
    if ('deferral' in asked.terms) defer.mutate({ ...common, input: asked.terms.deferral })
    else release.mutate({ ...common, input: asked.terms.release })
  }
  const act = { isPending: defer.isPending || release.isPending, error: defer.error ?? release.error, run }
  return { asked, setAsked, act, end }
}

interface DefectCardProps {
  readonly defect: Defect
  readonly registration: string
  /** Who flew lately, for those who may not see the crew. */
  readonly logs: readonly Standing[]
  readonly mayWrite: boolean
  readonly now: number
}

export const DefectCard = ({ defect, registration, logs, mayWrite, now }: DefectCardProps) => {
  const [step, setStep] = useState<Step | null>(null)
  const { asked, setAsked, act, end } = useWaits(defect)
  const close = () => setStep(null)
  const { status, ataChapter, description, foundAt, foundIn, isNoGo, isRecurring, melReference, melCategory } = defect
  const facts = factsOf(defect)
  const shared = { defect, registration, onClose: close }
  return (
    <article className="defect" aria-label={description}>
      <div className="defect-head">
        <h3>
          {ataChapter && <span className="code-word">ATA {ataChapter}</span>} {description}
        </h3>
        <StateTag defect={defect} now={now} />
      </div>
      <p className="small muted">
        <span className="mono">{registration}</span>, found {utcNearMinute(new Date(foundAt), new Date(now))}
        {foundIn && `, ${foundIn.toLowerCase().replace('_', '-')}`}
        {isRecurring && ', again'}
        {melReference && `. MEL ${melReference}, category ${melCategory}`}
      </p>
      {status === 'RELEASED' ? <Released defect={defect} /> : <Life {...lifeOf(defect)} />}
      {isNoGo && (status === 'OPEN' || status === 'RECTIFIED') && (
        <Grounds defect={defect} registration={registration} now={now} />
      )}
      {facts.length > 0 && <Facts facts={facts} />}
      {status === 'DEFERRED' && defect.acceptance && (
        <Signed signature={defect.acceptance} what="Deferral accepted by" />
      )}
      {status === 'RECTIFIED' && !asked && (
        <Unsigned title={<b>Not released to service</b>}>Name, licence and approval of the certifying person</Unsigned>
      )}
      {asked && (
        <Waiting asked={asked} what={'deferral' in asked.terms ? 'accept it' : 'release it'} act={act} onEnd={end} />
      )}
      {mayWrite && !asked && (
        <div className="row">
          {stepsOf(defect).map((each, index) => (
            <Button
              key={each}
              size="xs"
              {...(index === 0 && each === 'release' ? { variant: 'filled' } : {})}
              onClick={() => setStep(each)}
            >
              {LABELS[each]}
            </Button>
          ))}
          {status === 'DEFERRED' && defect.isExtended && <span className="small muted">Extension is used up</span>}
        </div>
      )}
      {step === 'rectify' && <Rectifying {...shared} />}
      {step === 'extend' && <Extending {...shared} />}
      {step === 'reopen' && <Reopening {...shared} />}
      {step === 'defer' && (
        <Deferring
          {...shared}
          logs={logs}
          onAsked={({ terms, ...others }) => setAsked({ ...others, terms: { deferral: terms } })}
        />
      )}
      {step === 'release' && (
        <Releasing
          {...shared}
          logs={logs}
          onAsked={({ terms, ...others }) => setAsked({ ...others, terms: { release: terms } })}
        />
      )}
    </article>
  )
}
