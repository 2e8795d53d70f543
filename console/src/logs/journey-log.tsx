/** A journey log: what was signed beside the flight as it is now, who flew, who signed, and what can follow. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { POSITION_WORDS } from '../data/crew/positions.ts'
import { Facts } from '../data/record-parts.tsx'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { Panel } from '../parts/panel.tsx'
import { StepDialog } from '../parts/step-dialog.tsx'
import { Tag } from '../parts/tag.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { Loading } from '../states/loading.tsx'
import { Note } from '../states/note.tsx'
import { utcMinutes } from '../text/instant.ts'
import { useAsked, Waiting } from './asked.tsx'
import { blockWords, commanderOf, differs, fuelWords, movementWords } from './log-words.ts'
import { CONFIRMATION_ASK, FLIGHT_NOW, type FlightNow, LOG, LOG_AMEND, LOG_SIGN, type Log } from './queries.ts'
import { Signed, Unsigned } from './signature.tsx'

export const LogTag = ({ log }: { readonly log: Pick<Log, 'status' | 'warningList' | 'revision'> }) => {
  if (log.status === 'AMENDED') return <Tag tone="line">Amended</Tag>
  if (log.status === 'DRAFT') {
    return (
      <Tag tone="line" icon="pencil">
        {log.revision > 1 ? `Revision ${log.revision}, draft` : 'Draft'}
      </Tag>
    )
  }
  return differs(log) ? (
    <Tag tone="solid" icon="alert">
      Signed, differs
    </Tag>
  ) : (
    <Tag tone="good" icon="pencil">
      Signed
    </Tag>
  )
}

const minute = (time: string | null): string => (time === null ? '–' : utcMinutes(new Date(time)))

interface Value {
  readonly name: string
  readonly log: string
  readonly now: string
}

const valuesOf = (log: Log, flight: FlightNow | null | undefined): Value[] => {
  const value = (name: string, ofLog: string, ofFlight: string | null): Value => ({
    name,
    log: ofLog,
    now: flight ? (ofFlight ?? '–') : '',
  })
  const number = (of: number | null | undefined): string => (of == null ? '–' : String(of))
  return [
    value('Off block', minute(log.times.offBlock), minute(flight?.actual.offBlock ?? null)),
    value('Take-off', minute(log.times.takeOff), minute(flight?.actual.takeOff ?? null)),
    value('Landing', minute(log.times.landing), minute(flight?.actual.landing ?? null)),
    value('On block', minute(log.times.onBlock), minute(flight?.actual.onBlock ?? null)),
    value('Block', blockWords(log.blockMinutes), blockWords(flight?.blockMinutes ?? null)),
    value('Airborne', blockWords(log.airborneMinutes), blockWords(flight?.airborneMinutes ?? null)),
    value('Passengers', number(log.paxAboard), number(flight?.paxCount.total)),
    value('Fuel off, on', fuelWords(log.fuel), fuelWords(flight?.fuel ?? null)),
    value('Fuel used', number(log.fuel?.used), number(flight?.fuel?.used)),
  ]
}

const Twin = ({ log, flight }: { readonly log: Log; readonly flight: FlightNow | null | undefined }) => (
  <table className="twin" aria-label="What the log says">
    <thead>
      <tr>
        <th scope="col">
          <span className="unseen">Value</span>
        </th>
        <th scope="col">{log.status === 'DRAFT' ? 'Log' : 'Signed'}</th>
        <th scope="col">Flight now</th>
      </tr>
    </thead>
    <tbody>
      {valuesOf(log, flight).map(({ name, log: said, now }) => (
        <tr key={name} className={now !== '' && said !== now ? 'twin-differs' : undefined}>
          <th scope="row">{name}</th>
          <td>{said}</td>
          <td>{now}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const none = <span className="muted">none</span>

const Particulars = ({ log }: { readonly log: Log }) => (
  <>
    <ul className="log-crew" aria-label="Crew">
      {log.crewList.map((crew) => (
        <li key={crew.crewMemberId}>
          <span>
            {crew.name} {crew.surname}{' '}
            <span className="muted">
              {crew.isCommander ? 'commander' : POSITION_WORDS[crew.position].toLowerCase()}
            </span>
          </span>
          <span className="small muted">{movementWords(crew)}</span>
        </li>
      ))}
    </ul>
    <Facts
      facts={[
        { name: 'Night, IFR', value: `${blockWords(log.nightMinutes)}, ${blockWords(log.ifrMinutes)}` },
        {
          name: 'Oil, de-icing',
          value:
            [log.oilAddedMl !== null && `${log.oilAddedMl} ml`, log.deicingFluid].filter(Boolean).join(', ') || none,
        },
        {
          name: 'Baggage, cargo',
          value: `${log.baggageKg ?? '–'} kg, ${log.cargoKg ?? '–'} kg`,
        },
        { name: 'Incidents', value: log.incidents ?? none },
        { name: 'Observations', value: log.observations ?? none },
      ]}
    />
  </>
)

/** The commander alone signs; whoever asks cannot. */
const Signing = ({ log, mayWrite }: { readonly log: Log; readonly mayWrite: boolean }) => {
  const { journeyLogId, version: expectedVersion } = log
  const { asked, setAsked } = useAsked<null>(journeyLogId)
  const ask = useChange(CONFIRMATION_ASK)
  const sign = useChange(LOG_SIGN, () => setAsked(null))
  const commander = commanderOf(log)
  const end = () => {
    setAsked(null)
    sign.reset()
  }
  if (asked) {
    const run = () => sign.mutate({ journeyLogId, confirmationId: asked.confirmationId, expectedVersion })
    const act = { isPending: sign.isPending, error: sign.error, run }
    return <Waiting asked={asked} what="sign it" act={act} onEnd={end} />
  }
  if (!commander) {
    return <Unsigned title={<b>Nobody can sign it</b>}>The flight has no commander: say who flew it first.</Unsigned>
  }
  const name = `${commander.name} ${commander.surname}`
  const question = () =>
    ask.mutate(
      { purpose: 'LOG_SIGN', crewMemberId: commander.crewMemberId, subjectIdList: [journeyLogId] },
      {
        onSuccess: ({ confirmationRequest: { confirmation } }) => {
          if (confirmation) setAsked({ ...confirmation, name, terms: null })
        },
      },
    )
  return (
    <>
      <Unsigned
        title={
          <>
            Waits for <b>{name}</b>, commander
          </>
        }
      >
        {log.revision > 1 && `Revision ${log.revision - 1} stays valid until then. `}
        {log.amendReason && `“${log.amendReason}”`}
      </Unsigned>
      <FailureNote error={ask.error} what="Nobody was asked." />
      {mayWrite && (
        <Button size="xs" loading={ask.isPending} onClick={question}>
          Ask {name} to sign
        </Button>
      )}
    </>
  )
}

