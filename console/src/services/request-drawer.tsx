/** One request beside the board: why it is where it is, what can be done, who does it and what it costs. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RecordDrawer } from '../data/record-drawer.tsx'
import { Facts, Section } from '../data/record-parts.tsx'
import { queryOf } from '../graph/query.ts'
import { Icon } from '../parts/icon.tsx'
import { Life } from '../parts/life.tsx'
import { Moment } from '../parts/moment.tsx'
import { StateTag } from '../parts/tag.tsx'
import { Note } from '../states/note.tsx'
import { cityOf } from '../text/city.ts'
import { utcDayShort, utcMinutes } from '../text/instant.ts'
import { listed } from '../text/listed.ts'
import { amountText, moneyText } from '../text/money.ts'
import { partyName, personName } from '../text/party-name.ts'
import { ProviderChange } from './provider-change.tsx'
import { REQUEST, type Request } from './queries.ts'
import { amountWords, kindWords, lifeOf, movedWords, reasonWords, STATUS_WORDS, upliftWords } from './request-words.ts'
import { Steps } from './steps.tsx'

const placeOf = ({ visit, leg }: Request): string => {
  if (visit) return `at ${cityOf(visit.airport)}`
  return leg ? `for ${leg.flightNo}` : ''
}

/** When it comes and goes, as expected now. */
const timesOf = ({ visit, leg }: Request): { readonly arriveAt: string | null; readonly departAt: string | null } =>
  visit ?? { arriveAt: leg?.schedule.onBlock ?? null, departAt: leg?.schedule.offBlock ?? null }

const near = (at: string | null | undefined): string =>
  at == null ? 'none' : `${utcDayShort(new Date(at))} ${utcMinutes(new Date(at))}`

const Headline = ({ request }: { readonly request: Request }) => {
  const { visit, leg, status } = request
  const { arriveAt, departAt } = timesOf(request)
  const [arrival, departure] = visit ? [visit.arrival, visit.departure] : [leg, leg]
  const aboard = visit
    ? `${arrival?.paxCount ?? 0} passengers in, ${departure?.paxCount ?? 0} out`
    : `${leg?.paxCount ?? 0} passengers`
  return (
    <p className="row record-whole">
      <StateTag words={STATUS_WORDS[status]} />
      <span>
        <span className="mono">{visit?.registration ?? leg?.registration}</span>{' '}
        <span className="muted">
          in {near(arriveAt)}, out {near(departAt)}
        </span>
      </span>
      <span className="muted">
        {aboard}, crew {arrival?.crewCount ?? departure?.crewCount ?? 0}
      </span>
    </p>
  )
}

interface Compared {
  readonly name: string
  readonly before: string
  readonly now: string
}

const comparedOf = (request: Request): Compared[] => {
  const { agreedFor: agreed, visit, leg } = request
  const { arriveAt, departAt } = timesOf(request)
  const people = (into: number | null | undefined, out: number | null | undefined) =>
    visit ? `${into ?? 0} in, ${out ?? 0} out` : `${into ?? 0}`
  return [
    { name: 'Arrival', before: near(agreed?.arriveAt), now: near(arriveAt) },
    { name: 'Departure', before: near(agreed?.departAt), now: near(departAt) },
    {
      name: 'Passengers',
      before: people(agreed?.arrivalPaxCount, agreed?.departurePaxCount),
      now: people((visit?.arrival ?? leg)?.paxCount, (visit?.departure ?? leg)?.paxCount),
    },
  ]
}

