/** Ferries that are offered to buyers: when they can leave, at which price, and who holds them for how long. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { registrationsOf, useFleet } from '../data/aircraft/fleet.ts'
import { useChange } from '../graph/change.ts'
import { usePages } from '../graph/pages.ts'
import { TimeLeft, useNow } from '../parts/expiry.tsx'
import { Icon } from '../parts/icon.tsx'
import { Paged } from '../parts/paged.tsx'
import { Route } from '../parts/route.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { StepDialog, type StepQuestion } from '../parts/step-dialog.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { StateTag, type StateWords } from '../parts/tag.tsx'
import { useAddress } from '../shell/address.ts'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Empty } from '../states/empty.tsx'
import { toSecond, utcDayShort, utcMinutes, utcWeekdayShort } from '../text/instant.ts'
import { moneyText } from '../text/money.ts'
import { personName } from '../text/party-name.ts'
import { DAY_MS, HOUR_MS } from '../text/spans.ts'
import { EMPTY_LEG_HOLD, EMPTY_LEG_STATUS, EMPTY_LEGS, type EmptyLeg } from './empty-leg-queries.ts'
import { PublishFerry } from './publish-ferry.tsx'

const SHOWN_DAYS = { back: 7, ahead: 90 }
const HELD_HOURS = 24

const WORDS = {
  PUBLISHED: { word: 'Published', tone: 'info', icon: 'eye' },
  HELD: { word: 'Held', tone: 'solid', icon: 'lock' },
  SOLD: { word: 'Sold', tone: 'good', icon: 'circleCheck' },
  WITHDRAWN: { word: 'Withdrawn', tone: 'plain', icon: 'cross' },
  EXPIRED: { word: 'Expired', tone: 'line', icon: 'clock' },
} as const satisfies Record<EmptyLeg['status'], StateWords>

const holderOf = ({ heldBy }: EmptyLeg): string =>
  heldBy?.applicationName ?? (heldBy?.person ? personName(heldBy.person) : 'us')

/** "Fri 13 Nov, 08:00 to 14:00Z". */
const windowOf = ({ earliest, latest }: EmptyLeg): string => {
  const [from, to] = [new Date(earliest), new Date(latest)]
  const days = [from, to].map((at) => `${utcWeekdayShort(at)} ${utcDayShort(at)}`)
  return `${days[0]}, ${utcMinutes(from).replace('Z', '')} to ${days[0] === days[1] ? '' : `${days[1]} `}${utcMinutes(to)}`
}

const State = ({ leg, now }: { readonly leg: EmptyLeg; readonly now: Date }) => (
  <span className="row">
    <StateTag words={WORDS[leg.status]} />
    {leg.status === 'HELD' && leg.heldUntil !== null && (
      <span className="small">
        <TimeLeft until={leg.heldUntil} now={now} />, {holderOf(leg)}
      </span>
    )}
    {leg.status === 'SOLD' && <span className="small muted">to {holderOf(leg)}</span>}
  </span>
)

type Step = 'HELD' | 'PUBLISHED' | 'SOLD' | 'WITHDRAWN'

const questionOf = (leg: EmptyLeg, step: Step): StepQuestion => {
  const what = `${leg.adep.iCAO} to ${leg.ades.iCAO}`
  const tells = { icon: 'mail', says: `${holderOf(leg)} sees it at once` } as const
  const questions: Record<Step, StepQuestion> = {
    HELD: {
      title: `Hold ${what} for a client of yours?`,
      verb: `Hold for ${HELD_HOURS} h`,
      follows: [
        { icon: 'lock', says: 'Marketplaces see that it is held, not by whom' },
        { icon: 'clock', says: `The hold ends by itself after ${HELD_HOURS} hours, or when you end it` },
      ],
    },
    PUBLISHED: {
      title: `End the hold of ${what}?`,
      verb: 'End the hold',
      isDestructive: true,
      follows: [tells, { icon: 'eye', says: 'Everybody can hold it again' }],
    },
    SOLD: {
      title: `Mark ${what} as sold?`,
      verb: 'Mark as sold',
      follows: [
        { icon: 'check', says: `It is sold to ${holderOf(leg)} and no longer offered` },
        { icon: 'alert', says: 'There is no undo.' },
      ],
    },
    WITHDRAWN: {
      title: `Withdraw ${what}?`,
      verb: 'Withdraw the empty leg',
      isDestructive: true,
      follows: [
        ...(leg.status === 'HELD' ? [tells] : []),
        { icon: 'aircraft', says: 'The ferry itself stays planned' },
        { icon: 'alert', says: 'There is no undo: publish it anew.' },
      ],
    },
  }
  return questions[step]
}