interface AmendingProps {
  readonly log: Log
  readonly onDone: (journeyLogId: string) => void
}

const Amending = ({ log, onDone }: AmendingProps) => {
  const [isOpen, setOpen] = useState(false)
  // Handed over, because what is amended goes from the page while the answer is read.
  const amend = useChange(LOG_AMEND, ({ journeyLogAmend: { journeyLog } }) => {
    if (journeyLog) onDone(journeyLog.journeyLogId)
  })
  const commander = commanderOf(log)
  const close = () => setOpen(false)
  const confirm = (reason: string | null) =>
    amend.mutate(
      { journeyLogId: log.journeyLogId, reason: reason ?? '', expectedVersion: log.version },
      { onSuccess: close },
    )
  return (
    <div className="row">
      <Button size="xs" onClick={() => setOpen(true)}>
        Open an amendment…
      </Button>
      {commander && (
        <span className="small muted">
          Only {commander.name} {commander.surname} signs it
        </span>
      )}
      <StepDialog
        question={
          isOpen
            ? {
                title: `Amend the journey log of ${log.flightNo}?`,
                verb: 'Open the amendment',
                follows: [
                  { icon: 'list', says: `Revision ${log.revision} is kept, and stands until the next is signed` },
                  { icon: 'mail', says: 'Who signed it is told' },
                ],
                reason: { label: 'Why', isNeeded: true, reader: 'the commander' },
              }
            : null
        }
        change={amend}
        onConfirm={confirm}
        onClose={close}
      />
    </div>
  )
}

interface JourneyLogProps {
  readonly journeyLogId: string
  readonly mayWrite: boolean
  readonly onOpen: (journeyLogId: string) => void
}

export const JourneyLog = ({ journeyLogId, mayWrite, onOpen }: JourneyLogProps) => {
  const query = useQuery(queryOf(LOG, { journeyLogId }))
  const log = query.data?.journeyLog
  const flight = useQuery({ ...queryOf(FLIGHT_NOW, { flightId: log?.flightId ?? '' }), enabled: log != null })
  if (query.isError) return <FailureNote error={query.error} onRetry={() => query.refetch()} />
  if (query.data === undefined) return <Loading />
  if (!log) {
    return (
      <Panel title="Journey log">
        <p className="panel-body muted">There is no such journey log, or it is not yours to see.</p>
      </Panel>
    )
  }
  return (
    <Panel title={`Journey log ${log.flightNo}`} hint={`revision ${log.revision}`} aside={<LogTag log={log} />}>
      <div className="panel-body stack-tight">
        <p>
          <Link className="mono" to="/data/flights" search={{ open: log.flightId }}>
            {log.flightNo}
          </Link>{' '}
          <span className="mono">
            {log.departureICAO} to {log.arrivalICAO}
          </span>
          , {log.date}, <span className="mono">{log.registration}</span>
        </p>
        {log.warningList.map(({ code, message }) => (
          <Note key={message} tone="attention" icon="alert">
            {message}. The signed log stays as it is until the commander signs an amendment. <code>{code}</code>
          </Note>
        ))}
      </div>
      <Twin log={log} flight={flight.data?.flight} />
      <div className="panel-body stack-tight log-foot">
        <Particulars log={log} />
        {log.signature && <Signed signature={log.signature} />}
        {log.status === 'DRAFT' && <Signing key={log.journeyLogId} log={log} mayWrite={mayWrite} />}
        {log.status === 'SIGNED' && mayWrite && <Amending log={log} onDone={onOpen} />}
      </div>
    </Panel>
  )
}