const Review = ({ request }: { readonly request: Request }) => {
  const who = request.provider ? partyName(request.provider) : 'the provider'
  const moved = movedWords(request, timesOf(request))
  const reasons = request.reviewReasonList.map((reason) =>
    reason === 'TIME' && moved !== '' ? `the time moved (${moved})` : reasonWords(reason),
  )
  return (
    <Section title="Why it is in review">
      <Note tone="attention" icon="alert">
        <b>
          After {who} had confirmed: {listed(reasons)}.
        </b>{' '}
        The old confirmation is kept, but counts no more until the provider says yes again.
      </Note>
      {request.agreedFor && (
        <table className="record-times">
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">What</span>
              </th>
              <th scope="col">Confirmed for</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {comparedOf(request).map(({ name, before, now }) => (
              <tr key={name} className="compared">
                <th scope="row">{name}</th>
                <td className="number">{before}</td>
                <td className="number">{before === now ? now : <b>{now}</b>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

const wordOf = (status: Request['status']): string => STATUS_WORDS[status].word

const State = ({ request }: { readonly request: Request }) => {
  const { status, statusReason, provider, sentAt } = request
  const { past, next } = lifeOf(status)
  const isWaited = status === 'REQUESTED' || status === 'ACKNOWLEDGED'
  return (
    <Section title="State">
      <Life past={past.map(wordOf)} now={wordOf(status)} next={next.map(wordOf)} />
      {statusReason !== null && <Note icon="mail">“{statusReason}”</Note>}
      {isWaited && sentAt !== null && (
        <p className="muted">
          Waits for {provider ? partyName(provider) : 'a provider'}, asked <Moment at={sentAt} />.
        </p>
      )}
      <Steps request={request} />
    </Section>
  )
}

const authorOf = ({ by }: Request['historyList'][number]): string => {
  if (by === null) return 'by itself, with its flight'
  const person = by.person && personName(by.person)
  return by.applicationName ?? by.apiKeyLabel ?? person ?? 'somebody'
}

const History = ({ steps }: { readonly steps: Request['historyList'] }) =>
  steps.length > 0 && (
    <Section title="History">
      <ol className="record-lines">
        {steps.toReversed().map((step) => (
          <li key={`${step.at} ${step.to}`}>
            <span>
              <b>{STATUS_WORDS[step.to].word}</b> <span className="muted">{authorOf(step)}</span>
              {step.onBehalfOf && <span className="muted">, for {partyName(step.onBehalfOf)}</span>}
              {step.reason !== null && (
                <>
                  <br />
                  <span className="small">“{step.reason}”</span>
                </>
              )}
            </span>
            <Moment at={step.at} />
          </li>
        ))}
      </ol>
    </Section>
  )

const Provider = ({ request }: { readonly request: Request }) => {
  const { provider } = request
  return (
    <Section title="Provider">
      {provider === null ? (
        <p className="muted">Nobody is asked yet.</p>
      ) : (
        <ul className="party">
          <li>
            <Link to="/data/$kind" params={{ kind: 'contacts' }} search={{ open: provider.contactId }}>
              {partyName(provider)}
            </Link>
          </li>
          {provider.phone !== null && (
            <li>
              <a href={`tel:${provider.phone.replace(/[^+\d]/g, '')}`}>{provider.phone}</a>
            </li>
          )}
          {provider.email !== null && (
            <li>
              <a href={`mailto:${provider.email}`}>{provider.email}</a>
            </li>
          )}
        </ul>
      )}
      <ProviderChange request={request} />
    </Section>
  )
}

const Cost = ({ charges }: { readonly charges: NonNullable<Request['result']>['chargeList'] }) => (
  <Section title="Cost">
    {charges.length === 0 ? (
      <p className="muted">none yet</p>
    ) : (
      <ul className="record-lines">
        {charges.map(({ label, net, taxAmount, invoiceNumber, isCancellationFee }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: charges have no id, and the list comes whole
          <li key={index}>
            <span>
              {label}
              {isCancellationFee && label !== 'Cancellation fee' && <span className="muted"> (cancellation fee)</span>}
              {invoiceNumber !== null && <span className="small muted"> {invoiceNumber}</span>}
            </span>
            <span className="number">
              {moneyText(net)}
              {taxAmount && <span className="small muted"> tax {amountText(taxAmount)}</span>}
            </span>
          </li>
        ))}
      </ul>
    )}
  </Section>
)

const Asked = ({ request }: { readonly request: Request }) => {
  const { result, permit, requestedFor, instructions } = request
  const facts = [
    { name: 'For', value: requestedFor && <Moment at={requestedFor} /> },
    { name: 'Amount', value: amountWords(request) },
    {
      name: 'Permit',
      value: permit && [permit.countryCode, permit.entryPoint, permit.exitPoint].filter(Boolean).join(', '),
    },
    { name: 'Number', value: permit?.number },
    { name: 'Reference', value: result?.reference && <code>{result.reference}</code> },
    { name: 'Slot', value: result?.slotTime && <Moment at={result.slotTime} /> },
    { name: 'Uplift', value: (result?.upliftList ?? []).map(upliftWords).join('; ') },
    { name: 'Instructions', value: instructions },
    { name: 'Remark', value: result?.note },
    { name: 'Completed', value: result?.completedAt && <Moment at={result.completedAt} /> },
  ].filter(({ name, value }) => (value != null && value !== '') || name === 'Instructions')
  return (
    <Section
      title="Asked"
      aside={
        <Link
          className="mono"
          to="/data/$kind"
          params={{ kind: 'service-requests' }}
          search={{ open: request.serviceRequestId }}
        >
          {request.serviceRequestNumber}
        </Link>
      }
    >
      <Facts facts={facts} />
    </Section>
  )
}

const Related = ({ request }: { readonly request: Request }) => {
  const others = (request.visit?.serviceRequestList ?? []).filter(
    ({ serviceRequestId }) => serviceRequestId !== request.serviceRequestId,
  )
  if (others.length === 0) return null
  return (
    <Section title="At the same visit">
      <ul className="related">
        {others.map(({ serviceRequestId, kind, status }) => (
          <li key={serviceRequestId}>
            <Icon name={STATUS_WORDS[status].icon} />
            <Link from="/services" to="." search={(search) => ({ ...search, open: serviceRequestId })}>
              {kindWords(kind)}
            </Link>
            <span className="small muted">{STATUS_WORDS[status].word.toLowerCase()}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const Detail = ({ request }: { readonly request: Request }) => (
  <div className="record">
    <Headline request={request} />
    <div>
      {request.status === 'REVIEW' && <Review request={request} />}
      <State request={request} />
      <History steps={request.historyList} />
    </div>
    <div>
      <Provider request={request} />
      <Cost charges={request.result?.chargeList ?? []} />
      <Asked request={request} />
      <Related request={request} />
    </div>
  </div>
)

interface RequestDrawerProps {
  readonly open: string | undefined
  readonly list: readonly string[]
  readonly onOpen: (serviceRequestId: string | undefined) => void
}

export const RequestDrawer = ({ open, list, onOpen }: RequestDrawerProps) => {
  const query = useQuery({ ...queryOf(REQUEST, { serviceRequestId: open ?? '' }), enabled: open !== undefined })
  const request = query.data?.serviceRequest
  return (
    <RecordDrawer
      title={request ? `${kindWords(request.kind)} ${placeOf(request)}` : 'Request'}
      open={open}
      list={list}
      query={query}
      onOpen={onOpen}
    >
      {(data) =>
        data.serviceRequest && <Detail key={data.serviceRequest.serviceRequestId} request={data.serviceRequest} />
      }
    </RecordDrawer>
  )
}