const STEPS: Readonly<Partial<Record<EmptyLeg['status'], readonly (readonly [Step, string])[]>>> = {
  PUBLISHED: [
    ['HELD', 'Hold…'],
    ['WITHDRAWN', 'Withdraw…'],
  ],
  HELD: [
    ['SOLD', 'Sold…'],
    ['PUBLISHED', 'End the hold…'],
    ['WITHDRAWN', 'Withdraw…'],
  ],
}

const Steps = ({ leg }: { readonly leg: EmptyLeg }) => {
  const viewer = useViewer()
  const [step, setStep] = useState<Step | null>(null)
  const status = useChange(EMPTY_LEG_STATUS)
  const hold = useChange(EMPTY_LEG_HOLD)
  const change = step === 'HELD' ? hold : status
  const close = () => setStep(null)
  const carryOut = () => {
    const { emptyLegId, version: expectedVersion } = leg
    const until = toSecond(Math.min(Date.now() + HELD_HOURS * HOUR_MS, Date.parse(leg.latest)))
    if (step === 'HELD') hold.mutate({ emptyLegId, until, expectedVersion }, { onSuccess: close })
    else if (step !== null) status.mutate({ emptyLegId, status: step, expectedVersion }, { onSuccess: close })
  }
  if (!mayDo(viewer, 'sales:write')) return null
  return (
    <span className="row">
      {STEPS[leg.status]?.map(([to, label]) => (
        <Button key={to} size="xs" onClick={() => setStep(to)}>
          {label}
        </Button>
      ))}
      <StepDialog question={step && questionOf(leg, step)} change={change} onConfirm={carryOut} onClose={close} />
    </span>
  )
}

const COLUMNS = [
  'Route',
  'Aircraft',
  'Can leave',
  { name: 'Price', align: 'number' },
  'State',
  { name: 'Steps', isUnseen: true },
] as const

interface LegRowProps {
  readonly leg: EmptyLeg
  readonly registration: string | undefined
  readonly now: Date
}

const LegRow = ({ leg, registration, now }: LegRowProps) => (
  <Row>
    <NameCell>
      <Link className="entity-link" to="/data/$kind" params={{ kind: 'empty-legs' }} search={{ open: leg.emptyLegId }}>
        <Route from={leg.adep.iCAO} to={leg.ades.iCAO} />
      </Link>
    </NameCell>
    <Cell label="Aircraft">
      <span className="mono one-line">{registration}</span> <span className="muted mono">{leg.acftType.iCAO}</span>
    </Cell>
    <Cell label="Can leave">
      <span className="number">{windowOf(leg)}</span>
    </Cell>
    <Cell label="Price" kind="number">
      {leg.price === null ? <span className="muted">on request</span> : moneyText(leg.price)}
    </Cell>
    <Cell label="State">
      <State leg={leg} now={now} />
    </Cell>
    <Cell kind="action">
      <Steps leg={leg} />
    </Cell>
  </Row>
)

const NoLeg = () => {
  const { change } = useAddress('/sales')
  return (
    <Empty
      icon="aircraft"
      title="No empty legs"
      action={<Button onClick={() => change({ new: 'empty-leg' })}>Publish a ferry</Button>}
    >
      A ferry that is published is seen by every marketplace that you connected. It follows its flight, and a hold lasts
      at most 48 hours.
    </Empty>
  )
}

export const EmptyLegs = () => {
  const { search, change } = useAddress('/sales')
  const now = useNow()
  const [today] = useState(() => Math.floor(Date.now() / DAY_MS) * DAY_MS)
  const interval = {
    from: toSecond(today - SHOWN_DAYS.back * DAY_MS),
    to: toSecond(today + SHOWN_DAYS.ahead * DAY_MS),
  }
  const pages = usePages(
    EMPTY_LEGS,
    (page) => ({ filter: { interval }, page }),
    (data) => data.emptyLegList,
  )
  const names = registrationsOf(useFleet())
  const close = () => change({ new: undefined })
  return (
    <>
      <Paged pages={pages} label="Empty legs" noun={['empty leg', 'empty legs']} empty={<NoLeg />}>
        {(legs) => (
          <Table fitsFrom={860} label="Empty legs" columns={COLUMNS}>
            {legs.map((leg) => (
              <LegRow key={leg.emptyLegId} leg={leg} registration={names.get(leg.aircraftId)} now={now} />
            ))}
          </Table>
        )}
      </Paged>
      <SideDrawer title="Publish a ferry" isOpen={search.new === 'empty-leg'} onClose={close}>
        <PublishFerry onDone={close} onCancel={close} />
      </SideDrawer>
    </>
  )
}

export const PublishButton = () => {
  const viewer = useViewer()
  const { change } = useAddress('/sales')
  return (
    mayDo(viewer, 'sales:write') && (
      <Button leftSection={<Icon name="plus" />} onClick={() => change({ new: 'empty-leg' })}>
        Publish a ferry
      </Button>
    )
  )
}
